//! Changes the query of a link and keeps the order of all else: `cargo run --example link --
//! '/list?tag=a&page=1&tag=b'`.

use rt_querystring::{Options, QueryMap};

fn main() {
    let link = std::env::args()
        .nth(1)
        .unwrap_or_else(|| "/list?tag=new+books&page=1&tag=r%26d&utm_source=mail".into());
    let (path, query) = link.split_once('?').unwrap_or((&link, ""));

    // At most a hundred pairs, whatever the link holds.
    let mut query: QueryMap = Options::new().max_keys(100).parse(query).collect();
    query.retain(|key, _| !key.starts_with("utm_"));
    let page: u32 = query.get("page").and_then(|page| page.parse().ok()).unwrap_or(1);
    query.insert("page", (page + 1).to_string());

    for (number, tag) in query.get_all("tag").enumerate() {
        println!("tag {number}: {tag}");
    }
    println!("{path}?{query}");
}
