//! The figures, tables and sections that are reproduced.

use crate::told::hollow;
use crate::{Bench, Data, Drawing, Error, Outcome, Steps, Table, Told};

/// A work whose figures are redrawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Work {
    /// "Fast and Reliable Collision Culling using Graphics Hardware".
    Far,
    /// "Self-intersections with Cullide".
    SelfCullide,
    /// "Hardware-Accelerated Collision Detection using Bounded-Error Fixed-Point Arithmetic".
    Chip,
    /// "Object-Space Interference Detection on Programmable Graphics Hardware".
    Fronts,
    /// "CInDeR: Collision and Interference Detection in Real Time Using Graphics Hardware".
    Thesis,
}

impl Work {
    /// All of them, in the order of pages and lists.
    pub const ALL: [Self; 5] = [Self::Far, Self::SelfCullide, Self::Chip, Self::Fronts, Self::Thesis];

    /// Its title.
    pub fn title(self) -> &'static str {
        match self {
            Self::Far => "Fast and Reliable Collision Culling using Graphics Hardware",
            Self::SelfCullide => "Self-intersections with Cullide",
            Self::Chip => "Hardware-Accelerated Collision Detection using Bounded-Error Fixed-Point Arithmetic",
            Self::Fronts => "Object-Space Interference Detection on Programmable Graphics Hardware",
            Self::Thesis => "CInDeR: Collision and Interference Detection in Real Time Using Graphics Hardware",
        }
    }

    /// Who wrote it, and when.
    pub fn authors(self) -> &'static str {
        match self {
            Self::Far => "Govindaraju, Lin and Manocha, 2004",
            Self::SelfCullide => "Boldt and Meyer, 2005",
            Self::Chip => "Raabe, Hochgürtel, Anlauf and Zachmann, 2006",
            Self::Fronts => "Greß and Zachmann, 2003 (slides)",
            Self::Thesis => "Knott, 2003 (thesis)",
        }
    }

    /// The device it measured with.
    pub fn machine(self) -> &'static str {
        match self {
            Self::Far => "GeForce FX 5950 Ultra, Xeon at 2.8 GHz, views of 1,400 by 1,400 pixels",
            Self::SelfCullide => "GeForce FX 5900 Ultra, Pentium 4 at 2.8 GHz, views of 500 by 500 pixels",
            Self::Chip => "a model in cycles of a Virtex II at 100 MHz with DDR memory",
            Self::Fronts => "no measurements were published",
            Self::Thesis => {
                "GeForce 4, two Pentium 4 at 1.8 GHz (chapter 4); GeForce 3, Pentium III at 800 MHz (chapter 3)"
            }
        }
    }
}

/// Requirements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// The CPU.
    Cpu,
    /// A GPU for all of it, of any kind.
    Gpu,
    /// A GPU for a part of it.
    GpuForPart,
    /// Yosys for a part of it.
    YosysForPart,
}

impl Needs {
    /// A word for lists.
    pub fn name(self) -> &'static str {
        match self {
            Self::Cpu => "cpu",
            Self::Gpu => "gpu",
            Self::GpuForPart => "cpu+gpu",
            Self::YosysForPart => "cpu+yosys",
        }
    }
}

/// How much of a published figure is redrawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// All that it shows.
    Whole,
    /// Not what this says.
    Part(&'static str),
}

/// A figure, a table or a section with measurements.
#[derive(Clone, Copy, Debug)]
pub struct Figure {
    /// As typed on the command line, and the name of its files.
    pub id: &'static str,
    /// Where it was published.
    pub work: Work,
    /// One line.
    pub title: &'static str,
    /// Where in the work: `figure 5, section 5.1`.
    pub place: &'static str,
    /// Its content in one sentence.
    pub shows: &'static str,
    /// The requirements for redrawing it.
    pub needs: Needs,
    /// How much of it is redrawn.
    pub state: State,
    /// Labels, tables and pictures.
    pub(crate) measure: fn(&mut Bench, &Steps<'_>) -> Result<Outcome, Error>,
    /// All that is told of the tables.
    pub(crate) tell: fn(&Data<'_>) -> Told,
}

impl Figure {
    /// Measures it, and tells what its tables say.
    ///
    /// # Errors
    /// Something fails, an answer is wrong, the steps were stopped, or what was measured is hollow: see [`Error::Hollow`]. What
    /// the device cannot do is no error, but a label.
    pub fn run(&self, bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
        let mut outcome = match bench.lacks() {
            Some(why) if self.needs == Needs::Gpu => return Ok(Outcome::impossible(why)),
            _ => (self.measure)(bench, steps)?,
        };
        // Statements rest on the files alone, whose times have fewer digits.
        let tables: Vec<Table> = outcome.tables.iter().map(|table| Table::read(&table.name, &table.csv())).collect();
        if let Some(why) = hollow(&tables, self.tell) {
            return Err(Error::Hollow(why));
        }
        let told = self.told(&tables);
        let plots = told.plots.into_iter().map(|(name, plot)| Drawing::Plot { name, plot });
        outcome.drawings.splice(0..0, plots);
        (outcome.claims, outcome.published) = (told.claims, told.published);
        Ok(outcome)
    }

    /// The statements about these tables, which are as [`Table::read`] gives them.
    pub fn told(&self, tables: &[Table]) -> Told {
        (self.tell)(&Data::new(tables))
    }
}
