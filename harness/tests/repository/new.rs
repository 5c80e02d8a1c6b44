//! `ergo new`: the written project runs, and no file is overwritten. `new_crates` builds the crates.

use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Output};

use crate::common::{complaint, done, ergo, has, printed, refused, root, tempdir};

fn new_in(at: &Path, words: &str) -> Output {
    ergo().arg("new").args(words.split_whitespace()).current_dir(at).output().unwrap()
}

#[test]
fn python_bot_readme_commands_work() {
    if !has(&["python3", "--version"], "a bot in Python") {
        return;
    }
    let folder = tempdir().unwrap();
    let written = new_in(folder.path(), "bot alice --python");
    done(&written);
    let alice = folder.path().join("alice");
    let readme = fs::read_to_string(alice.join("README.md")).unwrap();
    let commands: Vec<&str> = readme.split("```\n").nth(1).unwrap().lines().collect();
    assert_eq!(commands.len(), 4, "{readme}");
    let mut told = Vec::new();
    for command in commands {
        // `ergo new` prints the same command.
        assert!(complaint(&written).contains(command), "{}", complaint(&written));
        let words = command.split("   #").next().unwrap().strip_prefix("ergo ").unwrap();
        let script = format!("exec \"$0\" {words}");
        let ran = Command::new("sh").args(["-c", &script, env!("CARGO_BIN_EXE_ergo")]).current_dir(&alice).output();
        let ran = ran.unwrap();
        done(&ran);
        told.push(printed(&ran) + &complaint(&ran));
    }
    assert!(told[0].contains("right") && !told[0].contains("WRONG"), "{}", told[0]);
    assert!(told[1].contains(" is weaker than greedy: it won "), "{}", told[1]);
    assert!(told[2].contains("40 matches") && alice.join("results/bot/report.html").exists(), "{}", told[2]);
    let words = ["alice, chose", "  saw  ", "  says  ", "  sees all "];
    assert_eq!(told[3].matches(": lost 0.").count(), 3, "{}", told[3]);
    assert!(words.iter().all(|word| told[3].matches(word).count() == 3), "{}", told[3]);
    better_than_yesterday(&alice, &readme);
}

#[test]
fn language_model_bot_does_what_its_readme_says() {
    if !has(&["python3", "--version"], "a language model as a bot") {
        return;
    }
    let folder = tempdir().unwrap();
    let written = new_in(folder.path(), "bot model --llm");
    done(&written);
    let model = folder.path().join("model");
    let readme = fs::read_to_string(model.join("README.md")).unwrap();
    let commands: Vec<&str> = readme.split("```\n").nth(1).unwrap().lines().collect();
    assert!(commands.iter().all(|command| complaint(&written).contains(command)), "{}", complaint(&written));
    let [mock, compare, run] = commands[..] else { panic!("{readme}") };
    // The port of the README may be taken here.
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port().to_string();
    let here = |text: &str| text.split("   #").next().unwrap().replace("8391", &port);
    let experiment = fs::read_to_string(model.join("bot.toml")).unwrap();
    fs::write(model.join("bot.toml"), here(&experiment)).unwrap();
    let background = here(mock);
    let words = background.trim().strip_suffix('&').unwrap();
    let mut mock = Command::new("sh").args(["-c", &format!("exec {words}")]).current_dir(&model).spawn().unwrap();
    let told: Vec<String> = [compare, run]
        .map(here)
        .iter()
        .map(|command| {
            let script = format!("exec \"$0\" {}", command.strip_prefix("ergo ").unwrap());
            let ran = Command::new("sh").args(["-c", &script, env!("CARGO_BIN_EXE_ergo")]).current_dir(&model).output();
            let ran = ran.unwrap();
            assert!(ran.status.success(), "{}", complaint(&ran));
            printed(&ran) + &complaint(&ran)
        })
        .collect();
    mock.kill().unwrap();
    mock.wait().unwrap();
    assert!(told[0].contains("95 %") && told[0].contains("random"), "{}", told[0]);
    assert!(told[1].contains("model"), "{}", told[1]);
    for file in ["report.html", "usage.csv", "answers.jsonl"] {
        assert!(fs::metadata(model.join("results/bot").join(file)).unwrap().len() > 0, "{file}");
    }
}

/// Follows the README section "A better one".
fn better_than_yesterday(alice: &Path, readme: &str) {
    let second = readme.split("## A better one").nth(1).unwrap();
    let edit = second.split("```python\n").nth(1).unwrap().split("```").next().unwrap();
    let shell: Vec<&str> =
        second.split("```\n").filter(|block| block.starts_with("cp ") || block.starts_with("ergo ")).collect();
    let [copy, compare] = shell[..] else { panic!("{second}") };
    let [yesterday, greedy] = compare.trim().lines().take(2).collect::<Vec<_>>()[..] else { panic!("{compare}") };
    let run = |script: &str| {
        let script = script.trim().replacen("ergo ", "exec \"$0\" ", usize::from(script.starts_with("ergo ")));
        Command::new("sh").args(["-c", &script, env!("CARGO_BIN_EXE_ergo")]).current_dir(alice).output().unwrap()
    };
    done(&run(copy));
    let bot = fs::read_to_string(alice.join("bot.py")).unwrap();
    let (before, after) = bot.split_once("def choose").unwrap();
    let play = &after[after.find("ergobot.play").unwrap()..];
    fs::write(alice.join("bot.py"), format!("{before}{edit}\n\n{play}")).unwrap();
    for (command, answer) in [
        (yesterday, "is better than process:command=python3 yesterday.py"),
        (greedy, "is not shown to be better than greedy"),
    ] {
        let told = run(command);
        done(&told);
        let told = printed(&told) + &complaint(&told);
        assert!(told.contains(answer), "{told}");
    }
}

#[test]
fn new_overwrites_no_file() {
    let folder = tempdir().unwrap();
    let at = folder.path();
    for words in ["bot alice --python", "bot bob --rust", "game carol"] {
        fs::create_dir(at.join(words.split(' ').nth(1).unwrap())).unwrap();
        done(&new_in(at, words));
        refused(&new_in(at, words), &["already exists, expected a new or empty folder"]);
    }
    // An interrupted `ergo new` is completed, unless there are other files.
    let (readme, bot) = (at.join("alice/README.md"), at.join("alice/bot.py"));
    let whole = fs::read(&readme).unwrap();
    fs::remove_file(&readme).unwrap();
    done(&new_in(at, "bot alice --python"));
    assert_eq!(fs::read(&readme).unwrap(), whole);
    fs::remove_file(&readme).unwrap();
    fs::write(&bot, "mine").unwrap();
    refused(&new_in(at, "bot alice --python"), &["alice: already exists"]);
    assert!(fs::read_to_string(&bot).unwrap() == "mine" && !readme.exists());
}

#[test]
fn invalid_new_request_is_one_line() {
    let folder = tempdir().unwrap();
    let at = folder.path();
    refused(&new_in(at, "bot alice"), &["--python", "--rust"]);
    refused(&new_in(at, "bot alice --python --rust"), &["cannot be used with"]);
    refused(&new_in(at, "game nine --lab ."), &["--lab .: not a checkout of Ergo Lab, expected a folder with harness"]);
    assert_eq!(fs::read_dir(at).unwrap().count(), 0);
}

/// Every refusal names the name, the reason, and a name that `ergo new` accepts.
#[test]
fn name_that_cannot_work_is_refused_with_one_that_works() {
    let long = "a".repeat(65);
    let (letters, reserved) = ("expected at most 64 lower-case ASCII letters", "is reserved by Rust, cargo or Windows");
    let package = "is a package of Ergo Lab";
    let cases = [
        ("bot", "--python", "Alice", letters, "alice"),
        ("bot", "--rust", "1st", letters, "bot-1st"),
        ("bot", "--llm", "my bot", letters, "my-bot"),
        ("bot", "--python", "caf\u{e9}", letters, "caf"),
        ("bot", "--python", "_a", letters, "a"),
        ("bot", "--rust", "a.b", letters, "a-b"),
        ("bot", "--rust", "\u{1b}[31m", letters, "bot-31m"),
        ("game", "", "\u{56f2}\u{7881}", letters, "my-game-1"),
        ("game", "", &long, letters, &long[..32]),
        ("game", "", "Ergo", letters, "ergo-game"),
        ("bot", "--rust", "test", reserved, "test-bot"),
        ("game", "", "proc_macro", reserved, "proc_macro-game"),
        ("game", "", "fn", reserved, "fn-game"),
        ("game", "", "deps", reserved, "deps-game"),
        ("bot", "--rust", "com1", reserved, "com1-bot"),
        ("bot", "--rust", "ergo-core", package, "ergo-core-bot"),
        ("game", "", "ergo_lab", package, "ergo_lab-game"),
        ("game", "", "philosophia", "there is already a game philosophia", "philosophia-game"),
        ("game", "", "ergo-catalyst", "there is already a game ergo-catalyst", "ergo-catalyst-game"),
        ("bot", "--rust", "greedy", "ergo already has an agent greedy", "greedy-bot"),
        ("bot", "--python", "process", "ergo already has an agent process", "process-bot"),
        ("bot", "--python", "starter", "reserved, expected none of all, focal, starter", "starter-bot"),
        ("bot", "--rust", "all", "reserved, expected none of all, focal, starter", "all-bot"),
    ];
    for (kind, language, name, reason, other) in cases {
        let folder = tempdir().unwrap();
        let new = |name: &str| {
            let words = ["new", kind, name, language].into_iter().filter(|word| !word.is_empty());
            ergo().args(words).current_dir(folder.path()).output().unwrap()
        };
        let said = complaint(&new(name));
        refused(&new(name), &[reason, &format!("for example {other}\n")]);
        assert!(!said.contains('\u{1b}'), "{said:?}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "{name}");
        // The example works, and is not given if its folder exists.
        done(&new(other));
        refused(&new(name), &[reason, "for example "]);
        assert!(!complaint(&new(name)).contains(&format!("for example {other}\n")), "{name}");
    }
}

/// Only crates are subject to the names that Rust and cargo reserve. The folder `.` has a name, too.
#[test]
fn unusual_name_that_works_is_accepted() {
    let folder = tempdir().unwrap();
    for words in ["bot test --python", "bot async --llm", "game greedy", "bot kuhn-poker --rust", "game x_1-"] {
        done(&new_in(folder.path(), words));
    }
    let here = folder.path().join("here");
    fs::create_dir(&here).unwrap();
    done(&new_in(&here, "game ."));
    assert!(fs::read_to_string(here.join("Cargo.toml")).unwrap().contains("name = \"here\""));
    assert!(fs::read_to_string(here.join("src/game.rs")).unwrap().contains("NAME: &'static str = \"here\""));
}

/// The page on agents shows the code of the generated crate, which `new_crates` builds and runs.
#[test]
fn page_on_values_shows_the_generated_agent() {
    let page = fs::read_to_string(root().join("agents/README.md")).unwrap();
    let shown = page.split("### Value the actions").nth(1).unwrap().split("```rust\n").nth(1).unwrap();
    let shown = shown.split("```").next().unwrap();
    let source = fs::read_to_string(root().join("harness/examples/own-lab/src/greedy.rs")).unwrap();
    let source: Vec<&str> = source.lines().filter(|line| !line.trim_start().starts_with("///")).collect();
    assert!(source.join("\n").contains(shown.trim_end()) && shown.contains("fn explain"), "{shown}");
}

/// If both paths are relative, so is the dependency: no file contains a path of this machine.
#[test]
fn a_crate_names_the_checkout_as_it_was_given() {
    let folder = tempdir().unwrap();
    let at = folder.path();
    std::os::unix::fs::symlink(root().canonicalize().unwrap(), at.join("lab")).unwrap();
    let named = |words: &str, name: &str| {
        done(&new_in(at, words));
        let manifest = fs::read_to_string(at.join(name).join("Cargo.toml")).unwrap();
        manifest.lines().find(|line| line.starts_with("ergo-lab = ")).unwrap().to_owned()
    };
    assert_eq!(named("game inner/nine --lab lab", "inner/nine"), "ergo-lab = { path = \"../../lab/harness\" }");
    assert_eq!(named("bot bob --rust --lab lab/harness", "bob"), "ergo-lab = { path = \"../lab/harness\" }");
    let checkout = root().join("harness").canonicalize().unwrap();
    assert_eq!(named("game ten", "ten"), format!("ergo-lab = {{ path = \"{}\" }}", checkout.display()));
}
