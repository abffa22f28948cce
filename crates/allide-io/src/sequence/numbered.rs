//! Files whose names differ in a number.

use std::path::{Path, PathBuf};

/// A number is padded to no more digits: no system has longer names.
const MOST_DIGITS: usize = 255;

/// `frame.####.obj`.
#[derive(Debug, PartialEq)]
pub(super) struct Pattern {
    folder: PathBuf,
    before: String,
    after: String,
    /// The fewest digits; one is as many as there are.
    digits: usize,
}

impl Pattern {
    /// The placeholder for the number in a file name: one run of `#`, or `%d`, or `%04d`.
    pub(super) fn parse(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_str()?;
        let folder = path.parent().unwrap_or(Path::new("")).to_path_buf();
        let of = |start: usize, end: usize, digits: usize| Self {
            folder: folder.clone(),
            before: name[..start].to_owned(),
            after: name[end..].to_owned(),
            digits,
        };
        if let Some(start) = name.find('#') {
            let count = name[start..].bytes().take_while(|&byte| byte == b'#').count();
            let is_one = !name[start + count..].contains('#') && count <= MOST_DIGITS;
            return is_one.then(|| of(start, start + count, count));
        }
        let start = name.find('%')?;
        let width: String = name[start + 1..].chars().take_while(char::is_ascii_digit).collect();
        let end = start + 1 + width.len();
        let digits = if width.is_empty() { 1 } else { width.strip_prefix('0')?.parse().ok()? };
        (name[end..].starts_with('d') && digits <= MOST_DIGITS).then(|| of(start, end + 1, digits))
    }

    /// The name without the number: what objects are called whose file has no names.
    pub(super) fn stem(&self) -> String {
        let whole = format!("{}{}", self.before, self.after);
        let stem = crate::source::stem(&whole);
        let stem = if whole.starts_with('.') { "" } else { &stem };
        match stem.trim_matches(['.', '_', '-', ' ']) {
            "" => "object".into(),
            stem => stem.to_owned(),
        }
    }

    /// The file with a number.
    pub(super) fn file(&self, number: u64) -> PathBuf {
        let digits = self.digits;
        self.folder.join(format!("{}{number:0digits$}{}", self.before, self.after))
    }

    fn number(&self, name: &str) -> Option<u64> {
        let digits = name.strip_prefix(&self.before)?.strip_suffix(&self.after)?;
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        // A number longer than its padding has no leading zero.
        let fits =
            digits.len() == self.digits || self.digits == 1 || digits.len() > self.digits && !digits.starts_with('0');
        digits.parse().ok().filter(|_| is_number && fits)
    }

    /// Whether a file, by its canonical path, is like it.
    pub(super) fn takes(&self, file: &Path) -> bool {
        let name = file.file_name().and_then(|name| name.to_str());
        let folder = if self.folder.as_os_str().is_empty() { Path::new(".") } else { &self.folder };
        let is_beside = folder.canonicalize().is_ok_and(|folder| file.parent() == Some(&folder));
        is_beside && name.is_some_and(|name| self.number(name).is_some())
    }

    /// All files like it, by number.
    pub(super) fn files(&self) -> Result<Vec<(u64, PathBuf)>, String> {
        let folder = if self.folder.as_os_str().is_empty() { Path::new(".") } else { &self.folder };
        let entries = std::fs::read_dir(folder).map_err(|error| {
            format!("the folder {} cannot be read: {}", folder.display(), crate::error::io_reason(&error))
        })?;
        let mut files = Vec::new();
        for entry in entries {
            let name = entry.map_err(|error| crate::error::io_reason(&error))?.file_name();
            if let Some(number) = name.to_str().and_then(|name| self.number(name)) {
                files.push((number, self.folder.join(name)));
            }
        }
        if files.is_empty() {
            return Err("there is no file of such a name with a number in it".into());
        }
        files.sort();
        match files.windows(2).find(|two| two[0].0 == two[1].0) {
            Some(two) => {
                let [x, y] = [&two[0].1, &two[1].1].map(|path| path.display());
                Err(format!("{x} and {y} have the same number; remove one, or write a # for each digit"))
            }
            None => Ok(files),
        }
    }

    /// Whether no number is missing: they go on in equal steps.
    pub(super) fn check(&self, files: &[(u64, PathBuf)]) -> Result<(), String> {
        let gap = |two: &[(u64, PathBuf)]| two[1].0 - two[0].0;
        let Some(step) = files.windows(2).map(gap).min() else { return Ok(()) };
        match files.windows(2).find(|two| gap(two) != step) {
            None => Ok(()),
            Some(two) => {
                let missing = self.file(two[0].0 + step);
                let missing = missing.file_name().unwrap_or_default().display();
                let ([from, to], [before, after]) = ([files[0].0, two[0].0], [two[0].0, two[1].0]);
                Err(format!(
                    "{missing} is missing between frames {before} and {after}; --frames {from}..{to} examines those before it"
                ))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_told_from_names() {
        let parts = |text: &str| Pattern::parse(Path::new(text)).map(|it| (it.before, it.digits, it.after));
        let some = |before: &str, digits, after: &str| Some((before.to_owned(), digits, after.to_owned()));
        assert_eq!(parts("a/frame.####.obj"), some("frame.", 4, ".obj"));
        assert_eq!(parts("#.ply.gz"), some("", 1, ".ply.gz"));
        assert_eq!(parts("f%04d.stl"), some("f", 4, ".stl"));
        assert_eq!(parts("f%d.stl"), some("f", 1, ".stl"));
        for none in
            ["frame.obj", "a#b#.obj", "f%4d.stl", "100%.obj", "a##/b.obj", "f%0d", "f%0256d.obj", "f%0100000d.obj", ""]
        {
            assert_eq!(parts(none), None, "{none}");
        }
        assert_eq!(parts(&"#".repeat(256)), None);
        assert_eq!(Pattern::parse(Path::new("f%0255d")).unwrap().file(7).to_str().unwrap().len(), 256);
    }

    #[test]
    fn objects_without_names_are_called_after_the_pattern() {
        for (pattern, stem) in
            [("frame.####.obj", "frame"), ("####.obj", "object"), ("rod_##.ply.gz", "rod"), ("#-lid.stl", "lid")]
        {
            assert_eq!(Pattern::parse(Path::new(pattern)).unwrap().stem(), stem, "{pattern}");
        }
    }

    #[test]
    fn numbers_have_as_many_digits_as_the_pattern_or_more() {
        let number = |pattern: &str, name: &str| Pattern::parse(Path::new(pattern)).unwrap().number(name);
        assert_eq!(number("f###.obj", "f012.obj"), Some(12));
        assert_eq!(number("f###.obj", "f1012.obj"), Some(1012));
        assert_eq!(number("f#.obj", "f0012.obj"), Some(12));
        for (pattern, name) in [
            ("f###.obj", "f12.obj"),
            ("f###.obj", "f0012.obj"),
            ("f#.obj", "f.obj"),
            ("f#.obj", "f1a.obj"),
            ("f#.obj", "f-1.obj"),
            ("f#.obj", "f99999999999999999999.obj"),
            ("aa#aa", "aaa"),
        ] {
            assert_eq!(number(pattern, name), None, "{pattern} {name}");
        }
    }

    #[test]
    fn a_number_that_is_missing_is_named() {
        let pattern = Pattern::parse(Path::new("f##.obj")).unwrap();
        let check = |numbers: &[u64]| {
            let files: Vec<_> = numbers.iter().map(|&number| (number, PathBuf::new())).collect();
            pattern.check(&files)
        };
        assert_eq!(check(&[5]), Ok(()));
        assert_eq!(check(&[0, 10, 20]), Ok(()));
        let error = check(&[3, 4, 5, 7, 8]).unwrap_err();
        assert_eq!(error, "f06.obj is missing between frames 5 and 7; --frames 3..5 examines those before it");
    }
}
