//! The owned list of pairs.

use rt_querystring::QueryMap;

#[test]
fn values_keep_their_order() {
    let map: QueryMap = "a=1&b=2&a=3&c".parse().unwrap();
    assert_eq!((map.len(), map.is_empty()), (4, false));
    assert_eq!(
        (map.get("a"), map.get("c"), map.get("d")),
        (Some("1"), Some(""), None)
    );
    assert!(map.get_all("a").eq(["1", "3"]));
    assert!(map.get_all("a").rev().eq(["3", "1"]));
    assert!(map.contains_key("b") && !map.contains_key(""));
    assert!(map.iter().eq([("a", "1"), ("b", "2"), ("a", "3"), ("c", "")]));
    assert!(map.iter().rev().map(|(key, _)| key).eq(["c", "a", "b", "a"]));
    assert_eq!(map.iter().len(), 4);
    assert_eq!(map.to_string(), "a=1&b=2&a=3&c=");
}

#[test]
fn insert_replaces_all_values_in_the_place_of_the_first() {
    let mut map = QueryMap::from([("a", "1"), ("b", "2"), ("a", "3"), ("c", "4"), ("a", "5")]);
    assert_eq!(map.insert("a", "6"), Some("1".to_owned()));
    assert_eq!(map, QueryMap::from([("a", "6"), ("b", "2"), ("c", "4")]));
    assert_eq!(map.insert("d", "7"), None);
    assert_eq!(map.insert("a", "8"), Some("6".to_owned()));
    assert_eq!(map.to_string(), "a=8&b=2&c=4&d=7");
}

#[test]
fn pairs_are_added_and_removed() {
    let mut map = QueryMap::new();
    map.append("a", "1");
    map.extend(rt_querystring::parse("b=2&a=%33"));
    map.extend([(String::from("c"), "4")]);
    assert_eq!(map.remove("a"), ["1", "3"]);
    assert_eq!(map.remove("a"), <[&str; 0]>::default());
    map.retain(|key, value| key != "b" && value == "4");
    assert_eq!(
        map.clone().into_iter().collect::<Vec<_>>(),
        [("c".to_owned(), "4".to_owned())]
    );
    map.clear();
    assert!(map.is_empty());
    assert_eq!(map.to_string(), "");
}
