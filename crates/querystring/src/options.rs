//! How query strings are read and written.

use crate::Simd;

/// What stands between pairs and between a key and its value, and how many pairs count.
///
/// ```
/// use rt_querystring::Options;
///
/// let options = Options::new().separator(";").assignment(":").max_keys(2);
/// let pairs = options.parse("a:1;b:2;c:3");
/// assert_eq!(options.stringify(pairs), "a:1;b:2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options<'a> {
    pub(crate) separator: &'a str,
    pub(crate) assignment: &'a str,
    pub(crate) max_keys: Option<usize>,
    pub(crate) simd: Simd,
}

impl<'a> Options<'a> {
    /// `&` between pairs, `=` between key and value, no limit.
    #[must_use]
    #[inline]
    pub fn new() -> Self {
        Self {
            separator: "&",
            assignment: "=",
            max_keys: None,
            simd: Simd::best(),
        }
    }

    /// The text between two pairs, `sep` of Node.js. An empty one is the default, `&`, as in
    /// Node.js.
    ///
    /// A separator is found before anything is decoded, and it is written as it is, so it should
    /// hold nothing that may be part of a key, of a value or of an escape. Node.js looks for both
    /// delimiters and for escapes at once, so its pairs may be others where a delimiter begins
    /// with `%`, is a part of the other, or is met in part.
    #[must_use]
    pub fn separator(mut self, separator: &'a str) -> Self {
        self.separator = if separator.is_empty() { "&" } else { separator };
        self
    }

    /// The text between a key and its value, `eq` of Node.js. An empty one is the default, `=`, as
    /// in Node.js.
    ///
    /// The first one in a pair counts. Where it begins with the separator, that comes first.
    #[must_use]
    pub fn assignment(mut self, assignment: &'a str) -> Self {
        self.assignment = if assignment.is_empty() { "=" } else { assignment };
        self
    }

    /// How many pairs are read at most, `maxKeys` of Node.js. As there, empty pairs count although
    /// they are left out, and 0 is no limit.
    ///
    /// The default is no limit, where Node.js has 1000: an iterator holds no more than one pair.
    #[must_use]
    pub fn max_keys(mut self, max_keys: usize) -> Self {
        self.max_keys = (max_keys != 0).then_some(max_keys);
        self
    }

    /// The vector instructions to use instead of the fastest ones: to test or to compare them.
    #[must_use]
    pub fn simd(mut self, simd: Simd) -> Self {
        self.simd = simd;
        self
    }
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self::new()
    }
}
