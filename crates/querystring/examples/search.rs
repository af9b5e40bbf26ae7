//! Reads what a search page was asked into a struct, says what is wrong with it, and writes the
//! link to the next page: `cargo run --features serde --example search -- 'q=tea&page=two'`.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Sort {
    #[default]
    BestMatch,
    Newest,
}

#[derive(Debug, Serialize, Deserialize)]
struct Search {
    q: String,
    #[serde(default)]
    sort: Sort,
    page: Option<u32>,
    #[serde(default)]
    tag: Vec<String>,
}

fn main() {
    let query = std::env::args()
        .nth(1)
        .unwrap_or_else(|| "q=caf%C3%A9+au+lait&tag=milk&sort=newest&tag=hot".into());
    match rt_querystring::from_str::<Search>(&query) {
        Ok(mut search) => {
            println!("{search:?}");
            search.page = Some(search.page.unwrap_or(1) + 1);
            let next = rt_querystring::to_string(&search).expect("a search has a form in a query string");
            println!("next: ?{next}");
        }
        Err(error) => println!(
            "400 Bad Request: {error} (field: {})",
            error.field().unwrap_or("none")
        ),
    }
}
