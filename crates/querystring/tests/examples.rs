//! The programs of `examples/` run, and say what they should.
#![cfg(not(miri))]

use std::process::Command;

/// Runs an example, which cargo builds with the tests, and returns what it wrote.
fn run(example: &str, arguments: &[&str]) -> String {
    let tests = std::env::current_exe().unwrap();
    let path = tests.ancestors().nth(2).unwrap().join("examples").join(example);
    let output = Command::new(path).args(arguments).output().unwrap();
    assert!(
        output.status.success(),
        "{example}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn lazy() {
    assert_eq!(run("lazy", &[]), "q: café au lait (decoded)\n");
    assert_eq!(
        run("lazy", &["a=1&b=2", "b"]),
        "b: 2 (a part of the query string)\n"
    );
    assert_eq!(run("lazy", &["a=1", "b"]), "b is not there\n");
}

#[test]
fn link() {
    assert_eq!(
        run("link", &[]),
        "tag 0: new books\ntag 1: r&d\n/list?tag=new%20books&page=2&tag=r%26d\n"
    );
    assert_eq!(run("link", &["/"]), "/?page=2\n");
}

#[test]
fn search() {
    let text = run("search", &[]);
    assert!(
        text.ends_with("next: ?q=caf%C3%A9%20au%20lait&sort=newest&page=2&tag=milk&tag=hot\n"),
        "{text}"
    );
    assert_eq!(
        run("search", &["q=tea&page=two"]),
        "400 Bad Request: field `page`: invalid digit found in string (field: page)\n"
    );
    assert_eq!(
        run("search", &["page=2"]),
        "400 Bad Request: field `q` is missing (field: q)\n"
    );
}
