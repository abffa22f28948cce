//! The page of a run of the collision chip: its trace as charts, and the two parts with the findings.

use super::marks;
use crate::numbers::thousands;
use allide::{Aabb, Mesh, Pose, Scene};
use allide_chip::{Config, Run, Snapshot};
use allide_geom::Triangle;
use allide_page::{Axis, Chart, Fact, Finding, Kind, Lit, Page, Series, Shapes};
use anyhow::Result;
use std::collections::BTreeSet;

/// Points of a chart, at most; then neighbours are joined.
const POINTS: usize = 1_024;

/// The events of all cycles, summed over equal spans that grow with the run.
#[derive(Debug, Default)]
pub struct Trace {
    /// Cycles of a span.
    span: u64,
    /// Sums over the cycles of each span.
    spans: Vec<[f64; 5]>,
    count: u64,
}

/// The summed quantities.
const SERIES: [&str; 5] =
    ["waiting for memory", "loaded, waiting for a unit", "occupied stages", "memory at work", "triangle unit at work"];

impl Trace {
    pub fn record(&mut self, snapshot: &Snapshot<'_>) {
        let stages: u32 = snapshot.units().map(|unit| unit.occupied.count_ones()).sum();
        let now = [
            snapshot.waiting() as f64,
            snapshot.ready() as f64,
            f64::from(stages),
            f64::from(u8::from(snapshot.loading().is_some())),
            f64::from(u8::from(snapshot.is_testing_triangles())),
        ];
        self.span = self.span.max(1);
        if self.count.is_multiple_of(self.span) {
            if self.spans.len() == 2 * POINTS {
                self.spans = self.spans.chunks(2).map(|two| [0, 1, 2, 3, 4].map(|k| two[0][k] + two[1][k])).collect();
                self.span *= 2;
            }
            self.spans.push([0.0; 5]);
        }
        if let Some(sums) = self.spans.last_mut() {
            sums.iter_mut().zip(now).for_each(|(sum, now)| *sum += now);
        }
        self.count += 1;
    }

    fn chart(&self, title: &str, label: &str, which: &[usize]) -> Chart {
        let last = self.spans.len().saturating_sub(1);
        // The last span may be shorter.
        let cycles = |span: usize| if span == last { self.count - self.span * last as u64 } else { self.span };
        let points = |k: usize| {
            let point = |(span, sums): (usize, &[f64; 5])| {
                [(span as u64 * self.span) as f64, sums[k] / cycles(span).max(1) as f64]
            };
            self.spans.iter().enumerate().map(point).collect()
        };
        let series = |&k: &usize| Series { name: SERIES[k].into(), points: points(k), steps: true };
        Chart {
            title: title.into(),
            x: Axis { label: "cycle".into(), ..Axis::default() },
            y: Axis { label: label.into(), ..Axis::default() },
            series: which.iter().map(series).collect(),
        }
    }
}

/// The configuration of the run.
pub struct Ran<'r> {
    pub names: [&'r str; 2],
    pub triangles: [&'r [Triangle]; 2],
    pub config: &'r Config,
    pub run: &'r Run,
    /// The machine in words.
    pub machine: String,
}

pub fn page(ran: &Ran<'_>, trace: &Trace) -> Result<Page> {
    let (run, config) = (ran.run, ran.config);
    let mut page = Page::new(Kind::Chip, format!("chip: {} and {}", ran.names[0], ran.names[1]));
    let mut scene = Scene::new();
    for (name, triangles) in ran.names.into_iter().zip(ran.triangles) {
        let points = triangles.iter().flatten().map(|corner| corner.to_array()).collect();
        let corners = (0..triangles.len() as u32).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect();
        scene.add(name, &Mesh::new(points, corners)?, Pose::IDENTITY);
    }
    page.add_scene(&scene, |_| String::new());
    page.view.summary = vec![
        Fact::new("machine", ran.machine.clone()),
        Fact::new("cycles", thousands(run.length as usize)),
        Fact::new("time", format!("{:.3} ms at {} MHz", run.seconds(config) * 1e3, config.clock)),
        Fact::new("node tests", thousands(run.node_tests as usize)),
        Fact::new("axis tests", thousands(run.axis_tests as usize)),
        Fact::new("triangle tests", thousands(run.triangle_tests as usize)),
        Fact::new("triangle pairs found", thousands(run.found.len())),
    ];
    page.view.charts = vec![
        trace.chart("Pairs that wait", "pairs", &[0, 1]),
        trace.chart("Stages that hold an axis", "stages", &[2]),
        trace.chart("Share of cycles at work", "share", &[3, 4]),
    ];
    if !run.found.is_empty() {
        let corners = run.found.iter().flat_map(|x| ran.triangles[0][x.a as usize]);
        let region = page.region(&Aabb::around(corners));
        let each = |triangles: BTreeSet<u32>| triangles.into_iter().collect();
        let [a, b] = [run.found.iter().map(|x| x.a).collect(), run.found.iter().map(|x| x.b).collect()].map(each);
        let first = run.found.iter().map(|found| found.cycle).min().unwrap_or(0);
        let finding = Finding {
            id: "found".into(),
            shape: Shapes::new(&scene).of(scene.ids()),
            number: 1,
            a: 0,
            b: 1,
            class: "hard".into(),
            facts: vec![
                Fact::new("triangle pairs", thousands(run.found.len())),
                Fact::new("first found in cycle", thousands(first as usize)),
            ],
            region,
            ..Finding::default()
        };
        marks::push(&mut page, finding, || Lit { triangles: [a, b], ..Lit::default() });
    }
    Ok(page)
}
