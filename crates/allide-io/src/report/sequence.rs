//! The report on a sequence as JSON and CSV: see `schema/sequence.schema.json`.

use super::csv::Table;
use super::json::write_compact;
use super::{Answers, Course, Detail, Document, Lasting, Pair};
use crate::Stamp;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::io::{self, Read, Write};

/// A report on the frames of a sequence, each like that on a scene of its own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SequenceDocument<'r> {
    /// The version of the schema: [`Document::SCHEMA`].
    pub schema: u32,
    /// The version of allide.
    pub version: Cow<'r, str>,
    /// The frames, in order.
    pub frames: Vec<FrameEntry<'r>>,
    /// The pairs that were found in any of them, the worst first.
    pub pairs: Vec<Lasting>,
    /// How much was found.
    pub totals: FrameTotals,
}

/// A frame.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FrameEntry<'r> {
    /// Its number: in the name of its file or, in an animation, counted from 0.
    pub frame: u64,
    /// Seconds, where they are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<f64>,
    /// The findings of the frame.
    pub report: Document<'r>,
}

/// How many frames there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FrameTotals {
    /// All that were examined.
    pub frames: usize,
    /// Those with findings.
    pub with_findings: usize,
    /// Different pairs in all of them.
    pub pairs: usize,
}

impl SequenceDocument<'_> {
    /// Reads what [`SequenceReport::write_json`] wrote.
    ///
    /// # Errors
    /// Those of `from`, and whatever is not such a report: the message names the place.
    pub fn read_json(from: impl Read) -> io::Result<SequenceDocument<'static>> {
        let document: SequenceDocument<'static> = serde_json::from_reader(io::BufReader::new(from))?;
        let bad = |problem: String| io::Error::new(io::ErrorKind::InvalidData, problem);
        for entry in &document.frames {
            entry.report.check().map_err(|problem| bad(format!("frame {}: {problem}", entry.frame)))?;
        }
        if !document.frames.is_sorted_by(|x, y| x.frame < y.frame) {
            return Err(bad("frames: they are not in order".into()));
        }
        Ok(document)
    }
}

/// A report on a sequence in the making: frames are written as they are added, and only their text is kept.
#[derive(Debug, Default)]
pub struct SequenceReport {
    course: Course,
    json: Option<Vec<u8>>,
    csv: Option<Table<Vec<u8>>>,
    detail: Detail,
}

impl SequenceReport {
    /// For the files that are wanted, with these details.
    ///
    /// # Errors
    /// None in practice: it writes to memory.
    pub fn new(json: bool, csv: bool, detail: Detail) -> io::Result<Self> {
        let csv = csv.then(|| Table::new(Vec::new(), detail.triangles, true)).transpose()?;
        Ok(Self { course: Course::default(), json: json.then(Vec::new), csv, detail })
    }

    /// Adds a frame; `pairs` are those of its findings that count for [`Course`].
    ///
    /// # Errors
    /// None in practice: it writes to memory.
    pub fn add(&mut self, stamp: Stamp, answers: &Answers, pairs: &[Pair<'_>]) -> io::Result<()> {
        if let Some(json) = &mut self.json {
            json.extend_from_slice(if self.course.frames() == 0 { b"\n" } else { b",\n" });
            let report = Document::new(answers, self.detail);
            write_compact(json, &FrameEntry { frame: stamp.number, time: stamp.time, report })?;
        }
        if let Some(csv) = &mut self.csv {
            csv.add(answers, Some(stamp))?;
        }
        self.course.add(stamp, answers, pairs);
        Ok(())
    }

    /// The findings so far, pair by pair.
    pub fn course(&self) -> &Course {
        &self.course
    }

    /// Writes all frames as one JSON document, a frame and a pair a line.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        write!(
            out,
            "{{\n\"schema\":{},\n\"version\":{:?},\n\"frames\":[",
            Document::SCHEMA,
            env!("CARGO_PKG_VERSION")
        )?;
        out.write_all(self.json.as_deref().unwrap_or_default())?;
        out.write_all(b"],\n\"pairs\":[")?;
        let pairs = self.course.pairs();
        for (place, pair) in pairs.iter().enumerate() {
            out.write_all(if place == 0 { b"\n" } else { b",\n" })?;
            write_compact(&mut *out, pair)?;
        }
        let (frames, with_findings) = (self.course.frames(), self.course.frames_with_findings());
        out.write_all(b"],\n\"totals\":")?;
        write_compact(&mut *out, &FrameTotals { frames, with_findings, pairs: pairs.len() })?;
        out.write_all(b"\n}\n")
    }

    /// Writes all frames as one table.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_csv(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(self.csv.as_ref().map_or(&[][..], |csv| csv.written()))
    }
}
