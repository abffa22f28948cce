//! Figures 3.2 to 3.7: particles and what they hit.

use crate::outcome::shown;
use crate::{Bench, Error, Outcome, Published, Steps, Table};
use allide_io::picture::Picture;
use allide_io::plot::Axis;
use allide_particles::map::{self, Full, Rule};
use allide_particles::picture::{HeatMap, PictureOptions, Renderer, map_picture};
use allide_particles::{Impact, Scene, Simulation};
use std::collections::HashSet;

/// How many parts the time of a scene is divided into.
const BINS: usize = 20;

/// A scene that comes with the library, and all its impacts.
struct Flight {
    simulation: Simulation,
    impacts: Vec<Impact>,
    end: f64,
}

impl Flight {
    /// `tiny` lets few particles fly for a shorter time; all other sizes are those of the scene.
    fn new(bench: &Bench, name: &str) -> Result<Self, Error> {
        let mut scene = Scene::built_in(name).expect("the scenes of figures are built in");
        let most = bench.size(60, u32::MAX, u32::MAX);
        scene.emitters.iter_mut().for_each(|emitter| emitter.count = emitter.count.min(most));
        let end = bench.size(scene.duration.min(2.0), scene.duration, scene.duration);
        let simulation = Simulation::new(scene)?;
        let impacts = simulation.impacts(0.0..end)?;
        Ok(Self { simulation, impacts, end })
    }

    /// How often each collider is hit. Pieces of one name are one row.
    fn colliders(&self) -> Table {
        let mut table = Table::new("colliders")
            .counts(["collider", "impacts", "most bounces before"])
            .column("fastest", "m/s")
            .column("slowest into the surface", "m/s");
        let colliders = &self.simulation.scene().colliders;
        let mut names: Vec<&str> = colliders.iter().map(|collider| collider.name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        for name in names {
            let own = |impact: &&Impact| colliders[impact.collider as usize].name == name;
            let impacts: Vec<&Impact> = self.impacts.iter().filter(own).collect();
            let bounces = impacts.iter().map(|impact| impact.bounce).max().unwrap_or(0);
            let fastest = impacts.iter().map(|impact| impact.speed).fold(f64::NAN, f64::max);
            let slowest = impacts.iter().map(|impact| impact.normal_speed()).fold(f64::NAN, f64::min);
            table.row([name.into(), impacts.len().into(), bounces.into(), fastest.into(), slowest.into()]);
        }
        table
    }

    /// Impacts in equal parts of the time, and since the start.
    fn course(&self) -> Table {
        let mut table = Table::new("").column("until", "s").counts(["impacts", "impacts since the start", "particles"]);
        let mut sum = 0;
        for bin in 1..=BINS {
            let [from, to] = [bin - 1, bin].map(|bin| self.end * bin as f64 / BINS as f64);
            // Impacts at the end belong to the last part.
            let to_end = if bin == BINS { f64::INFINITY } else { to };
            let count = self.impacts.iter().filter(|impact| (from..to_end).contains(&impact.time)).count();
            sum += count;
            let flying = self.simulation.instances(to).len();
            table.row([to.into(), count.into(), sum.into(), flying.into()]);
        }
        table
    }

    /// A frame at a part of the time.
    fn frame(&self, bench: &Bench, part: f64) -> Result<Picture, Error> {
        let [width, height] = bench.size([96, 54], [800, 450], [800, 450]);
        let options = PictureOptions { width, height, ..PictureOptions::default() };
        Ok(converted(Renderer::new(&self.simulation, &options).frame(self.end * part)?))
    }

    /// A picture, impacts over time, and by collider.
    fn outcome(&self, bench: &Bench, title: &str, caption: &str) -> Result<Outcome, Error> {
        let course = self.course();
        let axes = [Axis::linear("time [s]"), Axis::linear(format!("impacts in {} s", shown(self.end / BINS as f64)))];
        let plot = course.plot(title, axes, "until", &["impacts"]);
        let label = match bench.size(true, false, false) {
            true => "reduced: few particles, for a test",
            false => "",
        };
        Ok(Outcome::default()
            .picture("frame", caption, self.frame(bench, 0.7)?)
            .plot("", plot)
            .table(course)
            .table(self.colliders())
            .label(label))
    }

    fn facts(&self) -> String {
        format!(
            "{} particles and {} colliders: {} impacts in {} s, each with its time, place, normal and speed.",
            shown(f64::from(self.simulation.particles())),
            shown(self.simulation.scene().colliders.len() as f64),
            shown(self.impacts.len() as f64),
            shown(self.end)
        )
    }
}

fn converted(picture: allide_particles::picture::Picture) -> Picture {
    Picture { width: picture.width, height: picture.height, rgb: picture.rgb }
}

/// Figure 3.2.
pub(crate) fn figure_3_2(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    let flight = Flight::new(bench, "quadrics")?;
    steps.at(1, 2)?;
    let outcome = flight.outcome(bench, "Impacts on quadrics (figure 3.2)", "Particles of first order and quadrics")?;
    let hit = flight.colliders().numbers("impacts").iter().filter(|&&count| count > 0.0).count();
    Ok(outcome
        .published([Published::new("surfaces", "quadrics, met by particles of first order", "", "figure 3.2, section 3.2.3")
            .ours(format!("{hit} kinds of colliders hit"))])
        .paragraph(format!("The thesis solves a quadratic equation for each quadric. {} The equations are solved with certain bounds, so that no impact is lost to rounding.", flight.facts())))
}

/// Figure 3.3.
pub(crate) fn figure_3_3(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    let flight = Flight::new(bench, "blocks")?;
    steps.at(1, 2)?;
    let outcome = flight.outcome(bench, "Impacts that end flights (figure 3.3)", "Colliders that block particles")?;
    let after = flight.impacts.iter().filter(|impact| impact.bounce > 0).count();
    Ok(outcome
        .published([Published::new("impacts after the first", 0.0, "", "figure 3.3, section 3.3.1").ours(after as f64)])
        .paragraph(format!(
            "Particles disappear where they hit something, so none has a second impact: {after} of ours have. {}",
            flight.facts()
        )))
}

/// Figure 3.4.
pub(crate) fn figure_3_4(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    let flight = Flight::new(bench, "bounces")?;
    steps.at(1, 2)?;
    let most = flight.impacts.iter().map(|impact| impact.bounce).max().unwrap_or(0);
    let mut table = Table::new("bounces").counts(["bounce", "impacts"]);
    // Of flights whose first impact is seen: others began before the scene did.
    let life = |impact: &Impact| (impact.particle, impact.generation);
    let whole: HashSet<_> = flight.impacts.iter().filter(|impact| impact.bounce == 0).map(life).collect();
    for bounce in 0..=most {
        let own = |impact: &&Impact| impact.bounce == bounce && whole.contains(&life(impact));
        table.row([bounce.into(), flight.impacts.iter().filter(own).count().into()]);
    }
    let axes = [Axis::linear("bounces before"), Axis::linear("impacts")];
    let plot = table.plot("Impacts after so many bounces (figure 3.4)", axes, "bounce", &["impacts"]);
    let beyond = flight.impacts.iter().filter(|impact| impact.bounce >= 3).count();
    Ok(flight
        .outcome(bench, "Impacts of balls that bounce (figure 3.4)", "Balls that bounce down steps and over a sphere")?
        .table(table)
        .plot("bounces", plot)
        .published([Published::new("bounces of a particle", 3.0, "", "section 3.3.2")
            .ours(format!("up to {}", most + 1))])
        .paragraph(format!(
            "A vertex program of 2003 had instructions for three bounces. Ours have no such limit: the longest flight has {} \
             impacts, and {} impacts, {:.0} % of all, come after the third bounce. {}",
            most + 1,
            shown(beyond as f64),
            100.0 * beyond as f64 / flight.impacts.len().max(1) as f64,
            flight.facts()
        )))
}

/// Figure 3.5.
pub(crate) fn figure_3_5(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    let flight = Flight::new(bench, "table")?;
    let top = flight.simulation.scene().colliders.iter().position(|collider| collider.name == "table top");
    let top = top.expect("the table of the built-in scene has a top") as u32;
    let own: Vec<Impact> = flight.impacts.iter().filter(|impact| impact.collider == top).copied().collect();
    let fastest = own.iter().map(|impact| impact.speed).fold(f64::MIN_POSITIVE, f64::max);
    let mut table = Table::new("").counts(["pixels a side", "impacts", "pixels hit", "impacts that share a pixel"]);
    for side in [8_u32, 16, 32, 64, 128, 256, 512] {
        let published = map::Published::draw(&own, 0.0..flight.end, [side, side], fastest, map::Blend::Overwrite);
        let hit = published.pixels.iter().filter(|pixel| pixel[3] > 0).count();
        table.row([side.into(), own.len().into(), hit.into(), published.losses.covered.into()]);
    }
    steps.at(1, 2)?;
    let size = [96, 54];
    let map = Full::draw(&own, top, size, Rule::Count);
    let sum: f64 = map.values().flatten().sum();
    let heat = map_picture(&HeatMap::new(size, map.values(), "impacts on the table top"));
    let axes = [Axis::logarithmic("pixels along a side of the map"), Axis::linear("impacts")];
    let columns = ["pixels hit", "impacts that share a pixel"];
    let plot = table.plot("An impact map of one rectangle (figure 3.5)", axes, "pixels a side", &columns);
    let [few, many] = [0, 6].map(|row| table.numbers("impacts that share a pixel")[row]);
    Ok(Outcome::default()
        .picture("map", "Impacts on the table top: our map counts them", converted(heat))
        .picture("frame", "The table", flight.frame(bench, 0.7)?)
        .plot("", plot)
        .table(table)
        .label(if bench.size(true, false, false) { "reduced: few particles, for a test" } else { "" })
        .published([Published::new("impacts that fall on one pixel", "one may mask another", "", "section 3.4.3")
            .ours(format!("{} of {} at 8², {} at 512²; none in our own maps", shown(few), shown(own.len() as f64), shown(many)))])
        .paragraph(format!(
            "A map holds one impact in a pixel, or a sum of several. Drawn as published, a map of 8 by 8 pixels loses {} of {} \
             impacts on the table top and one of 512 by 512 loses {}. Our own map counts: its cells add up to {}.",
            shown(few),
            shown(own.len() as f64),
            shown(many),
            shown(sum)
        )))
}

/// Figure 3.6.
pub(crate) fn figure_3_6(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    let flight = Flight::new(bench, "table")?;
    steps.at(1, 2)?;
    let course = flight.course();
    let axes = [Axis::linear("time [s]"), Axis::linear("splats")];
    let plot = course.plot("Splats on a table (figure 3.6)", axes, "until", &["impacts since the start"]);
    Ok(Outcome::default()
        .plot("", plot)
        .picture("frame", "A splat for each impact", flight.frame(bench, 0.9)?)
        .table(course)
        .table(flight.colliders())
        .label(if bench.size(true, false, false) { "reduced: few particles, for a test" } else { "" })
        .published([Published::new("marks", "a splat for each impact", "", "figure 3.6, section 3.4.3")
            .ours(format!("{} splats", shown(flight.impacts.len() as f64)))])
        .paragraph(format!("Each impact leaves a splat that fades. {}", flight.facts())))
}

/// Figure 3.7.
pub(crate) fn figure_3_7(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    let hail = Flight::new(bench, "hail")?;
    steps.at(1, 3)?;
    let can = Flight::new(bench, "can")?;
    let outcome =
        hail.outcome(bench, "Hail on house, gazebo and table (figure 3.7 a)", "(a) house, gazebo, picnic table")?;
    steps.at(2, 3)?;
    let mut second = can.course();
    second.name = "can";
    let after = hail.impacts.iter().chain(&can.impacts).filter(|impact| impact.bounce > 0).count();
    let [first, other] = [&hail, &can].map(|flight| flight.impacts.len() as f64 / flight.end);
    Ok(outcome
        .picture("can", "(b) garbage can and picnic table", can.frame(bench, 0.7)?)
        .table(second)
        .published([
            Published::new("motion of hailstones", "of first order", "", "section 3.6.2").ours("straight paths"),
            Published::new("impacts after the first", 0.0, "", "section 3.6.2").ours(after as f64),
        ])
        .paragraph(format!(
            "Scene (a) has {} impacts a second, scene (b) {}. {}",
            shown(first),
            shown(other),
            hail.facts()
        )))
}
