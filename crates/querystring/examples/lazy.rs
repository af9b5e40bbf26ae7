//! Finds one key of a query string, and reads no further: `cargo run --example lazy --
//! 'q=caf%C3%A9&page=2' page`.

use rt_querystring::parse;
use std::borrow::Cow;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let query = arguments
        .next()
        .unwrap_or_else(|| "q=caf%C3%A9+au+lait&page=2&sort=date".into());
    let wanted = arguments.next().unwrap_or_else(|| "q".into());

    match parse(&query).find(|(key, _)| *key == wanted) {
        Some((_, Cow::Borrowed(value))) => println!("{wanted}: {value} (a part of the query string)"),
        Some((_, Cow::Owned(value))) => println!("{wanted}: {value} (decoded)"),
        None => println!("{wanted} is not there"),
    }
}
