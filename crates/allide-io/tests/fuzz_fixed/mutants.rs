//! Files with mistakes, the same on every machine.

/// SplitMix64: the same numbers on every machine.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }
}

const NUMBERS: [&str; 16] = [
    "-1",
    "0",
    "1",
    "2",
    "3",
    "255",
    "65536",
    "2147483648",
    "4294967295",
    "4294967296",
    "18446744073709551615",
    "1e999",
    "nan",
    "-inf",
    "1e308",
    "0.1",
];

/// Where each run of digits begins and ends.
fn numbers(bytes: &[u8]) -> Vec<(usize, usize)> {
    let is_number = |at: usize| bytes[at].is_ascii_digit() || matches!(bytes[at], b'.' | b'-');
    let starts = (0..bytes.len()).filter(|&at| is_number(at) && (at == 0 || !is_number(at - 1)));
    starts.map(|start| (start, (start..bytes.len()).find(|&at| !is_number(at)).unwrap_or(bytes.len()))).collect()
}

/// One change; `other` is a file to splice from.
pub fn mutate(bytes: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    let at = random.below(bytes.len());
    let end = (at + 1 + random.below(16)).min(bytes.len());
    match random.below(9) {
        0 if !bytes.is_empty() => bytes[at] ^= 1 << random.below(8),
        1 if !bytes.is_empty() => bytes[at] = [0, 0xff, b'\n', b' ', b'9', b'\\', b'"', b'-'][random.below(8)],
        2 => bytes.truncate(at),
        3 => drop(bytes.drain(at..end)),
        4 => {
            let piece = bytes[at..end].to_vec();
            bytes.splice(at..at, piece);
        }
        5 => {
            let start = random.below(other.len());
            let piece = &other[start..(start + 1 + random.below(64)).min(other.len())];
            bytes.splice(at..at, piece.iter().copied());
        }
        6 => {
            let mut words: Vec<_> = bytes.split(u8::is_ascii_whitespace).map(<[u8]>::to_vec).collect();
            let (a, b) = (random.below(words.len()), random.below(words.len()));
            words.swap(a, b);
            *bytes = words.join(&b' ');
        }
        7 if bytes.len() >= 4 => {
            let value = [0u32, 1, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 0x7fc0_0000, 0x7f80_0000][random.below(7)];
            let at = random.below(bytes.len() - 3);
            bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
        }
        _ => {
            let numbers = numbers(bytes);
            if let Some(&(start, end)) = numbers.get(random.below(numbers.len())) {
                bytes.splice(start..end, NUMBERS[random.below(NUMBERS.len())].bytes());
            }
        }
    }
}
