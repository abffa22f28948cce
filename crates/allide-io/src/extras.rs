//! The metadata that a file has for an object.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use std::sync::Arc;

/// The metadata of an object: `extras` of a glTF node, metadata of a 3MF object. JSON, carried through and never
/// followed. Cheap to clone.
#[derive(Clone, Debug, PartialEq)]
pub struct Extras(Arc<Value>);

impl Serialize for Extras {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Extras {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Value::deserialize(deserializer).map(|value| Self(Arc::new(value)))
    }
}

impl Extras {
    /// The most bytes, as [`Extras::text`] has them, that a reader carries; what is longer is left out with a note.
    pub const MOST_BYTES: usize = 16 << 10;

    pub(crate) fn new(value: Value) -> Option<Self> {
        let is_empty = match &value {
            Value::Null => true,
            Value::Object(fields) => fields.is_empty(),
            Value::Array(values) => values.is_empty(),
            _ => false,
        };
        (!is_empty).then(|| Self(Arc::new(value)))
    }

    /// As JSON on one line.
    pub fn text(&self) -> String {
        self.0.to_string()
    }

    /// Its fields, each with a text; of anything but an object, one field `extras`.
    pub fn fields(&self) -> Vec<(String, String)> {
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        match &*self.0 {
            Value::Object(fields) => fields.iter().map(|(name, value)| (name.clone(), text(value))).collect(),
            value => vec![("extras".into(), text(value))],
        }
    }

    /// The identifier of the object, if a field has one: the first of GlobalId (of IFC), GUID, UUID and id, in any case.
    pub(crate) fn key(&self) -> Option<String> {
        const KEYS: [&str; 5] = ["globalid", "ifcguid", "guid", "uuid", "id"];
        const LONGEST: usize = 128;
        let fields = self.0.as_object()?;
        let text = |value: &Value| match value {
            Value::String(text) => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        };
        let find = |key: &&str| fields.iter().find(|(name, _)| name.eq_ignore_ascii_case(key)).map(|(_, value)| value);
        let mut found = KEYS.iter().filter_map(find).filter_map(text);
        found.find(|key| !key.is_empty() && key.len() <= LONGEST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn extras(text: &str) -> Option<Extras> {
        Extras::new(serde_json::from_str(text).unwrap())
    }

    #[test]
    fn keys_are_those_of_known_fields() {
        let key = |text| extras(text).unwrap().key();
        assert_eq!(
            key(r#"{"id": 7, "GlobalId": "2O2Fr$t4X7Zf8NOew3FLOH"}"#).as_deref(),
            Some("2O2Fr$t4X7Zf8NOew3FLOH")
        );
        assert_eq!(key(r#"{"ID": 7}"#).as_deref(), Some("7"));
        for none in [r#"{"name": "x"}"#, r#"{"id": ""}"#, r#"{"id": [1]}"#, "[1]", "3", r#""text""#] {
            assert_eq!(key(none), None, "{none}");
        }
    }

    #[test]
    fn fields_are_texts_and_nothing_is_none() {
        let fields = extras(r#"{"a": "x\ny", "b": [1, 2]}"#).unwrap().fields();
        assert_eq!(fields, [("a".into(), "x\ny".into()), ("b".to_owned(), "[1,2]".to_owned())]);
        assert_eq!(extras("5").unwrap().fields(), [("extras".to_owned(), "5".to_owned())]);
        assert!(["{}", "[]", "null"].into_iter().all(|text| extras(text).is_none()));
    }
}
