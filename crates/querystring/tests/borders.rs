//! Texts that end, and are cut, at every place where something begins again: a vector, a stride of
//! the scan, the longest remembered key, a part, a table, the memory.

mod reading;

use reading::{How, Pair, Reader, memory, read};
use rt_querystring::batch::{BLOCK, LONGEST_KEY, ROWS, SLOTS, Width};
use rt_querystring::parse;

const EVERY_WAY: [How; 3] = [How::Plain(Width::Bytes), How::Plain(Width::Units), How::Separated];
/// Units that the separators take before the text.
const PREFIX: usize = 2;

fn lazy(text: &str) -> Vec<Pair> {
    parse(text.as_bytes())
        .map(|(key, value)| (key.encode_utf16().collect(), value.encode_utf16().collect()))
        .collect()
}

fn assert_read(text: &str, step: usize) {
    let (units, expected): (Vec<u16>, _) = (text.encode_utf16().collect(), lazy(text));
    for how in EVERY_WAY {
        assert!(
            read(&mut Reader::default(), &units, how, step) == expected,
            "{how:?} in steps of {step}: {text:.80}"
        );
    }
}

#[test]
fn every_cut_of_a_text() {
    let text = "a=1&&bb=%41%C3%A9+x&c&=d&longer-than-a-vector-of-bytes=%F0%9F%98%80&%zz=%&e==f&";
    let steps = if cfg!(miri) { 30..34 } else { 1..text.len() + 2 };
    for step in steps {
        assert_read(text, step);
    }
}

#[test]
fn every_length_of_a_key_and_a_value() {
    let around = |length: usize| [length - 1, length, length + 1];
    let values: Vec<usize> = [1, 16, LONGEST_KEY, 64].into_iter().flat_map(around).collect();
    let keys = if cfg!(miri) {
        LONGEST_KEY..LONGEST_KEY + 2
    } else {
        0..80
    };
    for key in keys {
        for &value in if cfg!(miri) { &values[..1] } else { &values } {
            for mark in ["", "%41", "+", "%"] {
                let (key, value) = ("k".repeat(key), "v".repeat(value));
                assert_read(
                    &format!("{key}{mark}={value}{mark}&{mark}{key}x={mark}{value}"),
                    1 << 12,
                );
            }
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "some hundred thousand units take Miri too long")]
fn every_length_around_the_memory() {
    for length in BLOCK - 3..=BLOCK - PREFIX {
        for unit in ["a=1&", "x", "&", "%41", "k=%zz+&", "%41=&"] {
            assert_read(&unit.repeat(BLOCK).as_str()[..length], BLOCK - PREFIX);
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "some hundred thousand units take Miri too long")]
fn more_pairs_than_a_table_holds() {
    for rows in [ROWS - 1, ROWS, ROWS + 1, 2 * ROWS] {
        for pair in ["=&", "a&", "a=&"] {
            assert_read(&pair.repeat(rows), BLOCK - PREFIX);
        }
    }
}

#[test]
fn more_keys_than_are_remembered() {
    let count = if cfg!(miri) { 20 } else { 3 * SLOTS };
    let pairs: Vec<_> = (0..count).map(|number| format!("key{number}={number}")).collect();
    let text = pairs.join("&");
    let units: Vec<u16> = text.encode_utf16().collect();
    let mut reader = Reader::default();
    // A key that is known comes as a range of the input, too.
    for _ in 0..3 {
        assert!(read(&mut reader, &units, How::Plain(Width::Bytes), BLOCK) == lazy(&text));
    }
}

#[test]
fn room_for_one_long_pair() {
    let length = if cfg!(miri) { 100 } else { 5 * BLOCK };
    let text = format!("{}={}", "k".repeat(3), "v".repeat(length));
    let units: Vec<u16> = text.encode_utf16().collect();
    let mut reader = Reader::default();
    reader.memory = memory(units.len().max(BLOCK + 1), 0);
    assert!(read(&mut reader, &units, How::Plain(Width::Bytes), units.len()) == lazy(&text));
}
