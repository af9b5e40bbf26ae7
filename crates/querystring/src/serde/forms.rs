//! What HTML forms send, for `#[serde(deserialize_with)]`.

use super::Error;
use super::de::Text;
use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;
use serde::de::{Deserialize, Deserializer, Error as _, Visitor};

/// Reads a field from its text even where serde has to guess the type: inside a struct with
/// `#[serde(flatten)]`.
///
/// serde collects the fields of a flattened struct before it knows their types, so each of them is
/// a string by then, which does not fit a number or a `bool`. For text and enums this function is
/// not needed. A key that is repeated is an error in a flattened struct: serde asks for no sequence
/// there.
///
/// # Errors
/// That of the type, for a text that does not fit it.
///
/// ```
/// use serde::Deserialize;
///
/// #[derive(Deserialize)]
/// struct Search {
///     q: String,
///     #[serde(flatten)]
///     range: Range,
/// }
///
/// #[derive(Deserialize)]
/// struct Range {
///     #[serde(deserialize_with = "rt_querystring::from_text")]
///     page: u32,
/// }
///
/// let search: Search = rt_querystring::from_str("q=tea&page=2")?;
/// assert_eq!((&*search.q, search.range.page), ("tea", 2));
/// # Ok::<(), rt_querystring::Error>(())
/// ```
pub fn from_text<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<T, D::Error> {
    read(deserializer.deserialize_str(TextVisitor)?)
}

/// Reads an input field of an HTML form that may be left empty: `None` for an empty value, as for a
/// missing key with `#[serde(default)]`.
///
/// Without it an empty value is an empty text, which a `String` takes and a number refuses.
///
/// # Errors
/// That of the type, for a text that does not fit it.
///
/// ```
/// use serde::Deserialize;
///
/// #[derive(Deserialize)]
/// struct Search {
///     #[serde(default, deserialize_with = "rt_querystring::empty_as_none")]
///     page: Option<u32>,
/// }
///
/// let page = |text| rt_querystring::from_str::<Search>(text).map(|search| search.page);
/// assert_eq!(page("page=2")?, Some(2));
/// assert_eq!(page("page=")?, None);
/// assert_eq!(page("")?, None);
/// # Ok::<(), rt_querystring::Error>(())
/// ```
pub fn empty_as_none<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    match deserializer.deserialize_str(TextVisitor)? {
        text if text.is_empty() => Ok(None),
        text => read(text).map(Some),
    }
}

/// Reads a checkbox of an HTML form: `true` for `on`, `true` and `1`, `false` for `off`, `false`,
/// `0` and nothing.
///
/// A browser sends `name=on` for a checked box and nothing for one that is not checked: hence
/// `#[serde(default)]`.
///
/// # Errors
/// For any other text.
///
/// ```
/// use serde::Deserialize;
///
/// #[derive(Deserialize)]
/// struct Order {
///     #[serde(default, deserialize_with = "rt_querystring::checkbox")]
///     express: bool,
/// }
///
/// assert!(rt_querystring::from_str::<Order>("express=on")?.express);
/// assert!(!rt_querystring::from_str::<Order>("")?.express);
/// # Ok::<(), rt_querystring::Error>(())
/// ```
pub fn checkbox<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    let text = deserializer.deserialize_str(TextVisitor)?;
    match &*text {
        "on" | "true" | "1" => Ok(true),
        "off" | "false" | "0" | "" => Ok(false),
        _ => Err(D::Error::custom(format_args!(
            "invalid value: string {text:?}, expected `on` of a checkbox"
        ))),
    }
}

fn read<'de, T: Deserialize<'de>, E: serde::de::Error>(text: Cow<'de, str>) -> Result<T, E> {
    T::deserialize(Text(text)).map_err(|error: Error| E::custom(error))
}

/// Takes a text as it comes: borrowed where it can be.
struct TextVisitor;

impl<'de> Visitor<'de> for TextVisitor {
    type Value = Cow<'de, str>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a string")
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Cow::Borrowed(text))
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Cow::Owned(text.into()))
    }

    fn visit_string<E>(self, text: String) -> Result<Self::Value, E> {
        Ok(Cow::Owned(text))
    }
}
