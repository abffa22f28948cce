//! The most that a file may ask for: what is small takes little, whatever it says.

/// The most that a file may ask for.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Bytes of a file.
    pub file_bytes: u64,
    /// Bytes that a compressed file, or one that repeats its parts, may grow to, and bytes of a pipe: whatever can be
    /// endless without its length telling so. A small file may not grow so far: to 256 times its bytes and 16 MiB.
    pub unpacked_bytes: u64,
    /// Triangles of a file.
    pub triangles: u64,
    /// Objects that the components of a file, or its instances, may make; one for each two bytes and 32,768 at most.
    pub objects: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { file_bytes: 64 << 30, unpacked_bytes: 8 << 30, triangles: u64::from(u32::MAX), objects: 1 << 20 }
    }
}

impl Limits {
    /// What any file may grow to, however small it is.
    const FREE: u64 = 16 << 20;
    /// What a file may grow to for each byte that was read of it. Meshes that are compressed or repeat their parts stay
    /// far below; what is beyond was made to fill somebody's memory.
    const GROWTH: u64 = 256;
    /// What an object takes besides its shape.
    const OBJECT: u64 = 512;

    /// What a file of so many bytes may take, whatever is allowed of larger ones.
    pub(crate) fn grown(bytes_read: u64) -> u64 {
        bytes_read.saturating_mul(Self::GROWTH).saturating_add(Self::FREE)
    }

    /// What a file may ask for of which so many bytes were read: in proportion to them.
    pub(crate) fn of(&self, bytes_read: u64) -> Self {
        let grown = Self::grown(bytes_read);
        let unpacked_bytes = self.unpacked_bytes.min(grown);
        Self { unpacked_bytes, objects: self.objects.min(grown / Self::OBJECT), ..*self }
    }

    /// The same where so many more bytes were read.
    pub(crate) fn grow(&mut self, bytes_read: u64, most: &Self) {
        let grown = bytes_read.saturating_mul(Self::GROWTH).saturating_add(self.unpacked_bytes);
        self.unpacked_bytes = most.unpacked_bytes.min(grown);
        self.objects = most.objects.min(grown / Self::OBJECT);
    }

    /// Bytes of all names together. Whoever shows names copies them several times.
    pub(crate) fn name_bytes(&self) -> u64 {
        self.unpacked_bytes / 4
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_files_may_grow_to_little_and_no_file_beyond_the_limits() {
        let limits = Limits::default();
        let grown = |bytes| limits.of(bytes).unpacked_bytes;
        assert_eq!([0, 2_000, 1 << 20].map(grown), [16 << 20, (16 << 20) + 512_000, 272 << 20]);
        assert_eq!([1 << 30, u64::MAX].map(grown), [8 << 30; 2]);
        assert_eq!([0, 1 << 20, u64::MAX].map(|bytes| limits.of(bytes).objects), [32_768, 557_056, 1 << 20]);
        let mut small = limits.of(100);
        small.grow(1 << 20, &limits);
        assert_eq!(small.unpacked_bytes, limits.of(100 + (1 << 20)).unpacked_bytes);
        small.grow(u64::MAX, &limits);
        assert_eq!((small.unpacked_bytes, small.objects), (8 << 30, 1 << 20));
    }
}
