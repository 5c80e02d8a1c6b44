//! `ergo new`: what it writes runs at once, and it writes over nothing. The crates are built in `own_lab`.

use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Output};

use crate::common::{complaint, done, ergo, has, printed, refused, root, tempdir};

fn new_in(at: &Path, words: &str) -> Output {
    ergo().arg("new").args(words.split_whitespace()).current_dir(at).output().unwrap()
}

#[test]
fn a_bot_in_python_does_what_its_readme_says() {
    if !has(&["python3", "--version"], "a bot in Python") {
        return;
    }
    let folder = tempdir().unwrap();
    let written = new_in(folder.path(), "bot alice --python");
    done(&written);
    let alice = folder.path().join("alice");
    let readme = fs::read_to_string(alice.join("README.md")).unwrap();
    let commands: Vec<&str> = readme.split("```\n").nth(1).unwrap().lines().collect();
    assert_eq!(commands.len(), 3, "{readme}");
    let mut told = Vec::new();
    for command in commands {
        // It is said at once, too.
        assert!(complaint(&written).contains(command), "{}", complaint(&written));
        let words = command.split("   #").next().unwrap().strip_prefix("ergo ").unwrap();
        let script = format!("exec \"$0\" {words}");
        let ran = Command::new("sh").args(["-c", &script, env!("CARGO_BIN_EXE_ergo")]).current_dir(&alice).output();
        let ran = ran.unwrap();
        done(&ran);
        told.push(printed(&ran) + &complaint(&ran));
    }
    assert!(told[0].contains("right") && !told[0].contains("WRONG"), "{}", told[0]);
    assert!(told[1].contains(" than greedy: it won "), "{}", told[1]);
    assert!(told[2].contains("alice") && alice.join("results/bot/report.html").exists(), "{}", told[2]);
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

/// Does what the README says under "A better one".
fn better_than_yesterday(alice: &Path, readme: &str) {
    let second = readme.split("## A better one").nth(1).unwrap();
    let edit = second.split("```python\n").nth(1).unwrap().split("```").next().unwrap();
    let shell: Vec<&str> =
        second.split("```\n").filter(|block| block.starts_with("cp ") || block.starts_with("ergo ")).collect();
    let [copy, compare] = shell[..] else { panic!("{second}") };
    let run = |script: &str| {
        let script = script.trim().replacen("ergo ", "exec \"$0\" ", usize::from(script.starts_with("ergo ")));
        Command::new("sh").args(["-c", &script, env!("CARGO_BIN_EXE_ergo")]).current_dir(alice).output().unwrap()
    };
    done(&run(copy));
    let bot = fs::read_to_string(alice.join("bot.py")).unwrap();
    let (before, after) = bot.split_once("def choose").unwrap();
    let play = &after[after.find("ergobot.play").unwrap()..];
    fs::write(alice.join("bot.py"), format!("{before}{edit}\n\n{play}")).unwrap();
    let told = run(compare);
    done(&told);
    let told = printed(&told) + &complaint(&told);
    assert!(
        told.contains("python3 bot.py") && told.contains("is better than process:command=python3 yesterday.py"),
        "{told}"
    );
}

#[test]
fn nothing_is_written_over() {
    let folder = tempdir().unwrap();
    let at = folder.path();
    for words in ["bot alice --python", "bot bob --rust", "game carol"] {
        fs::create_dir(at.join(words.split(' ').nth(1).unwrap())).unwrap();
        done(&new_in(at, words));
        refused(&new_in(at, words), &["is there already, expected a new or an empty folder"]);
    }
    // What was cut off is finished, unless somebody was there since.
    let (readme, bot) = (at.join("alice/README.md"), at.join("alice/bot.py"));
    let whole = fs::read(&readme).unwrap();
    fs::remove_file(&readme).unwrap();
    done(&new_in(at, "bot alice --python"));
    assert_eq!(fs::read(&readme).unwrap(), whole);
    fs::remove_file(&readme).unwrap();
    fs::write(&bot, "mine").unwrap();
    refused(&new_in(at, "bot alice --python"), &["alice: is there already"]);
    assert!(fs::read_to_string(&bot).unwrap() == "mine" && !readme.exists());
}

#[test]
fn what_cannot_be_begun_is_said_in_a_line() {
    let folder = tempdir().unwrap();
    let at = folder.path();
    refused(&new_in(at, "bot Alice --python"), &["Alice: no name for it, expected small letters"]);
    refused(&new_in(at, "bot greedy --rust"), &["greedy: ergo has an agent greedy, expected another name"]);
    for (name, language) in [("starter", "--python"), ("all", "--rust"), ("focal", "--python")] {
        let words = [&format!("{name}: {name} is a reserved name"), "expected none of all, focal, starter"];
        refused(&new_in(at, &format!("bot {name} {language}")), &words);
    }
    refused(&new_in(at, "bot alice"), &["--python", "--rust"]);
    refused(&new_in(at, "bot alice --python --rust"), &["cannot be used with"]);
    refused(&new_in(at, "game nine --lab ."), &["--lab .: no checkout of Ergo Lab, expected a folder with harness"]);
    assert_eq!(fs::read_dir(at).unwrap().count(), 0);
}

/// A way from one to the other, where both are given from here: no file names this machine.
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
    let house = root().join("harness").canonicalize().unwrap();
    assert_eq!(named("game ten", "ten"), format!("ergo-lab = {{ path = \"{}\" }}", house.display()));
}
