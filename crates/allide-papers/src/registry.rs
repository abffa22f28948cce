//! All figures, tables and sections with measurements.
//!
//! Each is a function from a `Bench` (engines, device, sizes) to an `Outcome` (tables, drawings, published numbers,
//! labels, a paragraph made of numbers). A `Contender` is a method that takes part; `timing.rs` compares each of its
//! answers with the CPU's, where a wrong one is an error, and times it: repeatedly with what is said to be new (poses,
//! positions, objects), or frame after frame, so that what is new in a frame is timed with it (`Bench::follow`).
//! `bodies.rs` takes the works' models from a folder, or makes bodies by formula. `tests/shapes` compares everything
//! that is not a time byte for byte, and the shape that each figure claims. `write.rs` makes files, `index.rs` the
//! page, `record.rs` the text that `docs/reproduction` keeps; `tests/records.rs` reads these.

use crate::figure::{Figure, Needs, State, Work};
use crate::{chip, far, fronts, self_cullide, thesis};

macro_rules! figure {
    ($id:literal, $work:ident, $needs:ident, $run:path, $tell:path, $place:literal, $title:literal, $shows:literal) => {
        figure!($id, $work, $needs, $run, $tell, $place, $title, $shows, State::Whole)
    };
    ($id:literal, $work:ident, $needs:ident, $run:path, $tell:path, $place:literal, $title:literal, $shows:literal, $state:expr) => {
        Figure {
            id: $id,
            work: Work::$work,
            title: $title,
            place: $place,
            shows: $shows,
            needs: Needs::$needs,
            state: $state,
            measure: $run,
            tell: $tell,
        }
    };
}

/// The figure, table or section of that name.
pub fn find(id: &str) -> Option<&'static Figure> {
    FIGURES.iter().find(|figure| figure.id == id)
}

/// All of them, by work, in the order of the works.
pub static FIGURES: [Figure; 36] = [
    figure!(
        "far-1",
        Far,
        GpuForPart,
        far::figure_1,
        far::tell_1,
        "figure 1, section 5.1",
        "Leaves fall from a tree",
        "time of each frame in which leaves that bend meet branches and each other"
    ),
    figure!(
        "far-4",
        Far,
        GpuForPart,
        far::figure_4,
        far::tell_4,
        "figure 4, section 4.1",
        "Boxes around triangles",
        "how tight the union of boxes is around a body"
    ),
    figure!(
        "far-4.3",
        Far,
        GpuForPart,
        far::section_4_3,
        far::tell_4_3,
        "section 4.3",
        "Distance culling",
        "what is left of triangles closer than a distance, by offsets that are grown by half of it"
    ),
    figure!(
        "far-5",
        Far,
        GpuForPart,
        far::figure_5,
        far::tell_5,
        "figure 5, section 5.1",
        "A dragon breaks",
        "time of each frame in which a bunny falls on a dragon and pieces come off"
    ),
    figure!(
        "far-6",
        Far,
        Gpu,
        far::figure_6,
        far::tell_6,
        "figure 6, section 5.1",
        "Pairs that culling leaves",
        "object pairs left by FAR against pairs of boxes that meet"
    ),
    figure!(
        "far-7",
        Far,
        Gpu,
        far::figure_7,
        far::tell_7,
        "figure 7, section 5.1",
        "Two bunnies deep in each other",
        "what CULLIDE misses and FAR finds of where they cross"
    ),
    figure!(
        "far-5.2",
        Far,
        GpuForPart,
        far::section_5_2,
        far::tell_5_2,
        "section 5.2",
        "FAR against trees and CULLIDE",
        "times of FAR, CULLIDE, and trees built in each frame: a dragon that breaks, leaves, bunnies"
    ),
    figure!(
        "far-rates",
        Far,
        Gpu,
        far::section_6,
        far::tell_6_rates,
        "section 6",
        "Triangles and queries a second",
        "how fast the published pipeline draws and asks"
    ),
    figure!(
        "self-cullide-6",
        SelfCullide,
        GpuForPart,
        self_cullide::figure_6,
        self_cullide::tell_6,
        "figure 6, section 6",
        "The deformed bunny",
        "a bunny with one ear in its head, and what is found by pixels"
    ),
    figure!(
        "self-cullide-7",
        SelfCullide,
        GpuForPart,
        self_cullide::figure_7,
        self_cullide::tell_7,
        "figure 7, section 6",
        "The intersecting cows",
        "two cows as one object, and what is found by pixels"
    ),
    figure!(
        "self-cullide-8",
        SelfCullide,
        Gpu,
        self_cullide::figure_8,
        self_cullide::tell_8,
        "figure 8, section 6",
        "Time against triangles",
        "time of pruning both bodies, from few to many triangles"
    ),
    figure!(
        "self-cullide-9",
        SelfCullide,
        Gpu,
        self_cullide::figure_9,
        self_cullide::tell_9,
        "figure 9, section 6",
        "Passes over the bunny",
        "time and triangles of each pass, with 5,000 triangles"
    ),
    figure!(
        "self-cullide-10",
        SelfCullide,
        Gpu,
        self_cullide::figure_10,
        self_cullide::tell_10,
        "figure 10, section 6",
        "Passes over the cows",
        "time and triangles of each pass, with 3,000 triangles"
    ),
    figure!(
        "self-cullide-11",
        SelfCullide,
        Gpu,
        self_cullide::figure_11,
        self_cullide::tell_11,
        "figure 11, section 6",
        "Time against what is pruned",
        "the part of the time that the last triangles take"
    ),
    figure!(
        "self-cullide-12",
        SelfCullide,
        Gpu,
        self_cullide::figure_12,
        self_cullide::tell_12,
        "figure 12",
        "The bunny while it is pruned",
        "what each pass leaves"
    ),
    figure!(
        "self-cullide-choices",
        SelfCullide,
        Gpu,
        self_cullide::sections_6_1_and_7,
        self_cullide::tell_6_1_and_7,
        "sections 6.1 and 7",
        "Hierarchies, directions, remedies",
        "what the paper compares or proposes, beside the published method"
    ),
    figure!(
        "chip-3",
        Chip,
        Cpu,
        chip::figure_3,
        chip::tell_3,
        "figure 3, section 4.3",
        "Width of words",
        "time of a query against the bits of a word"
    ),
    figure!(
        "chip-5",
        Chip,
        Cpu,
        chip::figure_5,
        chip::tell_5,
        "figure 5, section 5.3",
        "The next axis",
        "how likely the next axis separates two DOPs"
    ),
    figure!(
        "chip-6",
        Chip,
        Cpu,
        chip::figure_6,
        chip::tell_6,
        "figure 6, section 5.3",
        "Number of axes",
        "time of a query against the axes tested for a pair"
    ),
    figure!(
        "chip-7",
        Chip,
        Cpu,
        chip::figure_7,
        chip::tell_7,
        "figure 7, section 5.3",
        "Testing on while loading",
        "what further axes gain until the next pair is loaded"
    ),
    figure!(
        "chip-8",
        Chip,
        Cpu,
        chip::figure_8,
        chip::tell_8,
        "figure 8, section 6.2",
        "The chip against software",
        "time of a query by distance, against a model of software on the same memory"
    ),
    figure!(
        "chip-synthesis",
        Chip,
        YosysForPart,
        chip::synthesis,
        chip::tell_synthesis,
        "section 6.1",
        "Synthesis",
        "slices, look-up tables and multipliers of the datapath",
        State::Part("no clock: nothing is placed and routed")
    ),
    figure!(
        "fronts-analysis",
        Fronts,
        GpuForPart,
        fronts::analysis,
        fronts::tell,
        "last slide",
        "The analysis that the slides announce",
        "traversal in fronts with more triangles, more objects, less overlap, and what changes between runs"
    ),
    figure!(
        "thesis-3.2",
        Thesis,
        Cpu,
        thesis::figure_3_2,
        thesis::tell_3_2,
        "figure 3.2, section 3.2.4",
        "Particles and quadrics",
        "particles of first order that meet quadrics"
    ),
    figure!(
        "thesis-3.3",
        Thesis,
        Cpu,
        thesis::figure_3_3,
        thesis::tell_3_3,
        "figure 3.3, section 3.3.1",
        "Particles that disappear",
        "a variety of colliders that block particles"
    ),
    figure!(
        "thesis-3.4",
        Thesis,
        Cpu,
        thesis::figure_3_4,
        thesis::tell_3_4,
        "figure 3.4, section 3.3.2",
        "Particles that bounce",
        "collision response, more than once"
    ),
    figure!(
        "thesis-3.5",
        Thesis,
        Cpu,
        thesis::figure_3_5,
        thesis::tell_3_5,
        "figure 3.5, section 3.4.2",
        "An impact map",
        "where impacts on one rectangle are, as pixels"
    ),
    figure!(
        "thesis-3.6",
        Thesis,
        Cpu,
        thesis::figure_3_6,
        thesis::tell_3_6,
        "figure 3.6, section 3.4.3",
        "Splats on a table",
        "a mark for each impact"
    ),
    figure!(
        "thesis-3.7",
        Thesis,
        Cpu,
        thesis::figure_3_7,
        thesis::tell_3_7,
        "figure 3.7, section 3.6.2",
        "Hail",
        "hail on a house, a gazebo and a picnic table, and on a garbage can"
    ),
    figure!(
        "thesis-4.12",
        Thesis,
        Gpu,
        thesis::figure_4_12,
        thesis::tell_4_12,
        "figure 4.12, section 4.5.7",
        "Degenerate rays",
        "rays through corners and along edges, which must not make counts wrong"
    ),
    figure!(
        "thesis-4.13",
        Thesis,
        Gpu,
        thesis::figure_4_13,
        thesis::tell_4_13,
        "figure 4.13, section 4.7.2",
        "Entangled objects",
        "edges inside other objects, among several that are not convex"
    ),
    figure!(
        "thesis-4.14",
        Thesis,
        Gpu,
        thesis::figure_4_14,
        thesis::tell_4_14,
        "figure 4.14, section 4.7.2",
        "Many objects",
        "which of many objects interfere"
    ),
    figure!(
        "thesis-4.15",
        Thesis,
        Gpu,
        thesis::figure_4_15,
        thesis::tell_4_15,
        "figure 4.15, section 4.7.3",
        "Time against objects",
        "a linear relationship, by pixels and by queries"
    ),
    figure!(
        "thesis-4.16",
        Thesis,
        Gpu,
        thesis::figure_4_16,
        thesis::tell_4_16,
        "figure 4.16, section 4.7.3",
        "Time against polygons",
        "a linear relationship, by pixels and by queries"
    ),
    figure!(
        "thesis-table-4.1",
        Thesis,
        Gpu,
        thesis::table_4_1,
        thesis::tell_table_4_1,
        "table 4.1, section 4.7.3",
        "Drawing, reading, parsing",
        "parts of the time at two resolutions, by pixels and by queries"
    ),
    figure!(
        "thesis-table-4.2",
        Thesis,
        Gpu,
        thesis::table_4_2,
        thesis::tell_table_4_2,
        "table 4.2, section 4.7.3",
        "Early exit",
        "time of drawing where something interferes and where nothing does"
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// The entries of the works, written out.
    const WANTED: &str = "far-1 far-4 far-4.3 far-5 far-6 far-7 far-5.2 far-rates self-cullide-6 self-cullide-7 self-cullide-8 self-cullide-9 \
        self-cullide-10 self-cullide-11 self-cullide-12 self-cullide-choices chip-3 chip-5 chip-6 chip-7 chip-8 chip-synthesis fronts-analysis \
        thesis-3.2 thesis-3.3 thesis-3.4 thesis-3.5 thesis-3.6 thesis-3.7 thesis-4.12 thesis-4.13 thesis-4.14 thesis-4.15 \
        thesis-4.16 thesis-table-4.1 thesis-table-4.2";

    #[test]
    fn every_figure_is_listed_once_and_in_order() {
        let ids: Vec<&str> = FIGURES.iter().map(|figure| figure.id).collect();
        assert_eq!(ids, WANTED.split_whitespace().collect::<Vec<_>>());
        assert!(FIGURES.is_sorted_by_key(|figure| figure.work));
        assert!(Work::ALL.iter().all(|work| FIGURES.iter().any(|figure| figure.work == *work)));
        assert!(find("far-1").is_some() && find("far-2").is_none());
    }
}
