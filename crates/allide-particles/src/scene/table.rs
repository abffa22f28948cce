//! Values of a TOML table, with errors that say where.

use super::SceneError;
use super::error::Place;
use crate::{DVec2, DVec3};
use std::cell::RefCell;
use std::ops::Range;
use toml_edit::{Item, TableLike, Value};

/// A table that remembers which of its keys were asked for.
pub(super) struct Table<'a> {
    text: &'a str,
    table: &'a dyn TableLike,
    span: Option<Range<usize>>,
    place: Place,
    known: RefCell<Vec<&'static str>>,
}

/// Line and column, from 1, of a byte; columns count characters.
pub(super) fn position(text: &str, byte: usize) -> (usize, usize) {
    let end = (0..=byte.min(text.len())).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
    let before = &text[..end];
    let line = before.matches('\n').count() + 1;
    (line, before.chars().rev().take_while(|&c| c != '\n').count() + 1)
}

impl<'a> Table<'a> {
    pub fn new(text: &'a str, table: &'a dyn TableLike, span: Option<Range<usize>>, place: Place) -> Self {
        Self { text, table, span, place, known: RefCell::default() }
    }

    /// An error at a value, or at the table.
    pub fn error(&self, span: Option<Range<usize>>, message: impl Into<String>) -> SceneError {
        let at = span.or_else(|| self.span.clone());
        let position = at.map(|span| position(self.text, span.start));
        SceneError { position, place: self.place.clone(), message: message.into() }
    }

    pub fn item(&self, key: &'static str) -> Option<&'a Item> {
        if !self.known.borrow().contains(&key) {
            self.known.borrow_mut().push(key);
        }
        self.table.get(key)
    }

    /// An error if a key is there that nobody asked for.
    pub fn finish(&self) -> Result<(), SceneError> {
        let known = self.known.borrow();
        for (key, item) in self.table.iter() {
            if !known.contains(&key) {
                let span = self.table.key(key).and_then(toml_edit::Key::span).or_else(|| item.span());
                let list = unknown("key", key, &known).replacen("there are ", "known here: ", 1);
                return Err(self.error(span, list));
            }
        }
        Ok(())
    }

    /// An error for a key that must be there, with what to write.
    pub fn missing(&self, key: &str, value: &str) -> SceneError {
        self.error(None, format!("\"{key}\" is missing: write {key} = {value}"))
    }

    pub fn text(&self, key: &'static str) -> Result<Option<&'a str>, SceneError> {
        let Some(item) = self.item(key) else { return Ok(None) };
        item.as_str().map(Some).ok_or_else(|| self.error(item.span(), format!("{key} must be a text in quotes")))
    }

    pub fn number(&self, key: &'static str) -> Result<Option<f64>, SceneError> {
        let Some(item) = self.item(key) else { return Ok(None) };
        item.as_value()
            .and_then(to_number)
            .map(Some)
            .ok_or_else(|| self.error(item.span(), format!("{key} must be a number")))
    }

    pub fn number_or(&self, key: &'static str, otherwise: f64) -> Result<f64, SceneError> {
        Ok(self.number(key)?.unwrap_or(otherwise))
    }

    pub fn needed(&self, key: &'static str) -> Result<f64, SceneError> {
        self.number(key)?.ok_or_else(|| self.missing(key, "a number"))
    }

    /// A whole number from 0 to `most`.
    pub fn count(&self, key: &'static str, most: u64) -> Result<Option<u64>, SceneError> {
        let Some(item) = self.item(key) else { return Ok(None) };
        let whole = item.as_integer().and_then(|value| u64::try_from(value).ok()).filter(|&value| value <= most);
        whole.map(Some).ok_or_else(|| self.error(item.span(), format!("{key} must be a whole number from 0 to {most}")))
    }

    /// Exactly `N` numbers.
    pub fn numbers<const N: usize>(&self, key: &'static str) -> Result<Option<[f64; N]>, SceneError> {
        let Some(item) = self.item(key) else { return Ok(None) };
        let value = item.as_value().and_then(to_numbers);
        value.map(Some).ok_or_else(|| self.error(item.span(), format!("{key} must be a list of {N} numbers")))
    }

    pub fn needed_numbers<const N: usize>(&self, key: &'static str) -> Result<[f64; N], SceneError> {
        self.numbers(key)?.ok_or_else(|| self.missing(key, &format!("[{N} numbers]")))
    }

    pub fn vector_or(&self, key: &'static str, otherwise: DVec3) -> Result<DVec3, SceneError> {
        Ok(self.numbers(key)?.map_or(otherwise, DVec3::from_array))
    }

    /// A list of lists of `N` numbers.
    pub fn rows<const N: usize>(&self, key: &'static str) -> Result<Option<Vec<[f64; N]>>, SceneError> {
        let Some(item) = self.item(key) else { return Ok(None) };
        let fault = |span| self.error(span, format!("{key} must be a list of lists of {N} numbers"));
        let list = item.as_array().ok_or_else(|| fault(item.span()))?;
        list.iter().map(|row| to_numbers(row).ok_or_else(|| fault(row.span()))).collect::<Result<_, _>>().map(Some)
    }

    /// Two corners.
    pub fn corners<const N: usize>(&self, key: &'static str) -> Result<Option<[[f64; N]; 2]>, SceneError> {
        let Some(rows) = self.rows(key)? else { return Ok(None) };
        let span = self.table.get(key).and_then(Item::span);
        let both = <[[f64; N]; 2]>::try_from(rows);
        both.map(Some).map_err(|_| self.error(span, format!("{key} must be two corners, the lowest and the highest")))
    }

    /// A list of texts.
    pub fn texts(&self, key: &'static str) -> Result<Option<Vec<&'a str>>, SceneError> {
        let Some(item) = self.item(key) else { return Ok(None) };
        let texts = item.as_array().and_then(|list| list.iter().map(Value::as_str).collect());
        texts.map(Some).ok_or_else(|| self.error(item.span(), format!("{key} must be a list of texts in quotes")))
    }

    /// A list of numbers.
    pub fn list(&self, key: &'static str) -> Result<Option<Vec<f64>>, SceneError> {
        let Some(item) = self.item(key) else { return Ok(None) };
        let list = item.as_array().and_then(|list| list.iter().map(to_number).collect());
        list.map(Some).ok_or_else(|| self.error(item.span(), format!("{key} must be a list of numbers")))
    }

    /// A table within the table.
    pub fn table(&self, key: &'static str) -> Result<Option<Table<'a>>, SceneError> {
        let Some(item) = self.item(key) else { return Ok(None) };
        let table = item.as_table_like().ok_or_else(|| self.error(item.span(), format!("{key} must be a table")))?;
        Ok(Some(Table::new(self.text, table, item.span(), self.place.clone())))
    }

    /// A list of tables within the table.
    pub fn tables(&self, key: &'static str) -> Result<Vec<Table<'a>>, SceneError> {
        let Some(item) = self.item(key) else { return Ok(Vec::new()) };
        let fault = || self.error(item.span(), format!("{key} must be a list of tables: {key} = [{{ … }}]"));
        let list = item.as_array().ok_or_else(fault)?;
        let table = |value: &'a Value| {
            let table = value.as_inline_table().ok_or_else(fault)?;
            Ok(Table::new(self.text, table, value.span(), self.place.clone()))
        };
        list.iter().map(table).collect()
    }
}

fn to_number(value: &Value) -> Option<f64> {
    value.as_float().or_else(|| value.as_integer().map(|value| value as f64))
}

fn to_numbers<const N: usize>(value: &Value) -> Option<[f64; N]> {
    let list: Option<Vec<f64>> = value.as_array()?.iter().map(to_number).collect();
    list?.try_into().ok()
}

/// The message about an unknown name: all known ones, and the most similar one, if any.
pub(super) fn unknown(what: &str, name: &str, known: &[&str]) -> String {
    let near = known.iter().map(|known| (distance(name, known), known)).min();
    let near = near.filter(|(steps, known)| *steps * 3 <= known.chars().count().max(3));
    let hint = near.map_or_else(String::new, |(_, known)| format!(": did you mean \"{known}\"?"));
    let joint = if hint.is_empty() { ";" } else { "" };
    format!("unknown {what} \"{name}\"{hint}{joint} there are {}", known.join(", "))
}

/// How many letters must be changed, added, left out or swapped with the next to get from one word to another.
fn distance(a: &str, b: &str) -> usize {
    let [a, b] = [a, b].map(|word| word.chars().flat_map(char::to_lowercase).collect::<Vec<_>>());
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            rows[i][j] = match (i, j) {
                (0, _) | (_, 0) => i + j,
                _ => {
                    let change = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                    let best = change.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
                    let is_swap = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
                    if is_swap { best.min(rows[i - 2][j - 2] + 1) } else { best }
                }
            };
        }
    }
    rows[a.len()][b.len()]
}

/// A point of the plane.
pub(super) fn flat(point: [f64; 2]) -> DVec2 {
    DVec2::from_array(point)
}
