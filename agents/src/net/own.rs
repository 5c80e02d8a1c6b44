//! Nets of one's own: files that `ergo train` wrote, by their path in an agent's settings.
//!
//! Files are read when settings are checked, and never while a match is played: a file that changes during a run changes nothing of it.
//! Their digest goes into the settings, and so into the record: with other files in their place the same experiment is refused.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::ops::RangeInclusive;
use std::sync::{LazyLock, Mutex, PoisonError};

use ergo_engine::options::{OptionError, OptionSpec, Settings, Value};
use ergo_engine::seat::SeatCount;
use sha2::{Digest, Sha256};

use super::format::{Purpose, WeightsError, from_bytes};
use super::mlp::Mlp;

/// The path, empty for a net that comes with the program.
pub const WEIGHTS: &str = "weights";
/// The digest of what is there.
pub const DIGEST: &str = "weights_sha256";
/// Stands in a path for the number of seats.
const SEATS: &str = "{seats}";
/// Nobody trains a net of more bytes.
const LARGEST: u64 = 64 << 20;

/// What is shown to the nets of a game.
#[derive(Clone, Copy, Debug)]
pub struct Shown {
    /// Version of the inputs.
    pub features: u32,
    /// How many there are.
    pub inputs: usize,
    /// The fewest and the most seats there are nets for.
    pub seats: (usize, usize),
}

/// Nets by the digest of their files and the number of seats. Kept for good: there are as many as different files were named.
static READ: LazyLock<Mutex<BTreeMap<(String, usize), &'static Mlp>>> = LazyLock::new(Mutex::default);

/// The options of an agent that plays by such a net.
pub fn options() -> [OptionSpec; 2] {
    [
        OptionSpec::text(
            WEIGHTS,
            "a net of ergo train instead: its file weights.bin, {seats} in the path the number of seats",
        ),
        OptionSpec::text(DIGEST, "SHA-256 of these files, of fewest seats first; empty: as they are now"),
    ]
}

impl Shown {
    /// Reads the files that `settings` name, if they do, and completes their digest.
    ///
    /// # Errors
    ///
    /// There is no such file, or no net of this game in it, or it has another digest.
    pub fn settle(&self, settings: &mut Settings) -> Result<(), OptionError> {
        let path = settings.text(WEIGHTS).to_owned();
        let refused = |what: String| OptionError::Together(format!("{WEIGHTS} = \"{path}\": {what}"));
        let (mut nets, mut digest) = (Vec::new(), Sha256::new());
        for seats in self.sizes(&path) {
            let bytes = match bytes_of(&path.replace(SEATS, &seats.to_string())) {
                Err(error) if error.kind() == ErrorKind::NotFound && path.contains(SEATS) => continue,
                Err(error) => return Err(refused(format!("cannot be read: {error}"))),
                Ok(bytes) => bytes,
            };
            nets.push(
                self.net_of(&bytes, path.contains(SEATS).then_some(seats))
                    .map_err(|error| refused(error.to_string()))?,
            );
            digest.update(&bytes);
        }
        if path.is_empty() {
            return Ok(());
        }
        let (least, most) = self.seats;
        if nets.is_empty() {
            return Err(refused(format!("no file for {least} to {most} seats")));
        }
        let digest: String = digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        let expected = settings.text(DIGEST);
        if !expected.is_empty() && expected != digest {
            return Err(refused(format!("its SHA-256 is {digest}, expected {expected}")));
        }
        let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
        for (seats, net) in nets {
            read.entry((digest.clone(), seats)).or_insert_with(|| Box::leak(Box::new(net)));
        }
        settings.0.insert(DIGEST.to_owned(), Value::Text(digest));
        Ok(())
    }

    /// The sizes of table whose files are looked for.
    fn sizes(&self, path: &str) -> RangeInclusive<usize> {
        let (least, most) = self.seats;
        // A path without the number is one file; an empty one none.
        let last = if path.contains(SEATS) { most } else { least - usize::from(path.is_empty()) };
        least..=last
    }

    /// The net of these bytes with its number of seats, which is that asked for, if one is.
    fn net_of(&self, bytes: &[u8], asked: Option<usize>) -> Result<(usize, Mlp), WeightsError> {
        let of =
            |seats: usize| from_bytes(bytes, Purpose { features: self.features, seats: seats as u32 }, self.inputs);
        let (least, most) = self.seats;
        let seats = match (asked, of(asked.unwrap_or(least))) {
            (_, Ok(net)) => return Ok((asked.unwrap_or(least), net)),
            (None, Err(WeightsError::Seats { found, .. })) if (least..=most).contains(&(found as usize)) => {
                found as usize
            }
            (_, Err(error)) => return Err(error),
        };
        of(seats).map(|net| (seats, net))
    }
}

/// The net that settled settings name, for so many seats.
///
/// # Errors
///
/// There is none for so many seats.
pub fn net(settings: &Settings, seats: SeatCount) -> Result<&'static Mlp, OptionError> {
    let read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    let found = read.get(&(settings.text(DIGEST).to_owned(), seats.get())).copied();
    found.ok_or_else(|| {
        let path = settings.text(WEIGHTS);
        OptionError::Together(format!(
            "{WEIGHTS} = \"{path}\": no net for {} seats, expected one for each size of table",
            seats.get()
        ))
    })
}

fn bytes_of(path: &str) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    let about = file.metadata()?;
    if !about.is_file() || about.len() > LARGEST {
        return Err(io::Error::other(format!("expected a file of at most {LARGEST} bytes")));
    }
    let mut bytes = Vec::new();
    file.take(LARGEST).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use ergo_engine::rng::Seed;

    use super::super::format::to_bytes;
    use super::*;

    const SHOWN: Shown = Shown { features: 4, inputs: 5, seats: (2, 4) };

    fn write(file: &Path, seats: u32, seed: u64) {
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        let net = Mlp::random(&[5, 3, 1], 5, &mut Seed::master(seed).rng());
        fs::write(file, to_bytes(&net, Purpose { features: 4, seats })).unwrap();
    }

    fn named(path: &Path, digest: &str) -> Settings {
        let text = |text: &str| Value::Text(text.to_owned());
        let given = [(WEIGHTS, text(path.to_str().unwrap())), (DIGEST, text(digest))];
        Settings(given.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
    }

    fn refused(settings: &mut Settings) -> String {
        SHOWN.settle(settings).unwrap_err().to_string()
    }

    #[test]
    fn one_file_is_for_its_own_size_of_table_and_many_for_theirs() {
        let folder = std::env::temp_dir().join(format!("own-nets-{}", std::process::id()));
        write(&folder.join("2/it.bin"), 2, 1);
        write(&folder.join("4/it.bin"), 4, 2);
        let mut one = named(&folder.join("4/it.bin"), "");
        SHOWN.settle(&mut one).unwrap();
        assert!(net(&one, SeatCount::new(4)).is_ok());
        assert!(net(&one, SeatCount::new(2)).unwrap_err().to_string().contains("no net for 2 seats"));

        let all = folder.join("{seats}/it.bin");
        let mut both = named(&all, "");
        SHOWN.settle(&mut both).unwrap();
        assert!(net(&both, SeatCount::new(2)).is_ok() && net(&both, SeatCount::new(3)).is_err());
        assert!(std::ptr::eq(net(&both, SeatCount::new(4)).unwrap(), net(&both, SeatCount::new(4)).unwrap()));
        assert_ne!(one.text(DIGEST), both.text(DIGEST));

        // What was settled stays as it is, and is not settled again with other files in their place.
        let digest = both.text(DIGEST).to_owned();
        let before = net(&both, SeatCount::new(2)).unwrap().weights().to_vec();
        write(&folder.join("2/it.bin"), 2, 3);
        assert_eq!(net(&both, SeatCount::new(2)).unwrap().weights(), before);
        let said = refused(&mut named(&all, &digest));
        assert!(said.contains("its SHA-256 is ") && said.contains(&format!("expected {digest}")), "{said}");

        // A file in the place of another's, no file, no net.
        write(&folder.join("3/it.bin"), 2, 1);
        assert!(refused(&mut named(&all, "")).contains("weights for 2 seats, expected 3"));
        assert!(refused(&mut named(&folder.join("none"), "")).contains("cannot be read"));
        assert!(refused(&mut named(&folder.join("none-{seats}"), "")).contains("no file for 2 to 4 seats"));
        assert!(refused(&mut named(&folder, "")).contains("expected a file"));
        fs::write(folder.join("text"), "weights").unwrap();
        assert!(refused(&mut named(&folder.join("text"), "")).contains("no weights of a net"));
        write(&folder.join("many"), 9, 1);
        assert!(refused(&mut named(&folder.join("many"), "")).contains("weights for 9 seats"));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn who_names_no_file_is_left_as_he_is() {
        let mut settings = named(Path::new(""), "");
        SHOWN.settle(&mut settings).unwrap();
        assert_eq!(settings, named(Path::new(""), ""));
    }
}
