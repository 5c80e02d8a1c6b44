//! Nets loaded from files that an agent's settings name, such as those that `ergo train` writes.
//!
//! The files are read when settings are validated, by a function that the caller provides, and never during a
//! match. Their digest becomes a setting and is recorded: an experiment with other files in the same place is
//! rejected.

use std::collections::BTreeMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use ergo_engine::options::{OptionError, OptionSpec, Settings, Value};
use ergo_engine::seat::SeatCount;
use sha2::{Digest, Sha256};

use super::format::{Purpose, WeightsError, from_bytes};
use super::mlp::Mlp;
use crate::registry::FileReader;

/// The setting with the path of the net; empty for a net that is included in the program.
pub const WEIGHTS: &str = "weights";
/// The setting with the SHA-256 digest of the files.
pub const DIGEST: &str = "weights_sha256";
/// The placeholder for the number of seats in a path.
const SEATS: &str = "{seats}";

/// The inputs that the nets of a game must have.
#[derive(Clone, Copy, Debug)]
pub struct InputSpec {
    /// Version of the input features.
    pub features: u32,
    /// Number of inputs.
    pub inputs: usize,
    /// The fewest and the most seats that there can be nets for.
    pub seats: (usize, usize),
}

/// Nets by the digest of their files and the number of seats. They are never freed; there are as many as different
/// files.
static READ: LazyLock<Mutex<BTreeMap<(String, usize), &'static Mlp>>> = LazyLock::new(Mutex::default);

/// Returns the settings of an agent that can use a custom net.
pub fn options() -> [OptionSpec; 2] {
    [
        OptionSpec::text(WEIGHTS, "path of a weights.bin file to use instead; {seats} stands for the number of seats"),
        OptionSpec::text(DIGEST, "SHA-256 of these files, fewest seats first; filled in if empty"),
    ]
}

impl InputSpec {
    /// Reads the files that `settings` name with `files`, if they name any, and fills in their digest.
    ///
    /// # Errors
    ///
    /// Returns an error if a file is missing, is not a net for this game, or has another digest than the settings
    /// say.
    pub fn resolve(&self, settings: &mut Settings, files: &FileReader) -> Result<(), OptionError> {
        let path = settings.text(WEIGHTS).to_owned();
        let refused = |what: String| OptionError::Together(format!("{WEIGHTS} = \"{path}\": {what}"));
        let expected = settings.text(DIGEST);
        if path.is_empty() {
            let alone = || OptionError::Together(format!("{DIGEST} = \"{expected}\": needs {WEIGHTS}"));
            return if expected.is_empty() { Ok(()) } else { Err(alone()) };
        }
        let (least, most) = self.seats;
        // A path without the placeholder is a single file.
        let last = if path.contains(SEATS) { most } else { least };
        let (mut nets, mut digest) = (Vec::new(), Sha256::new());
        for seats in least..=last {
            let bytes = match files(&path.replace(SEATS, &seats.to_string())) {
                Ok(None) if path.contains(SEATS) => continue,
                Ok(None) => return Err(refused("there is no such file".to_owned())),
                Ok(Some(bytes)) => bytes,
                Err(error) => return Err(refused(format!("cannot be read: {error}"))),
            };
            nets.push(
                self.net_of(&bytes, path.contains(SEATS).then_some(seats))
                    .map_err(|error| refused(error.to_string()))?,
            );
            digest.update(&bytes);
        }
        if nets.is_empty() {
            return Err(refused(format!("no file for {least} to {most} seats")));
        }
        let digest: String = digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
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

    /// Decodes a net and returns it with its number of seats, which must be `seats_in_path` if given.
    fn net_of(&self, bytes: &[u8], seats_in_path: Option<usize>) -> Result<(usize, Mlp), WeightsError> {
        let of =
            |seats: usize| from_bytes(bytes, Purpose { features: self.features, seats: seats as u32 }, self.inputs, 1);
        let (least, most) = self.seats;
        let seats = match (seats_in_path, of(seats_in_path.unwrap_or(least))) {
            (_, Ok(net)) => return Ok((seats_in_path.unwrap_or(least), net)),
            (None, Err(WeightsError::Seats { found, .. })) if (least..=most).contains(&(found as usize)) => {
                found as usize
            }
            (_, Err(error)) => return Err(error),
        };
        of(seats).map(|net| (seats, net))
    }
}

/// Returns the net of resolved settings for this many seats.
///
/// # Errors
///
/// Returns an error if there is no net for this many seats.
pub fn net(settings: &Settings, seats: SeatCount) -> Result<&'static Mlp, OptionError> {
    let read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    let found = read.get(&(settings.text(DIGEST).to_owned(), seats.get())).copied();
    found.ok_or_else(|| {
        let path = settings.text(WEIGHTS);
        OptionError::Together(format!(
            "{WEIGHTS} = \"{path}\": no net for {} seats, expected one for each number of seats played",
            seats.get()
        ))
    })
}

#[cfg(test)]
mod tests {
    use ergo_engine::rng::Seed;

    use super::super::format::to_bytes;
    use super::*;

    const INPUT_SPEC: InputSpec = InputSpec { features: 4, inputs: 5, seats: (2, 4) };

    type Disk = BTreeMap<&'static str, Vec<u8>>;

    fn weights(seats: u32, seed: u64) -> Vec<u8> {
        to_bytes(&Mlp::random(&[5, 3, 1], 5, &mut Seed::master(seed).rng()), Purpose { features: 4, seats })
    }

    fn named(path: &str, digest: &str) -> Settings {
        let given = [(WEIGHTS, path), (DIGEST, digest)];
        Settings(given.into_iter().map(|(key, text)| (key.to_owned(), Value::Text(text.to_owned()))).collect())
    }

    fn resolve(disk: &Disk, path: &str, digest: &str) -> Result<Settings, String> {
        let mut settings = named(path, digest);
        let disk = disk.clone();
        let files = move |path: &str| match path {
            "broken" => Err("it is broken".to_owned()),
            _ => Ok(disk.get(path).cloned()),
        };
        INPUT_SPEC.resolve(&mut settings, &files).map(|()| settings).map_err(|error| error.to_string())
    }

    fn with(settings: &Settings, seats: usize) -> Result<&'static Mlp, String> {
        net(settings, SeatCount::new(seats)).map_err(|error| error.to_string())
    }

    #[test]
    fn custom_nets_serve_their_number_of_seats() {
        let mut disk: Disk = [("2.bin", weights(2, 1)), ("4.bin", weights(4, 2))].into();
        let one = resolve(&disk, "4.bin", "").unwrap();
        assert!(with(&one, 4).is_ok() && with(&one, 2).unwrap_err().contains("no net for 2 seats"));

        let both = resolve(&disk, "{seats}.bin", "").unwrap();
        assert!(with(&both, 2).is_ok() && with(&both, 3).is_err());
        assert!(std::ptr::eq(with(&both, 4).unwrap(), with(&both, 4).unwrap()));
        assert_ne!(one.text(DIGEST), both.text(DIGEST));

        // Resolved settings keep their net, and cannot be resolved again after a file has changed.
        let digest = both.text(DIGEST);
        let before = with(&both, 2).unwrap();
        assert_eq!(resolve(&disk, "{seats}.bin", digest).unwrap(), both);
        disk.insert("2.bin", weights(2, 3));
        assert!(std::ptr::eq(with(&both, 2).unwrap(), before));
        let error = resolve(&disk, "{seats}.bin", digest).unwrap_err();
        assert!(error.contains("its SHA-256 is ") && error.contains(&format!("expected {digest}")), "{error}");
    }

    #[test]
    fn invalid_net_files_are_rejected() {
        let disk: Disk = [("3.bin", weights(2, 1)), ("text", b"weights".to_vec()), ("many", weights(9, 1))].into();
        for (path, expected) in [
            ("{seats}.bin", "weights for 2 seats, expected 3"),
            ("none", "there is no such file"),
            ("none-{seats}", "no file for 2 to 4 seats"),
            ("broken", "cannot be read: it is broken"),
            ("text", "not a weights file"),
            ("many", "weights for 9 seats"),
        ] {
            let error = resolve(&disk, path, "").unwrap_err();
            assert!(error.starts_with(&format!("weights = \"{path}\": ")) && error.contains(expected), "{error}");
        }
    }

    #[test]
    fn settings_without_file_are_unchanged() {
        assert_eq!(resolve(&Disk::new(), "", "").unwrap(), named("", ""));
        assert!(resolve(&Disk::new(), "", "abc").unwrap_err().contains("needs weights"));
    }
}
