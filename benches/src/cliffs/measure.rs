//! Starts a process for one scene and one method, and stops it when it takes too long or too much memory.

use super::case::{Cliff, Scale};
use super::child::LATE;
use crate::peers::median;
use allide::Method;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

/// No run may take longer.
pub const LIMIT: Duration = Duration::from_secs(45);
/// Nor may all runs of a process together, from the first on.
const LIMIT_OF_ALL: Duration = Duration::from_secs(90);
/// Generating a scene is not measured, but it must end.
const LIMIT_OF_MAKING: Duration = Duration::from_secs(120);
/// No process may hold more.
const MOST_BYTES: f64 = 9.0 * 1024.0 * 1024.0 * 1024.0;

/// The measurements of one method on one scene.
#[derive(Clone, Debug, Default)]
pub struct Measured {
    pub triangles: usize,
    pub objects: usize,
    pub findings: usize,
    /// Runs with a new engine.
    first: Vec<Duration>,
    /// The last run of an engine that was kept, and which it was.
    late: Vec<(usize, Duration)>,
    /// The run, its digest and the method that the report names.
    pub answers: Vec<(usize, u64, String)>,
    pub peak: Option<f64>,
    /// Why the process was stopped.
    pub stopped: Option<Stopped>,
    /// The method is not for scenes like this.
    pub left_out: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// One run took longer than this.
    Time(Duration),
    /// No run did, but all of them together took too long.
    Together,
    Memory,
}

impl Measured {
    pub fn first(&self) -> Option<Duration> {
        (!self.first.is_empty()).then(|| median(&self.first))
    }

    /// The time of a late run; of the last one, if time ran out before.
    pub fn late(&self) -> Option<Duration> {
        let last = self.late.iter().map(|&(run, _)| run).max()?;
        if last < LATE && self.stopped != Some(Stopped::Together) {
            return None;
        }
        let times: Vec<Duration> = self.late.iter().filter(|&&(run, _)| run == last).map(|&(_, time)| time).collect();
        Some(median(&times))
    }

    /// The better of two measurements of one thing: what else the machine did can only have cost time.
    pub fn better(self, other: Self) -> Self {
        let shorter = |x: Option<Duration>, y: Option<Duration>| x.into_iter().chain(y).min();
        let first = shorter(self.first(), other.first()).into_iter().collect();
        let late = shorter(self.late(), other.late()).map(|time| (LATE, time)).into_iter().collect();
        Self { first, late, ..self }
    }

    fn read(&mut self, line: &str) -> Option<()> {
        let mut words = line.split_whitespace();
        let kind = words.next()?;
        let mut number = || words.next()?.parse::<u64>().ok();
        match kind {
            "ready" => {
                (self.triangles, self.objects) = (number()? as usize, number()? as usize);
                self.left_out = number()? == 0;
            }
            "first" => self.first.push(Duration::from_nanos(number()?)),
            "run" => self.late.push((number()? as usize, Duration::from_nanos(number()?))),
            "peak" => self.peak = line.split_whitespace().nth(1)?.parse().ok(),
            "answer" => {
                let (run, digest) = (number()? as usize, number()?);
                self.findings = number()? as usize;
                self.answers.push((run, digest, words.next()?.to_owned()));
            }
            _ => return None,
        }
        Some(())
    }
}

/// Measures one method, with `limit` for each of its runs.
pub fn measure(cliff: &Cliff, method: Method, size: Scale, limit: Duration) -> Result<Measured, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut command = Command::new(program);
    command.args(["cliff", "--only", &cliff.name, "--method", method.name()]);
    if size != Scale::FULL {
        command.arg("--quick");
    }
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| format!("child process: {error}"))?;
    let mut measured = Measured::default();
    let outcome = follow(&mut child, limit, &mut measured);
    if outcome != Ok(None) {
        // It may have ended by itself in this moment.
        let _ = child.kill();
    }
    measured.stopped = outcome?;
    let status = child.wait().map_err(|error| error.to_string())?;
    if measured.stopped.is_none() && !status.success() {
        let mut text = String::new();
        let _ = child.stderr.take().map(|mut stderr| stderr.read_to_string(&mut text));
        return Err(format!("{}, {}: the process failed: {}", cliff.name, method.name(), text.trim()));
    }
    measured.left_out &= method == Method::Brute;
    Ok(measured)
}

/// Reads what the process says until it ends or has to be stopped.
fn follow(child: &mut Child, limit: Duration, measured: &mut Measured) -> Result<Option<Stopped>, String> {
    let output = child.stdout.take().ok_or("no output")?;
    let (send, receive) = mpsc::channel();
    std::thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            if send.send(line).is_err() {
                return;
            }
        }
    });
    let (mut ready, mut last) = (None, Instant::now());
    loop {
        match receive.recv_timeout(Duration::from_millis(20)) {
            Ok(line) => {
                measured.read(&line).ok_or_else(|| format!("unexpected {line:?}"))?;
                last = Instant::now();
                ready = ready.or(Some(last));
            }
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) => {}
        }
        let limit = if ready.is_some() { limit } else { LIMIT_OF_MAKING };
        let all = ready.map_or(Duration::ZERO, |ready| ready.elapsed());
        if last.elapsed() > limit {
            return Ok(Some(Stopped::Time(limit)));
        }
        if all > LIMIT_OF_ALL {
            return Ok(Some(Stopped::Together));
        }
        if resident(child.id()).is_some_and(|bytes| bytes > MOST_BYTES) {
            return Ok(Some(Stopped::Memory));
        }
    }
}

/// The bytes that a process holds.
fn resident(process: u32) -> Option<f64> {
    let text = std::fs::read_to_string(format!("/proc/{process}/statm")).ok()?;
    text.split_whitespace().nth(1)?.parse::<f64>().ok().map(|pages| pages * 4096.0)
}

#[cfg(test)]
pub mod testing {
    use super::*;

    /// Milliseconds of the first and of a late run, and what was answered.
    pub fn measured([first, late]: [u64; 2], digest: u64) -> Measured {
        Measured {
            first: vec![Duration::from_millis(first)],
            late: vec![(LATE, Duration::from_millis(late))],
            answers: vec![(1, digest, "divide".to_owned())],
            ..Measured::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_process_says_is_understood() {
        let mut measured = Measured::default();
        for line in
            ["ready 12 2 1", "first 300", "answer 1 77 5 divide", "peak 1024", "run 9 90", "run 10 7", "first 100"]
        {
            assert_eq!(measured.read(line), Some(()), "{line}");
        }
        assert_eq!(measured.read("nonsense"), None);
        assert_eq!((measured.triangles, measured.objects, measured.findings), (12, 2, 5));
        assert_eq!(measured.late(), Some(Duration::from_nanos(7)));
        assert_eq!(measured.answers, [(1, 77, "divide".to_owned())]);
        let faster = Measured { first: vec![Duration::from_nanos(50)], ..measured.clone() };
        assert_eq!(measured.better(faster).first(), Some(Duration::from_nanos(50)));
    }
}
