//! The query strings that are read and written.

use rt_querystring::escape;

/// A query string and what it is called in the results.
pub struct Input {
    pub name: &'static str,
    pub text: String,
}

const WORDS: [&str; 8] = [
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta",
];

/// One of some words, as text.
pub fn word(index: usize) -> &'static str {
    WORDS[index % WORDS.len()]
}

/// What a form of 60 fields submits: 4 KB.
fn form() -> String {
    let field = |number| {
        let text = format!("{}, a value / {number} and then more", word(number));
        format!("field_{number}={}", escape(&text))
    };
    (0..60).map(field).collect::<Vec<_>>().join("&")
}

/// One long value, in which every seventh byte or so is an escape: 100 KB.
fn json() -> String {
    let record = |index| {
        let tags = format!(r#"["{}","{}"]"#, word(index + 1), word(index + 2));
        format!(
            r#"{{"id":{index},"name":"{}","tags":{tags},"text":"some \"text\" here"}}"#,
            word(index)
        )
    };
    let records = (0..700).map(record).collect::<Vec<_>>().join(",");
    format!("data={}", escape(&format!("[{records}]")))
}

/// Values of 1 KB with nothing to decode: 1 MB.
fn plain() -> String {
    let pair = |index| format!("key{}={}{}", index % 500, word(index), "x".repeat(1040));
    (0..1000).map(pair).collect::<Vec<_>>().join("&")
}

/// Values of 1 KB, half of it escapes, many of them not ASCII: 1 MB.
fn escaped() -> String {
    let pair = |index| {
        format!(
            "key{}={}{index}",
            index % 500,
            "%C3%A9t%C3%A9%20and%20so+on%2C".repeat(33)
        )
    };
    (0..1000).map(pair).collect::<Vec<_>>().join("&")
}

/// What most links hold: 80 bytes.
fn link() -> String {
    String::from("q=search+term&lang=en&page=4&sort=date&filter=gamma&utm_source=newsletter1&id=12")
}

/// All of them.
pub fn inputs() -> [Input; 5] {
    [
        ("link", link()),
        ("form", form()),
        ("json", json()),
        ("plain", plain()),
        ("escaped", escaped()),
    ]
    .map(|(name, text)| Input { name, text })
}
