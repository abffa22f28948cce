//! The header of a record: when, on what processor, by which command. No names of machines or folders.

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// Date, processor, compiler and command, as a list.
pub fn heading(arguments: &[String]) -> String {
    let command = ["cargo run --release -p allide-bench --", &arguments.join(" ")].join(" ");
    format!(
        "- date: {}\n- processor: {}, {} threads\n- compiler: {}\n- command: `{}`\n",
        date(),
        processor(),
        threads(),
        compiler(),
        command.trim()
    )
}

/// Writes a record of today's run beside the earlier ones; `kind` ends its name.
///
/// # Errors
/// A folder that cannot be written.
pub fn write(text: &str, kind: &str) -> Result<PathBuf, String> {
    write_as(text, &format!("{}-{}-threads{kind}", words(&processor()), threads()))
}

/// The part of a device's name that goes into a file name.
pub fn words(name: &str) -> String {
    let name = name.to_lowercase();
    let words = name.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.filter(|word| !["r", "tm", "cpu", "processor"].contains(word)).collect::<Vec<_>>().join("-")
}

/// Writes a record of today's run beside the earlier ones, under the given name.
///
/// # Errors
/// A folder that cannot be written.
pub fn write_as(text: &str, name: &str) -> Result<PathBuf, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("records");
    let path = folder.join(format!("{}-{name}.md", date()));
    std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&path, text)).map_err(|error| error.to_string())?;
    Ok(path)
}

fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn processor() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    model.map_or_else(|| std::env::consts::ARCH.to_owned(), |(_, name)| name.trim().to_owned())
}

fn compiler() -> String {
    let output = std::process::Command::new("rustc").arg("--version").output();
    let version = output.ok().and_then(|output| String::from_utf8(output.stdout).ok());
    version.map_or_else(|| "unknown".to_owned(), |text| text.trim().to_owned())
}

fn date() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let [year, month, day] = civil(seconds / 86_400);
    format!("{year}-{month:02}-{day:02}")
}

/// Year, month and day of the given number of days after 1970-01-01, in UTC.
fn civil(days: u64) -> [u64; 3] {
    // Years begin in March, so that the leap day comes last; 719,468 days lie between 0000-03-01 and 1970-01-01.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    [era * 400 + year + next, month, day]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_become_dates() {
        assert_eq!(words("Intel(R) Xeon(R) CPU"), "intel-xeon");
        assert_eq!(civil(0), [1970, 1, 1]);
        assert_eq!(civil(11_016), [2000, 2, 29]);
        assert_eq!(civil(11_017), [2000, 3, 1]);
        assert_eq!(civil(20_818), [2026, 12, 31]);
    }
}
