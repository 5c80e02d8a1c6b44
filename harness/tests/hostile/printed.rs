//! What is printed: a full disk is an error, a closed pipe is not, and no text controls the terminal or makes a link.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};

use super::files::{at, place, soon};
use crate::common::{complaint, done, ergo, printed, refused, run, toy, verbs};

/// Characters that control a terminal or change the direction of text.
const STEERING: [char; 6] = ['\u{1b}', '\u{9b}', '\u{202e}', '\u{2066}', '\u{200f}', '\u{2028}'];

/// Commands that print without reading a file, each with every verb's help.
fn printing() -> Vec<Vec<String>> {
    let commands = [
        "--help",
        "--version",
        "help",
        "help run",
        "completions bash",
        "games",
        "agents",
        "agents --json",
        "rules",
        "rules ergo",
    ];
    let helps = verbs().into_iter().map(|verb| format!("{verb} --help"));
    let all = commands.iter().map(|command| (*command).to_owned()).chain(helps);
    all.map(|command| command.split(' ').map(str::to_owned).collect()).collect()
}

#[test]
fn full_disk_fails_and_closed_pipe_is_quiet() {
    let commands = printing();
    assert!(commands.len() > 25);
    for arguments in commands {
        if Path::new("/dev/full").exists() {
            let full = File::options().write(true).open("/dev/full").unwrap();
            let output = ergo().args(&arguments).stdout(full).stderr(Stdio::piped()).output().unwrap();
            refused(&output, &["standard output: "]);
        }
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = ergo().args(&arguments).stdout(writer).stderr(Stdio::piped()).output().unwrap();
        done(&output);
        assert_eq!(complaint(&output), "", "{arguments:?}");
    }
}

#[test]
fn control_characters_in_experiments_are_refused_with_line_and_key() {
    let (folder, file) = place();
    for c in STEERING {
        let escaped = format!("\\u{:04x}", u32::from(c));
        let code = format!("U+{:04X}", u32::from(c));
        let finding = |key: &str| format!("[[finding]]\ntext = \"t\"\n{key} = \"a{escaped}b\"\n");
        for (more, words) in [
            (String::new(), ["toy.toml:1", "question"]),
            (finding("advice"), ["toy.toml:18", "finding.1.advice"]),
            (finding("question"), ["toy.toml:18", "finding.1.question"]),
            (format!("[[arm]]\nname = \"a{escaped}b\"\n"), ["toy.toml:17", "name"]),
            (
                format!("[[finding]]\ntext = \"t\"\n[finding.values]\n\"{escaped}\" = {{ measure = \"turns\" }}\n"),
                ["toy.toml:19", "key"],
            ),
        ] {
            let text = toy("kuhn-poker", 2);
            let text = if more.is_empty() { text.replacen("Who", &escaped, 1) } else { text + &more };
            fs::write(&file, text).unwrap();
            let output = run(&["run", &file, "--out", &at(&folder, "out").1]);
            refused(&output, &[&words[..], &[&code]].concat());
            assert!(!complaint(&output).contains(STEERING));
        }
    }
    // The findings of a results folder, and a value on the command line.
    let (_, out) = at(&folder, "out");
    fs::write(&file, toy("kuhn-poker", 2)).unwrap();
    done(&run(&["run", &file, "--out", &out]));
    let (findings, findings_text) = at(&folder, "findings.toml");
    fs::write(&findings, "[[finding]]\ntext = \"red \\u001b[31m\"\n").unwrap();
    refused(&run(&["report", &out, "--findings", &findings_text]), &["finding", "text", "U+001B"]);
    refused(&run(&["run", &file, "--set", "question=a\u{202e}b"]), &["--set question", "U+202E"]);
}

#[test]
fn names_of_folders_do_not_control_the_terminal() {
    let (folder, file) = place();
    let name = format!("out{}", STEERING.iter().collect::<String>());
    let (_, out) = at(&folder, &name);
    let first = run(&["run", &file, "--out", &out]);
    done(&first);
    let reported = run(&["report", &out, "--json"]);
    done(&reported);
    // A file that is set aside, and an error.
    fs::write(folder.path().join(&name).join("report.md"), "mine").unwrap();
    let aside = run(&["report", &out]);
    done(&aside);
    assert!(complaint(&aside).contains("kept as"), "{}", complaint(&aside));
    let wrong = run(&["report", &out, "--findings", &format!("{out}/none")]);
    refused(&wrong, &["none"]);
    for output in [&first, &reported, &aside, &wrong] {
        assert!(!(printed(output) + &complaint(output)).contains(STEERING));
    }
    // JSON keeps the name.
    let document: serde_json::Value = serde_json::from_str(&printed(&reported)).unwrap();
    assert_eq!(document["folder"], out);
}

#[test]
#[cfg(unix)]
fn errors_of_bots_do_not_control_the_terminal() {
    let program = "printf 'red \\033[31m \\302\\233 \\342\\200\\256 end\\n' >&2";
    let output = soon(ergo().args(["agents", "check", program, "--game", "kuhn-poker"]));
    let all = printed(&output) + &complaint(&output);
    assert!(all.contains("end") && !all.contains(STEERING), "{all:?}");
}

#[test]
fn texts_are_escaped_only_in_pages() {
    let (folder, file) = place();
    let (path, out) = at(&folder, "out");
    let text = toy("kuhn-poker", 2).replacen("Who gains?", "Is a<b or [x](javascript:alert(1))?", 1);
    let finding = "[[finding]]\ntext = \"a<b & c ![i](http://a) [l][r] \\\\[y](z)\"\nadvice = \"<javascript:x>\"\n";
    fs::write(&file, text + finding).unwrap();
    let answer = "a<b & c ![i](http://a) [l][r] \\[y](z)";
    // While playing, from the finished folder, and after a report.
    let first = run(&["run", &file, "--out", &out]);
    done(&first);
    assert!(complaint(&first).starts_with(answer), "{}", complaint(&first));
    for json in [run(&["run", &file, "--out", &out, "--resume", "--json"]), run(&["report", &out, "--json"])] {
        done(&json);
        let document: serde_json::Value = serde_json::from_str(&printed(&json)).unwrap();
        assert_eq!(document["answer"], answer);
    }
    let page = fs::read_to_string(path.join("report.md")).unwrap();
    let escaped = "a&lt;b & c !\\[i](http://a) \\[l]\\[r] \\\\\\[y](z)";
    assert!(page.starts_with("# Is a&lt;b or \\[x](javascript:alert(1))?\n"), "{page}");
    assert!(page.contains(escaped) && page.contains("&lt;javascript:x>"), "{page}");
    let html = fs::read_to_string(path.join("report.html")).unwrap();
    assert!(html.contains("<h1>Is a&lt;b or [x](javascript:alert(1))?</h1>") && !html.contains("href=\"javascript"));
}

#[test]
fn tables_of_wide_names_align() {
    let (folder, file) = place();
    let text = toy("kuhn-poker", 2).replace("\"one\"", "\"日本語\"");
    fs::write(&file, text.replace("[[\"日本語\", \"two\"]]", "[[\"日本語\", \"two\"], [\"two\", \"two\"]]")).unwrap();
    let output = run(&["run", &file, "--out", &at(&folder, "out").1]);
    done(&output);
    let said = complaint(&output);
    let width = |text: &str| text.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum::<usize>();
    let columns: Vec<usize> = said
        .lines()
        .filter(|line| line.starts_with("  ") && line.contains("  2  "))
        .map(|line| width(&line[..line.find("  2  ").expect("a number of players")]))
        .collect();
    assert!(columns.len() == 2 && columns[0] == columns[1], "{said}");
}

/// Commands that read a file of the user, which `FILE` stands for.
const READING: [&str; 11] = [
    "run FILE",
    "run FILE --cost",
    "shard plan FILE --shards 2 --out plan",
    "report out --findings FILE",
    "cases ergo FILE",
    "position ergo --from @FILE",
    "verify FILE",
    "replay FILE",
    "train --from FILE --out net",
    "diff FILE out",
    "propose FILE --out proposed",
];

#[test]
#[cfg(unix)]
fn pipes_and_devices_are_refused_as_files() {
    let (folder, file) = place();
    done(&run(&["run", &file, "--out", &at(&folder, "out").1]));
    let (fifo, fifo_text) = at(&folder, "fifo");
    assert!(Command::new("mkfifo").arg(fifo).status().unwrap().success());
    for command in READING {
        for special in [fifo_text.as_str(), "/dev/zero"] {
            let arguments = command.split(' ').map(|word| word.replace("FILE", special));
            // Less than a device without an end would fill.
            let limited = "ulimit -v 4000000; exec \"$@\"";
            let mut shell = Command::new("sh");
            shell.args(["-c", limited, "sh", env!("CARGO_BIN_EXE_ergo")]).args(arguments).current_dir(folder.path());
            refused(&soon(shell.stdin(Stdio::null()).env("MALLOC_ARENA_MAX", "2")), &[special]);
        }
    }
}
