use super::{Found, MANY, batch};
use crate::batch::json::append;
use crate::batch::{Batch, LONG_STRING, MOST_TEXT};
use crate::{DEFAULT_FRAME_LIMIT, Format};

fn json(payloads: &[&str]) -> Option<(String, Vec<Found>)> {
    let payloads: Vec<_> = payloads.iter().map(|payload| payload.as_bytes()).collect();
    batch(Format::Newline, &payloads)
}

fn long() -> String {
    "é, ".repeat(LONG_STRING / 4)
}

#[test]
fn long_strings_are_left_out_of_json() {
    let long = long();
    let frames = [
        format!("{{\"index\":1,\"text\":\"{long}\"}}"),
        format!(" \"{long}\" "),
        format!("{{ \"a\" : {{\"a\":[\"}}\\\"\"]}} , \"b\" : \"{long}\" , \"c\": \"{long}\"}}"),
    ];
    let (text, strings) = json(&frames.each_ref().map(String::as_str)).unwrap();
    assert_eq!(
        text,
        "[{\"index\":1,\"text\":\"\"}, \"\" ,{ \"a\" : {\"a\":[\"}\\\"\"]} , \"b\" : \"\" , \"c\": \"\"}]"
    );
    let name = |name: &str| Some(name.to_owned());
    let bytes = || long.clone().into_bytes();
    assert_eq!(
        strings,
        [
            (0, name("text"), bytes()),
            (1, None, bytes()),
            (2, name("b"), bytes()),
            (2, name("c"), bytes())
        ]
    );
}

#[test]
fn strings_that_cannot_be_put_in_their_place_stay() {
    let long = long();
    for frame in [
        format!("{{\"a\":\"{long}\",\"a\":1}}"),
        format!("{{\"a\":1,\"a\":\"{long}\"}}"),
        format!("{{\"\\u0061\":1,\"a\":\"{long}\"}}"),
        format!("{{\"é\":\"{long}\"}}"),
        format!("{{\"a\":\"{long}\\n\"}}"),
        format!("{{\"a\":{{\"b\":\"{long}\"}}}}"),
        format!("[\"{long}\"]"),
    ] {
        assert_eq!(json(&["1", &frame]), Some((format!("[1,{frame}]"), Vec::new())));
        assert_eq!(json(&[&frame]), None);
    }
}

#[test]
fn strings_behind_much_else_stay() {
    let long = long();
    let escapes = |count| format!("\"{}\"", "\\n".repeat(count));
    let items = |count| format!("[{}1]", "1,".repeat(count));
    let is_left_out = |before: String| {
        let frame = format!("{{\"a\":{before},\"b\":\"{long}\"}}");
        json(&["1", &frame]).unwrap().1.len() == 1
    };
    assert!(is_left_out(escapes(50)) && is_left_out(items(25)));
    assert!(!is_left_out(escapes(70)) && !is_left_out(items(35)));
}

#[test]
fn what_is_no_json_text_is_no_batch() {
    let long = long();
    for frame in [
        format!("{{\"a\":\"{long}\""),
        format!("{{\"a\":\"{long}\"}}}}"),
        format!("{{\"a\":\"{long}\"}},{{}}"),
        format!("{{\"a\":\"{long}\" \"b\":1}}"),
        format!("{{\"a\":\"{long}\",}}"),
        format!("{{\"a\":\"{long}\t\"}}"),
        format!("{{\"a\" \"{long}\"}}"),
        format!("\"{long}"),
        format!("\"{long}\"\"\""),
        format!("{{\"a\":\"{long}\\"),
    ] {
        assert_eq!(json(&["1", &frame, "1"]), None, "{frame}");
    }
}

#[test]
fn a_text_that_would_be_long_is_no_batch() {
    let long = format!("[\"{}\"]", "x".repeat(3 * MOST_TEXT));
    assert_eq!(json(&["1", &long]), None);
    assert!(json(&["1", "2", "3", "4", &long]).is_some());
}

#[test]
fn of_a_frame_that_is_too_long_nothing_is_copied_or_checked() {
    let most = 2 * MOST_TEXT;
    let words = "word ".repeat(MANY);
    let long = "x".repeat(LONG_STRING);
    for frame in [
        format!("[\"{words}\"]"),
        format!("{{\"a\":[\"{words}\"]}}"),
        format!("{{\"a\":\"\\n{words}\"}}"),
        format!("{{\"a\":\"{long}\",\"b\":[\"{words}\"]}}"),
        format!("[{}1]", "1,".repeat(MANY)),
        format!("{{\"a\":\"{long}\",\"b\":[{}1]}}", "1,".repeat(MANY)),
        format!("\"{}\"", "\\n".repeat(MANY)),
        format!("{{\"a\":1{}}}", " ".repeat(MANY)),
    ] {
        let mut batch = Batch {
            longest_string: DEFAULT_FRAME_LIMIT,
            ..Batch::default()
        };
        assert_eq!(
            append(&mut batch, 0, frame.as_bytes(), most),
            None,
            "{}",
            &frame[..20]
        );
        assert!(batch.text.capacity() <= 2 * most, "{}", &frame[..20]);
    }
}
