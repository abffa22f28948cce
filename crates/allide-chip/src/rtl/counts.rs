//! The resources that synthesis reports.

use std::fmt;

/// A script for Yosys that synthesises the module `overlap` of a file for the paper's family of devices, and counts.
///
/// Wide multiplexers stay unused: with them, Yosys 0.23 takes more look-up tables, and thousands of MUXF5 with a slice
/// each. A path must not contain quotes or line breaks.
pub fn script(verilog: &str) -> String {
    format!(
        "read_verilog \"{verilog}\"; synth_xilinx -family xc2v -top overlap -noiopad -noclkbuf -nowidelut; ltp -noff; stat"
    )
}

/// Parts of a Virtex II.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Look-up tables of one to four inputs.
    pub luts: u64,
    /// Flip-flops.
    pub flip_flops: u64,
    /// Multipliers of 18 by 18 bits.
    pub multipliers: u64,
    /// Cells of carry chains, which cost no look-up table.
    pub carries: u64,
    /// Cells on the longest path between two registers: carry chains count one for each bit.
    pub levels: u64,
}

impl Counts {
    /// Reads what Yosys printed for [`script`]. `None` if that is not there.
    pub fn parse(output: &str) -> Option<Self> {
        let statistics = &output[output.rfind("Number of cells:")?..];
        let mut counts = Self::default();
        for line in statistics.lines().skip(1) {
            let mut words = line.split_whitespace();
            let (Some(cell), Some(Ok(number))) = (words.next(), words.next().map(str::parse::<u64>)) else { continue };
            match cell {
                "LUT1" | "LUT2" | "LUT3" | "LUT4" | "INV" => counts.luts += number,
                "MULT18X18" | "MULT18X18S" => counts.multipliers += number,
                _ if cell.starts_with("FD") => counts.flip_flops += number,
                _ if cell.starts_with("SRL") => counts.luts += number,
                _ if cell.starts_with("MUX") || cell == "XORCY" => counts.carries += number,
                _ => {}
            }
        }
        let path = &output[output.rfind("Longest topological path")?..];
        let (_, length) = path.lines().next()?.split_once("(length=")?;
        counts.levels = length.split(')').next()?.parse().ok()?;
        Some(counts)
    }

    /// The fewest slices: each has two look-up tables and two flip-flops.
    pub fn fewest_slices(&self) -> u64 {
        self.luts.max(self.flip_flops).div_ceil(2)
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { luts, flip_flops, multipliers, levels, .. } = self;
        write!(
            f,
            "{luts} LUTs, {flip_flops} flip-flops, {multipliers} multipliers, {levels} levels, at least {} slices",
            self.fewest_slices()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_from_the_last_table() {
        let output = "Number of cells: 9\n LUT4 9\n\nLongest topological path in overlap (length=31):\n 0: x\n
   Number of cells:                120\n     FDRE   10\n     LUT2  3\n     LUT4   40\n     MULT18X18   2\n     MUXCY 7\n     XORCY 8\n\n";
        let counts = Counts::parse(output).unwrap();
        assert_eq!(counts, Counts { luts: 43, flip_flops: 10, multipliers: 2, carries: 15, levels: 31 });
        assert_eq!(counts.fewest_slices(), 22);
        assert_eq!(Counts::parse("ERROR: no such file"), None);
    }
}
