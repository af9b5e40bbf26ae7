//! The programs of `examples/` run, and find what they say true.
#![cfg(target_os = "linux")]

use rt_process::Command;
use std::path::PathBuf;

/// Where cargo has put an example, which it builds with the tests.
fn program(example: &str) -> PathBuf {
    let tests = std::env::current_exe().unwrap();
    tests.ancestors().nth(2).unwrap().join("examples").join(example)
}

/// Runs an example, and returns what it wrote.
fn run(example: &str, arguments: &[&str]) -> String {
    let output = Command::new(program(example)).args(arguments).output().unwrap();
    assert!(
        output.success(),
        "{example}: {}",
        String::from_utf8_lossy(output.stderr())
    );
    String::from_utf8(output.stdout().to_vec()).unwrap()
}

#[test]
fn limits() {
    assert!(run("limits", &[]).starts_with("sorted: apple\npear\n"));
}

#[test]
fn descriptors() {
    assert!(run("descriptors", &[]).starts_with("Linux\n0\n"));
}

#[test]
fn a_session_is_recorded() {
    let recording = run(
        "terminal",
        &["sh", "-c", "printf 'gr\\303'; sleep .1; printf '\\274n'"],
    );
    let lines: Vec<&str> = recording.lines().collect();
    assert!(lines[0].contains(r#""width": 80"#), "{recording}");
    assert!(lines[1].ends_with(r#" "o", "gr"]"#), "{recording}");
    assert!(lines[2].ends_with(r#" "o", "ün"]"#), "{recording}");
}

#[test]
fn race() {
    assert_eq!(run("race", &[]).lines().count(), 3);
}

const CONTESTANTS: [&str; 4] = ["ours", "ours-async", "std", "tokio"];

/// Runs `jobs` on a file of its own. Returns its exit code and what it wrote.
fn jobs(file: &str, arguments: &[&str]) -> (i32, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("Jobs");
    std::fs::write(&path, file).unwrap();
    let mut command = Command::new(program("jobs"));
    let output = command.arg("-f").arg(path).args(arguments).output().unwrap();
    let text = [output.stdout(), output.stderr()].concat();
    (
        output.status.unwrap().code().unwrap(),
        String::from_utf8(text).unwrap(),
    )
}

#[test]
fn jobs_run_at_once_and_are_printed_in_order() {
    let file = run("jobs", &["--generate", "300"]);
    let numbers: Vec<String> = (1..=300).map(|number| number.to_string()).collect();
    let expected = numbers.join("\n") + "\n";
    for with in CONTESTANTS {
        assert_eq!(
            jobs(&file, &["-j", "8", "--with", with]),
            (0, expected.clone()),
            "{with}"
        );
    }
}

#[test]
fn jobs_run_behind_what_they_need() {
    let file = "\
# Read from the bottom to the top.
all: second third
third: second
\techo third >> log; cat log
second: first
\techo second >> log
\techo \"of two\"
first:
\trm -f log
\techo first > log
unrelated:
\texit 1
";
    for with in CONTESTANTS {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("Jobs"), file).unwrap();
        let mut command = Command::new(program("jobs"));
        command
            .args(["-j", "4", "--with", with, "all"])
            .current_dir(folder.path());
        let output = command.output().unwrap();
        assert!(output.success(), "{with}");
        assert_eq!(
            String::from_utf8_lossy(output.stdout()),
            "of two\nfirst\nsecond\nthird\n",
            "{with}"
        );
    }
}

#[test]
fn a_job_that_fails_stops_the_run() {
    let file =
        "good:\n\techo good\nbad: good\n\techo before; exit 3\n\techo behind\nnever: bad\n\techo never\n";
    for with in CONTESTANTS {
        let outcome = jobs(file, &["-j", "2", "--with", with]);
        assert_eq!(
            outcome,
            (1, "good\nbefore\njobs: bad failed\n".to_owned()),
            "{with}"
        );
        let (code, text) = jobs("missing:\n\t/no/such/program\n", &["--with", with]);
        assert_eq!(code, 1, "{with}");
        assert!(text.starts_with("jobs: /no/such/program: "), "{with}: {text}");
    }
}

#[test]
fn errors_in_a_file_are_reported() {
    for (file, goal, message) in [
        ("a: b\nb: c\nc: b\n", "a", "b needs itself"),
        ("a: b\n", "a", "there is no b, which a needs"),
        ("a:\n", "b", "there is no b"),
        ("a:\na:\n", "a", "line 2: there is a a before"),
        ("\techo\n", "a", "line 1: a command before any job"),
        (
            "# a\n\nword\n",
            "a",
            "line 3 is neither `name: needs` nor a command behind a tab",
        ),
    ] {
        assert_eq!(jobs(file, &[goal]), (2, format!("jobs: {message}\n")));
    }
    let (code, text) = jobs("a:\n", &["--with", "nobody"]);
    assert_eq!(code, 2);
    assert!(
        text.contains("it is one of ours, ours-async, std, tokio"),
        "{text}"
    );
}
