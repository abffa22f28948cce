//! Figures 3.2 to 3.7: particles and what they hit.

use crate::{Bench, Claim, Data, Error, Kind, Outcome, Published, Steps, Table, Told};
use allide_io::picture::Picture;
use allide_io::plot::{Axis, Plot};
use allide_particles::picture::{PictureOptions, Renderer};
use allide_particles::{Impact, Scene, Simulation};
use std::collections::HashSet;

/// How many parts the time of a scene is divided into.
const BINS: usize = 20;

/// A scene that comes with the library, and all its impacts.
pub(super) struct Flight {
    pub simulation: Simulation,
    pub impacts: Vec<Impact>,
    pub end: f64,
}

impl Flight {
    /// `tiny` lets few particles fly for a shorter time; all other sizes are those of the scene.
    pub fn new(bench: &Bench, name: &str) -> Result<Self, Error> {
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
    pub fn frame(&self, bench: &Bench, part: f64) -> Result<Picture, Error> {
        let [width, height] = bench.size([96, 54], [800, 450], [800, 450]);
        let options = PictureOptions { width, height, ..PictureOptions::default() };
        Ok(converted(Renderer::new(&self.simulation, &options).frame(self.end * part)?))
    }

    /// What there is.
    fn facts(&self, name: &str) -> Table {
        let mut table = Table::new(name).counts(["particles", "colliders", "impacts", "impacts after the first"]);
        table = table.column("duration", "s");
        let after = self.impacts.iter().filter(|impact| impact.bounce > 0).count();
        let counts =
            [self.simulation.particles() as usize, self.simulation.scene().colliders.len(), self.impacts.len(), after];
        table.row(counts.map(Into::into).into_iter().chain([self.end.into()]));
        table
    }

    /// A picture, impacts over time, and by collider.
    fn outcome(&self, bench: &Bench, part: f64, caption: &str) -> Result<Outcome, Error> {
        Ok(Outcome::default()
            .picture("frame", caption, self.frame(bench, part)?)
            .table(self.course())
            .table(self.colliders())
            .table(self.facts("scene"))
            .label(few(bench)))
    }
}

/// The statements about tiny scenes.
pub(super) fn few(bench: &Bench) -> &'static str {
    if bench.size(true, false, false) { "reduced: few particles, for a test" } else { "" }
}

/// Impacts over time, or what they add up to.
fn course_plot(data: &Data<'_>, title: &str, column: &str) -> Plot {
    data.first().plot(title, [Axis::linear("time [s]"), Axis::linear(column)], "until", &[column])
}

/// How much there was of a scene.
fn facts(table: &Table) -> Claim {
    let numbers = ["particles", "colliders", "impacts", "duration"].map(|title| (title, table.last(title)));
    Claim::states(
        Kind::Counted,
        &numbers,
        "{particles} particles and {colliders} colliders: {impacts} impacts in {duration} s, each with its time, place, normal and speed.",
    )
}

pub(super) fn converted(picture: allide_particles::picture::Picture) -> Picture {
    Picture { width: picture.width, height: picture.height, rgb: picture.rgb }
}

/// Figure 3.2.
pub(crate) fn figure_3_2(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    let flight = Flight::new(bench, "quadrics")?;
    steps.at(1, 2)?;
    flight.outcome(bench, 0.7, "Particles of first order and quadrics")
}

/// The statements about figure 3.2.
pub(crate) fn tell_3_2(data: &Data<'_>) -> Told {
    let colliders = data.table("colliders");
    let hit = colliders.those("impacts", |count| count > 0.0).rows.len() as f64;
    let (all, source) = (colliders.rows.len() as f64, "figure 3.2, section 3.2.4");
    let theirs = "quadrics, met by particles of first order";
    Told::default()
        .plot("", course_plot(data, "Impacts on quadrics (figure 3.2)", "impacts"))
        .row(Published::new("surfaces that are hit", theirs, "", source).counted(hit))
        .claim(Claim::tests(
            Kind::Counted,
            &[("hit", hit), ("all", all)],
            hit == all,
            [
                "Each of {all} surfaces is hit ({hit}). The thesis solves a quadratic equation for each quadric; so do we, with certain bounds.",
                "Of {all} surfaces, {hit} are hit. The thesis solves a quadratic equation for each quadric; so do we, with certain bounds.",
            ],
        ))
        .claim(facts(&data.table("scene")))
}

/// Figure 3.3.
pub(crate) fn figure_3_3(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    let flight = Flight::new(bench, "blocks")?;
    steps.at(1, 2)?;
    flight.outcome(bench, 0.7, "Colliders that block particles")
}

/// The statements about figure 3.3.
pub(crate) fn tell_3_3(data: &Data<'_>) -> Told {
    let scene = data.table("scene");
    let after = scene.last("impacts after the first");
    let row = Published::new("impacts after the first", 0.0, "", "figure 3.3, section 3.3.1").counted(after);
    let plot = course_plot(data, "Impacts that end flights (figure 3.3)", "impacts");
    Told::default().plot("", plot).row(row).claim(none_after(after)).claim(facts(&scene))
}

fn none_after(after: f64) -> Claim {
    Claim::tests(
        Kind::Counted,
        &[("after", after)],
        after == 0.0,
        [
            "Particles disappear where they hit something: none has a second impact ({after}).",
            "Particles should disappear where they hit something, but {after} impacts come after a first one.",
        ],
    )
}

/// Figure 3.4.
pub(crate) fn figure_3_4(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    let flight = Flight::new(bench, "bounces")?;
    steps.at(1, 2)?;
    let most = flight.impacts.iter().map(|impact| impact.bounce).max().unwrap_or(0);
    let mut table = Table::new("bounces").counts(["bounce", "impacts", "impacts, flights seen from the start"]);
    let life = |impact: &Impact| (impact.particle, impact.generation);
    // Others began before the scene did.
    let whole: HashSet<_> = flight.impacts.iter().filter(|impact| impact.bounce == 0).map(life).collect();
    for bounce in 0..=most {
        let own: Vec<&Impact> = flight.impacts.iter().filter(|impact| impact.bounce == bounce).collect();
        let seen = own.iter().filter(|impact| whole.contains(&life(impact))).count();
        table.row([bounce.into(), own.len().into(), seen.into()]);
    }
    Ok(flight.outcome(bench, 0.7, "Balls that bounce down steps and over a sphere")?.table(table))
}

/// The statements about figure 3.4.
pub(crate) fn tell_3_4(data: &Data<'_>) -> Told {
    let (bounces, scene) = (data.table("bounces"), data.table("scene"));
    let axes = [Axis::linear("bounces before"), Axis::linear("impacts")];
    let seen = "impacts, flights seen from the start";
    let plot = bounces.plot("Impacts after so many bounces (figure 3.4)", axes, "bounce", &[seen]);
    let most = bounces.last("bounce") + 1.0;
    let (beyond, all) = (bounces.those("bounce", |bounce| bounce >= 3.0).sum("impacts"), bounces.sum("impacts"));
    Told::default()
        .plot("", course_plot(data, "Impacts of balls that bounce (figure 3.4)", "impacts"))
        .plot("bounces", plot)
        .row(Published::new("bounces of a particle, at most", 3.0, "", "section 3.3.2").counted(most))
        .claim(Claim::tests(
            Kind::Counted,
            &[("most", most), ("beyond", beyond), ("all", all), ("part", 100.0 * beyond / all)],
            most > 3.0,
            [
                "A vertex program of 2003 had instructions for three bounces. Ours have no such limit: the longest flight has {most} impacts, and {beyond} of {all} impacts ({part} %) come after the third.",
                "A vertex program of 2003 had instructions for three bounces; none of our flights has more here ({most} impacts at most, {beyond} of {all}, {part} %, after the third).",
            ],
        ))
        .claim(facts(&scene))
}

/// Figure 3.6.
pub(crate) fn figure_3_6(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    let flight = Flight::new(bench, "table")?;
    steps.at(1, 2)?;
    flight.outcome(bench, 0.9, "A splat for each impact")
}

/// The statements about figure 3.6.
pub(crate) fn tell_3_6(data: &Data<'_>) -> Told {
    let scene = data.table("scene");
    let theirs = "a splat for each impact";
    let row = Published::new("splats", theirs, "", "figure 3.6, section 3.4.3").counted(scene.last("impacts"));
    let plot = course_plot(data, "Splats on a table (figure 3.6)", "impacts since the start");
    Told::default().plot("", plot).row(row).claim(facts(&scene))
}

/// Figure 3.7.
pub(crate) fn figure_3_7(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    let hail = Flight::new(bench, "hail")?;
    steps.at(1, 3)?;
    let can = Flight::new(bench, "can")?;
    let outcome = hail.outcome(bench, 0.7, "(a) house, gazebo, picnic table")?;
    steps.at(2, 3)?;
    let mut second = can.course();
    second.name = "can".into();
    let picture = can.frame(bench, 0.7)?;
    Ok(outcome.picture("can", "(b) garbage can and picnic table", picture).table(second).table(can.facts("can-scene")))
}

/// The statements about figure 3.7.
pub(crate) fn tell_3_7(data: &Data<'_>) -> Told {
    let scenes = [data.table("scene"), data.table("can-scene")];
    let after = scenes.iter().map(|scene| scene.last("impacts after the first")).sum::<f64>();
    let [first, other] = scenes.each_ref().map(|scene| scene.last("impacts") / scene.last("duration"));
    Told::default()
        .plot("", course_plot(data, "Hail on house, gazebo and table (figure 3.7 a)", "impacts"))
        .row(Published::new("motion of hailstones", "of first order", "", "section 3.6.2").given("straight paths"))
        .row(Published::new("impacts after the first", 0.0, "", "section 3.6.2").counted(after))
        .claim(Claim::states(
            Kind::Counted,
            &[("first", first), ("other", other)],
            "Scene (a) has {first} impacts a second, scene (b) {other}.",
        ))
        .claim(none_after(after))
        .claim(facts(&scenes[0]))
}
