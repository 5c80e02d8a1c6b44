//! Random numbers are the same on every machine and in every version. The golden values were computed by an independent
//! program in another language from the published cipher and hash. A change of one requires an increase of
//! `RNG_VERSION`.

use ergo_engine::laws::looks_uniform;
use ergo_engine::rng::{RNG_VERSION, Rng, Seed, below, shuffle, unit};
use rand::{Rng as _, SeedableRng};

fn master_stream() -> Rng {
    Seed::master(1).rng()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// ChaCha with 8 rounds, TC1 of draft-strombergson-chacha-test-vectors: key and nonce all zero, two blocks.
#[test]
fn stream_is_chacha8() {
    let mut bytes = [0; 128];
    Rng::from_seed([0; 32]).fill_bytes(&mut bytes);
    let published = "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e\
                     984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42\
                     d2aefa0deaa5c151bf0adb6c01f2a5adc0fd581259f9a2aadcf20f8fd566a26b\
                     5032ec38bbc5da98ee0c6f568b872a65a08abf251deb21bb4b56e5d8821e68aa";
    assert_eq!((hex(&bytes).as_str(), RNG_VERSION), (published, 2));
}

#[test]
fn words_of_a_stream() {
    let words = |mut rng: Rng| -> [u32; 8] { std::array::from_fn(|_| rng.next_u32()) };
    let golden = [0xac724328, 0x062d1e9c, 0x796a4c0e, 0x3ad0f62a, 0x49f336bb, 0x654af1a5, 0xaf691b7e, 0x250db4e8];
    assert_eq!((words(master_stream()), words(Seed::master(1).stream(0))), (golden, golden));
    let golden = [0x89b4f118, 0x9a5860fe, 0xd0452eee, 0x1da7d45f, 0x7ce4390b, 0x923b3d1b, 0xefebc217, 0x7761bb4f];
    assert_eq!(words(Seed::master(1).stream(5)), golden);
    let mut rng = master_stream();
    let pairs: [u64; 4] = std::array::from_fn(|_| rng.next_u64());
    assert_eq!(pairs, [0x062d1e9cac724328, 0x3ad0f62a796a4c0e, 0x654af1a549f336bb, 0x250db4e8af691b7e]);
    // A pair of words across two blocks of the cipher still consists of the next two words.
    let mut rng = master_stream();
    for _ in 0..15 {
        rng.next_u32();
    }
    assert_eq!(rng.next_u64(), 0x7458948e633fb3c1);
}

#[test]
fn master_seeds() {
    for (number, golden) in [
        (0, "991da731791e1c7107a3e0e5d45d7ab2ef9fe2acebaf9880b4d7d8787e0cf8a4"),
        (1, "a54e48eeeb9ff5d73001a76b28261f059b6ca9a92ff7d87fa859c86285815b1a"),
        (u64::MAX, "f27ca0625d8997f699aac99be308d6074e28f5e6e87afdc7cc987fdccbbf5dc7"),
    ] {
        assert_eq!(Seed::master(number).to_string(), golden, "{number}");
    }
}

#[test]
fn derived_seeds() {
    let master = Seed::master(1);
    for (purpose, numbers, golden) in [
        ("deal", &[7][..], "4d8cd331c2e33cf362f23110e80dcf0a1ba002d4f7f311c9492f93248791d2d9"),
        ("seat", &[7, 2], "b4a3d97728e3aa3ded7f3d1bf174635ff72346c841ff1fd8e4d16557b2058aaf"),
        ("", &[], "486fa81a9f51dce669853c6313587187ec60e89a9253c5bf1fe0418f58070c3f"),
    ] {
        assert_eq!(master.derive(purpose, numbers).to_string(), golden, "{purpose} {numbers:?}");
    }
}

#[test]
fn derived_seeds_are_distinct() {
    let master = Seed::master(1);
    let word_as_number = u64::from_le_bytes(*b"deal8888");
    let seeds = [
        master.derive("deal", &[1]),
        master.derive("deal", &[2]),
        master.derive("deal", &[1, 0]),
        master.derive("deal", &[]),
        master.derive("seat", &[1]),
        master.derive("", &[word_as_number]),
        master.derive("deal8888", &[]),
        Seed::master(2).derive("deal", &[1]),
    ];
    for (i, seed) in seeds.iter().enumerate() {
        assert!(!seeds[..i].contains(seed), "number {i} repeats an earlier one");
    }
}

#[test]
fn seeds_parse_as_written() {
    let drawn = Seed::draw(&mut master_stream());
    assert_eq!(drawn.to_string(), "284372ac9c1e2d060e4c6a792af6d03abb36f349a5f14a657e1b69afe8b40d25");
    (0..100).map(Seed::master).for_each(|seed| assert_eq!(seed.to_string().parse(), Ok(seed)));
}

#[test]
fn other_texts_fail_to_parse() {
    let digits = "0".repeat(63);
    for text in ["", &digits, &format!("{digits}00"), &format!("{digits}g"), &format!("+{digits}"), &"é".repeat(32)] {
        let error = text.parse::<Seed>().expect_err(text);
        assert_eq!(error.to_string(), format!("a seed is 64 hexadecimal digits, not \"{text}\""));
    }
}

#[test]
fn numbers_below_a_bound() {
    let draw = |bound: u32, count: usize| {
        let mut rng = master_stream();
        let numbers: Vec<u32> = (0..count).map(|_| below(&mut rng, bound)).collect();
        (numbers, rng.get_word_pos())
    };
    assert_eq!(draw(6, 20).0, [4, 0, 2, 1, 1, 2, 4, 0, 4, 2, 5, 5, 0, 2, 3, 2, 2, 1, 5, 5]);
    let cards = [35, 1, 24, 11, 15, 20, 35, 7, 42, 25, 50, 51, 4, 18, 27, 20, 23, 17, 46, 48];
    assert_eq!(draw(52, 20).0, cards);
    assert_eq!(draw(u32::MAX, 4).0, [2893169447, 103620251, 2037009421, 986773033]);
    // A bound of one still consumes a word. With the last bound a quarter of all words are rejected; here 6 of 14.
    assert_eq!(draw(1, 2), (vec![0, 0], 2));
    let golden = [2169877086, 1527757066, 740079775, 930507020, 2611221846, 1563499867, 3180845759, 1140102590];
    assert_eq!(draw(3 * (1 << 30) + 1, 8), (golden.to_vec(), 14));
}

#[test]
fn numbers_below_a_bound_are_uniform() {
    let mut rng = master_stream();
    for bound in [2, 3, 5, 6, 7, 10, 52, 100] {
        let mut counts = vec![0; bound as usize];
        for _ in 0..bound * 20_000 {
            counts[below(&mut rng, bound) as usize] += 1;
        }
        assert!(looks_uniform(&counts), "bound {bound}: {counts:?}");
    }
}

/// With a bound close to the range of words, use of every word would make thirds unequal.
#[test]
fn large_bounds_are_uniform() {
    let mut rng = master_stream();
    let bound = 3 * (1 << 30);
    let mut counts = [0; 3];
    for _ in 0..300_000 {
        counts[(below(&mut rng, bound) % 3) as usize] += 1;
    }
    assert!(looks_uniform(&counts), "{counts:?}");
}

#[test]
fn shuffles() {
    let mut rng = master_stream();
    let mut shuffled = || {
        let mut items: [u8; 12] = std::array::from_fn(|i| i as u8);
        shuffle(&mut rng, &mut items);
        items
    };
    assert_eq!(shuffled(), [5, 6, 1, 3, 10, 9, 7, 11, 2, 4, 0, 8]);
    assert_eq!(shuffled(), [2, 0, 5, 6, 8, 10, 7, 9, 4, 3, 1, 11]);
    let mut rng = master_stream();
    shuffle::<u8>(&mut rng, &mut []);
    shuffle(&mut rng, &mut [1]);
    assert_eq!(rng.get_word_pos(), 0, "shuffles of at most one item consume no words");
}

#[test]
fn shuffle_orders_are_uniform() {
    let mut rng = master_stream();
    let mut counts = [0; 27];
    for _ in 0..60_000 {
        let mut items = [0, 1, 2];
        shuffle(&mut rng, &mut items);
        counts[items[0] * 9 + items[1] * 3 + items[2]] += 1;
    }
    let orders: Vec<u32> = counts.into_iter().filter(|&count| count > 0).collect();
    assert_eq!(orders.len(), 6);
    assert!(looks_uniform(&orders), "{orders:?}");
}

#[test]
fn numbers_from_0_to_1() {
    let mut rng = master_stream();
    let numbers: [f64; 4] = std::array::from_fn(|_| unit(&mut rng));
    assert_eq!(numbers, [0.024125970125575158, 0.22975100075692823, 0.39567480359432916, 0.14474039727011634]);

    let mut counts = [0; 50];
    for _ in 0..100_000 {
        counts[(unit(&mut rng) * 50.0) as usize] += 1;
    }
    assert!(looks_uniform(&counts), "{counts:?}");
}
