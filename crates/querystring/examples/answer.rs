//! Answers requests on standard input with what this crate's functions return, so that bindings in
//! other languages can be compared with it.
//!
//! A request is one byte, the number of the function ([`answer`] has them), and a list of texts.
//! The answer is a list of texts. A list is the number of its texts and then each text: the number
//! of its UTF-16 code units and the units. All numbers are 32 bits, all integers little-endian. A
//! function that refuses its text answers with the number 2^32 - 1 instead of a list.

use rt_querystring::{escape, escape_utf16, parse, stringify, unescape, unescape_bytes, unescape_utf16};
use std::io::{self, BufReader, BufWriter, ErrorKind, Read, Write};

const REFUSED: u32 = u32::MAX;

fn main() -> io::Result<()> {
    let mut input = BufReader::new(io::stdin().lock());
    let mut output = BufWriter::new(io::stdout().lock());
    let mut function = [0];
    loop {
        match input.read_exact(&mut function) {
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => return output.flush(),
            result => result?,
        }
        let texts = read_texts(&mut input)?;
        let [function] = function;
        match answer(function, &texts)? {
            Some(texts) => write_texts(&mut output, &texts)?,
            None => write_number(&mut output, REFUSED)?,
        }
    }
}

/// Calls a function; nothing when it refuses its text.
fn answer(function: u8, texts: &[Vec<u16>]) -> io::Result<Option<Vec<Vec<u16>>>> {
    let only = || texts.first().ok_or(ErrorKind::InvalidData);
    Ok(Some(match function {
        // Pairs: key, value, key, value.
        b'p' => parse(string(only()?)?.as_bytes())
            .flat_map(|(key, value)| [units(&key), units(&value)])
            .collect(),
        b's' => {
            let pairs = texts
                .chunks_exact(2)
                .map(|pair| Ok((string(&pair[0])?, string(&pair[1])?)));
            vec![units(&stringify(pairs.collect::<io::Result<Vec<_>>>()?))]
        }
        b'e' => vec![units(&escape(&string(only()?)?))],
        b'E' => match escape_utf16(only()?) {
            Ok(escaped) => vec![units(&escaped)],
            Err(_) => return Ok(None),
        },
        b'u' => vec![units(&unescape(&string(only()?)?))],
        b'U' => vec![unescape_utf16(only()?)],
        // Bytes: one in each unit.
        b'o' => {
            let bytes: Vec<u8> = only()?.iter().map(|unit| unit.to_le_bytes()[0]).collect();
            let decoded = unescape_bytes(&bytes);
            vec![decoded.iter().copied().map(u16::from).collect()]
        }
        _ => return Err(ErrorKind::InvalidData.into()),
    }))
}

fn string(units: &[u16]) -> io::Result<String> {
    String::from_utf16(units).map_err(|_| ErrorKind::InvalidData.into())
}

fn units(text: &str) -> Vec<u16> {
    text.encode_utf16().collect()
}

fn read_number(input: &mut impl Read) -> io::Result<u32> {
    let mut number = [0; 4];
    input.read_exact(&mut number)?;
    Ok(u32::from_le_bytes(number))
}

fn read_texts(input: &mut impl Read) -> io::Result<Vec<Vec<u16>>> {
    let count = read_number(input)?;
    (0..count)
        .map(|_| {
            let mut bytes = vec![0; 2 * read_number(input)? as usize];
            input.read_exact(&mut bytes)?;
            Ok(bytes
                .chunks_exact(2)
                .map(|unit| u16::from_le_bytes([unit[0], unit[1]]))
                .collect())
        })
        .collect()
}

fn write_number(output: &mut impl Write, number: u32) -> io::Result<()> {
    output.write_all(&number.to_le_bytes())
}

fn write_texts(output: &mut impl Write, texts: &[Vec<u16>]) -> io::Result<()> {
    let number = |length: usize| u32::try_from(length).map_err(io::Error::other);
    write_number(output, number(texts.len())?)?;
    for text in texts {
        write_number(output, number(text.len())?)?;
        let bytes: Vec<u8> = text.iter().copied().flat_map(u16::to_le_bytes).collect();
        output.write_all(&bytes)?;
    }
    Ok(())
}
