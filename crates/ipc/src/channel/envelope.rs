//! The frame that announces a descriptor, and the answers to it: only its outer members are read,
//! so that a message which this crate's JSON parser would refuse (half a surrogate pair, deep
//! nesting) still arrives, with its descriptor.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::handles::{ACKNOWLEDGED, HANDLE, HandleType, REFUSED};

/// Node.js puts a handle that it sends again into one more envelope, at most once for each of its
/// three further attempts.
const MOST_ENVELOPES: usize = 8;

/// What a frame is in the protocol of handles.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Frame<'a> {
    /// A message like any other.
    Message,
    /// A message that comes with a descriptor.
    Handle {
        /// `None` when the frame does not say what the descriptor is, or names a type that this
        /// crate does not support.
        handle_type: Option<HandleType>,
        /// The JSON text of the message.
        message: &'a str,
    },
    Acknowledged,
    Refused,
}

/// What `text`, one frame, is. Bytes that are not UTF-8 or not JSON are a message, whose reader
/// says what is wrong with it.
pub(super) fn read(text: &str) -> Frame<'_> {
    let Ok(mut envelope) = serde_json::from_str::<Members<'_>>(text) else {
        return Frame::Message;
    };
    match envelope.cmd() {
        Some(ACKNOWLEDGED) => return Frame::Acknowledged,
        Some(REFUSED) => return Frame::Refused,
        Some(HANDLE) => {}
        _ => return Frame::Message,
    }
    for _ in 1..MOST_ENVELOPES {
        match envelope.inner() {
            Some(inner) => envelope = inner,
            None => break,
        }
    }
    Frame::Handle {
        handle_type: envelope.handle_type(),
        message: envelope.message(),
    }
}

/// The members of an object that count here, as their texts.
#[derive(Default)]
struct Members<'a> {
    cmd: Option<&'a RawValue>,
    kind: Option<&'a RawValue>,
    msg: Option<&'a RawValue>,
}

impl<'a> Members<'a> {
    fn cmd(&self) -> Option<&'static str> {
        let cmd = text_of(self.cmd?)?;
        [HANDLE, ACKNOWLEDGED, REFUSED]
            .into_iter()
            .find(|&known| known == cmd)
    }

    fn handle_type(&self) -> Option<HandleType> {
        HandleType::by_name(&text_of(self.kind?)?)
    }

    /// What `JSON.stringify` leaves out is nothing: `undefined` in Node.js.
    fn message(&self) -> &'a str {
        self.msg.map_or("null", RawValue::get)
    }

    fn inner(&self) -> Option<Self> {
        let inner: Self = serde_json::from_str(self.msg?.get()).ok()?;
        (inner.cmd() == Some(HANDLE)).then_some(inner)
    }
}

/// The string that a JSON text stands for; `None` when it is no string.
fn text_of(value: &RawValue) -> Option<String> {
    serde_json::from_str(value.get()).ok()
}

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(MembersVisitor)
    }
}

struct MembersVisitor;

impl<'de> Visitor<'de> for MembersVisitor {
    type Value = Members<'de>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut members = Members::default();
        while let Some(key) = map.next_key::<Key>()? {
            // As in JavaScript, the last of several members with one name counts.
            match key {
                Key::Cmd => members.cmd = Some(map.next_value()?),
                Key::Type => members.kind = Some(map.next_value()?),
                Key::Msg => members.msg = Some(map.next_value()?),
                Key::Other => drop(map.next_value::<&RawValue>()?),
            }
        }
        Ok(members)
    }
}

enum Key {
    Cmd,
    Type,
    Msg,
    Other,
}

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // As bytes: a name may hold half a surrogate pair, which no `str` can.
        deserializer.deserialize_bytes(KeyVisitor)
    }
}

struct KeyVisitor;

impl Visitor<'_> for KeyVisitor {
    type Value = Key;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a name")
    }

    fn visit_bytes<E: Error>(self, name: &[u8]) -> Result<Key, E> {
        Ok(match name {
            b"cmd" => Key::Cmd,
            b"type" => Key::Type,
            b"msg" => Key::Msg,
            _ => Key::Other,
        })
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Key, E> {
        self.visit_bytes(name.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::{Frame, MOST_ENVELOPES, read};
    use crate::HandleType;

    fn handle(text: &str) -> (Option<HandleType>, &str) {
        match read(text) {
            Frame::Handle { handle_type, message } => (handle_type, message),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_message_is_kept_as_it_came() {
        let deep = format!("{}1{}", "[".repeat(5000), "]".repeat(5000));
        for message in [
            r#""\ud800""#,
            r#"{"\udfff":1}"#,
            "1e999",
            deep.as_str(),
            r#"{ "a" : 1 }"#,
        ] {
            let text =
                format!(r#"{{"cmd":"NODE_HANDLE","\ud800":"\ud800","msg":{message},"type":"net.Server"}}"#);
            assert_eq!(handle(&text), (Some(HandleType::Server), message));
        }
    }

    #[test]
    fn what_names_no_handle_is_a_message() {
        let deep = "[".repeat(5000);
        for text in [
            "",
            "1",
            "[]",
            "{",
            r#"{"cmd":1}"#,
            r#"{"cmd":"NODE_HANDLE"} x"#,
            r#"{"cmd":"NODE_HANDLE","cmd":null}"#,
            r#"{"msg":{"cmd":"NODE_HANDLE"}}"#,
            &deep,
        ] {
            assert_eq!(read(text), Frame::Message, "{text}");
        }
        assert_eq!(read(r#"{"cmd":"NODE_HANDLE_ACK"}"#), Frame::Acknowledged);
        assert_eq!(read(r#"{"a":[1],"cmd":"NODE\u005fHANDLE_NACK"}"#), Frame::Refused);
    }

    #[test]
    fn an_announcement_without_its_members_is_still_one() {
        assert_eq!(handle(r#"{"cmd":"NODE_HANDLE"}"#), (None, "null"));
        assert_eq!(handle(r#"{"cmd":"NODE_HANDLE","type":"x","msg":1}"#), (None, "1"));
        assert_eq!(
            handle(r#"{"cmd":"NODE_HANDLE","type":"\ud800","msg":1}"#),
            (None, "1")
        );
    }

    #[test]
    fn envelopes_are_opened_up_to_a_number() {
        let wrapped = |times| {
            let mut text = r#"{"cmd":"NODE_HANDLE","type":"net.Socket","msg":7}"#.to_owned();
            for _ in 0..times {
                text = format!(r#"{{"cmd":"NODE_HANDLE","type":null,"msg":{text}}}"#);
            }
            text
        };
        assert_eq!(handle(&wrapped(3)), (Some(HandleType::Socket), "7"));
        assert_eq!(
            handle(&wrapped(MOST_ENVELOPES - 1)),
            (Some(HandleType::Socket), "7")
        );
        // More than a peer has a reason for: of no known type, so it is refused.
        assert_eq!(handle(&wrapped(MOST_ENVELOPES)).0, None);
    }
}
