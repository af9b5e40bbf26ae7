//! The one string that a program of Windows gets as its arguments, quoted as the C runtime of
//! Microsoft takes it apart; the same as libuv's `make_program_args`.

const SPACE: u16 = b' ' as u16;
const TAB: u16 = b'\t' as u16;
const QUOTE: u16 = b'"' as u16;
const BACKSLASH: u16 = b'\\' as u16;

/// The command line of these arguments, without a zero at the end. Verbatim: they are only joined
/// by spaces.
pub(super) fn command_line(arguments: &[Vec<u16>], verbatim: bool) -> Vec<u16> {
    let mut line = Vec::new();
    for (position, argument) in arguments.iter().enumerate() {
        if position > 0 {
            line.push(SPACE);
        }
        if verbatim {
            line.extend_from_slice(argument);
        } else {
            quote(argument, &mut line);
        }
    }
    line
}

/// Backslashes count as such except before a quote, where each is doubled: before one in the
/// argument, and before the one that ends it.
fn quote(argument: &[u16], line: &mut Vec<u16>) {
    if !argument.is_empty() && !argument.iter().any(|unit| [SPACE, TAB, QUOTE].contains(unit)) {
        line.extend_from_slice(argument);
        return;
    }
    line.push(QUOTE);
    let mut backslashes = 0;
    for &unit in argument {
        if unit == QUOTE {
            line.extend(std::iter::repeat_n(BACKSLASH, backslashes + 1));
        }
        backslashes = if unit == BACKSLASH { backslashes + 1 } else { 0 };
        line.push(unit);
    }
    line.extend(std::iter::repeat_n(BACKSLASH, backslashes));
    line.push(QUOTE);
}

#[cfg(test)]
mod tests {
    use super::super::wide::of;
    use super::command_line;

    fn line(arguments: &[&str], verbatim: bool) -> String {
        let arguments: Vec<_> = arguments.iter().map(|argument| of(argument)).collect();
        String::from_utf16(&command_line(&arguments, verbatim)).unwrap()
    }

    /// The table in libuv's `quote_cmd_arg`, and the cases of its test `argument_escaping`.
    #[test]
    fn an_argument_is_quoted_as_by_libuv() {
        let cases = [
            (r#"hello"world"#, r#""hello\"world""#),
            (r#"hello""world"#, r#""hello\"\"world""#),
            (r"hello\world", r"hello\world"),
            (r"hello\\world", r"hello\\world"),
            (r#"hello\"world"#, r#""hello\\\"world""#),
            (r#"hello\\"world"#, r#""hello\\\\\"world""#),
            (r"hello world\", r#""hello world\\""#),
            ("", r#""""#),
            ("a b", r#""a b""#),
            ("a\tb", "\"a\tb\""),
            (r"\", r"\"),
            (r"c:\path\with space\\", r#""c:\path\with space\\\\""#),
            (r"%PATH%&^", r"%PATH%&^"),
            (r#"""#, r#""\"""#),
        ];
        for (argument, expected) in cases {
            assert_eq!(line(&[argument], false), expected, "{argument}");
        }
    }

    #[test]
    fn arguments_are_joined_by_spaces() {
        assert_eq!(line(&["cmd", "a b", "", "c"], false), r#"cmd "a b" "" c"#);
        assert_eq!(line(&["cmd", "a b", "", r#""c""#], true), r#"cmd a b  "c""#);
        assert_eq!(line(&[], false), "");
    }
}
