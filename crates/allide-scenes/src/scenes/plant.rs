//! A small process plant with planted clashes. Metres, z up, every intended contact on multiples of 1/64 m.

use super::route::{Route, along, standing};
use crate::shapes::{
    Pipe, blind_hole, bolt, channel, cuboid, cylinder, gear, hoop, i_beam, revolved, subdivided_cuboid,
};
use crate::surface::turn;
use allide::{Mesh, Pose, Scene};

/// How finely the plant is meshed.
#[derive(Clone, Copy, Debug)]
pub struct Detail {
    /// Sides of round things: a multiple of 4.
    pub segments: usize,
    /// Length of the pieces that long things are cut into, in metres.
    pub piece: f64,
    /// The number of pieces that quarter bends are cut into.
    pub bends: usize,
}

impl Detail {
    /// Good to look at: about 55,000 triangles.
    pub const FINE: Self = Self { segments: 24, piece: 0.3125, bends: 6 };
    /// Few enough triangles to test every pair.
    pub const COARSE: Self = Self { segments: 4, piece: 100.0, bends: 1 };

    /// Sides of thin round things.
    fn thin_segments(&self) -> usize {
        (self.segments / 2).next_multiple_of(4)
    }

    /// The number of pieces in a length.
    pub(super) fn pieces(&self, length: f64) -> usize {
        (length / self.piece).ceil().max(1.0) as usize
    }
}

/// A machine room as an engineer would check it before it is built.
///
/// Hard: most objects rest on each other with coplanar faces or along single lines, which is right and must come out
/// as touching, while a pipe goes through a beam's web, another through a tank's shell, a duct grazes a column by
/// 1/32 m, a valve was copied onto itself, a bolt is longer than its hole, and a handrail leaves 1/32 m to a pipe.
pub fn plant(detail: Detail) -> Scene {
    let mut plant = Plant { scene: Scene::new(), detail };
    plant.frame();
    plant.tanks();
    plant.pipes();
    plant.pumps();
    plant.electrics();
    plant.anchors();
    plant.handrails();
    plant.scene
}

struct Plant {
    scene: Scene,
    detail: Detail,
}

const BEAM: [f64; 2] = [0.25, 0.375];
const FLANGE: f64 = 1.0 / 32.0;
/// Height of the columns' tops.
const EAVES: f64 = 4.5;
/// Upper side of the beams that carry the pipes.
const RACK: f64 = 3.125;

impl Plant {
    fn add(&mut self, name: &str, mesh: &Mesh, pose: Pose) {
        self.scene.add(name, mesh, pose);
    }

    fn block(&mut self, name: &str, min: [f64; 3], max: [f64; 3]) {
        let cells = std::array::from_fn(|axis| self.detail.pieces(max[axis] - min[axis]));
        self.add(name, &subdivided_cuboid(min, max, cells), Pose::IDENTITY);
    }

    /// A beam of height 3/8 along x or y whose lower side is at `from`.
    fn beam(&mut self, name: &str, axis: [f64; 3], from: [f64; 3], length: f64) {
        let mesh = i_beam(BEAM, FLANGE, length, self.detail.pieces(length));
        let middle = [from[0], from[1], from[2] + BEAM[1] / 2.0];
        // The section's height is along the mesh's y axis.
        let side = [axis[1], -axis[0], 0.0];
        let pose = Pose::affine([side, [0.0, 0.0, 1.0], axis], middle).expect("finite");
        self.add(name, &mesh, pose);
    }

    fn frame(&mut self) {
        self.block("floor slab", [0.0, 0.0, -0.25], [14.0, 9.0, 0.0]);
        let plate = cuboid([-0.25, -0.25, 0.0], [0.25, 0.25, FLANGE]);
        let height = EAVES - FLANGE;
        let column = i_beam([0.25, 0.25], FLANGE, height, self.detail.pieces(height));
        let places = [1.0, 7.0, 13.0].into_iter().flat_map(|x| [6.0, 8.5].map(|y| (x, y)));
        for (number, (x, y)) in (1..).zip(places) {
            self.add(&format!("base plate BP-{number}"), &plate, crate::moved(x, y, 0.0));
            self.add(&format!("column C-{number}"), &column, crate::moved(x, y, FLANGE));
        }
        self.beam("beam B-01", [1.0, 0.0, 0.0], [0.75, 6.0, EAVES], 12.5);
        self.beam("beam B-02", [1.0, 0.0, 0.0], [0.75, 8.5, EAVES], 12.5);
        for (number, x) in (3..).zip([1.0, 7.0, 13.0]) {
            self.beam(&format!("beam B-{number:02}"), [0.0, 1.0, 0.0], [x, 5.75, EAVES + BEAM[1]], 3.0);
        }
        for (number, x) in (6..).zip([1.0, 7.0, 13.0]) {
            self.beam(&format!("rack beam B-{number:02}"), [0.0, 1.0, 0.0], [x, 6.125, RACK - BEAM[1]], 2.25);
        }
    }

    fn tanks(&mut self) {
        let segments = 3 * self.detail.segments;
        self.block("plinth TK-201", [1.375, 1.375, 0.0], [4.125, 4.125, 0.25]);
        let upright = revolved(&tank_outline(1.25, 0.375, [0.0, 2.75], self.detail), segments);
        self.add("tank TK-201", &upright, crate::moved(2.75, 2.75, 0.25));
        for (number, x) in (1..).zip([7.25, 10.25]) {
            self.block(&format!("saddle S-{number}"), [x - 0.1875, 1.75, 0.0], [x + 0.1875, 3.25, 0.5]);
        }
        let mut outline = tank_outline(1.0, 0.25, [2.0, 4.5], self.detail);
        let lower: Vec<_> = outline[1..].iter().rev().map(|&[radius, height]| [radius, 4.0 - height]).collect();
        outline.splice(..1, lower);
        let lying = revolved(&outline, segments);
        self.add("tank TK-202", &lying, along([1.0, 0.0, 0.0], [6.75, 2.5, 1.5]));
    }

    fn pipes(&mut self) {
        let segments = self.detail.segments;
        let section = |radius: f64| Pipe { radius, bore: radius - 1.0 / 64.0, segments };
        let mut run = |name: &str, radius: f64, points: &[[f64; 3]]| {
            Route { name, section: section(radius), bend: 0.3125, detail: self.detail }.lay(&mut self.scene, points);
        };
        let over = EAVES + BEAM[1] / 2.0;
        let from_tank = [[2.75, 2.75, 3.5], [2.75, 2.75, over], [2.75, 6.875, over]];
        let on_rack = [[2.75, 6.875, RACK + 0.125], [13.5, 6.875, RACK + 0.125], [13.5, 6.875, 0.0]];
        run("P-101", 0.125, &[from_tank, on_rack].concat());
        let low = RACK + 0.1875;
        run("P-102", 0.1875, &[[0.5, 7.375, 0.0], [0.5, 7.375, low], [13.75, 7.375, low]]);
        let low = RACK + 0.125;
        run("P-103", 0.125, &[[0.25, 7.875, low], [11.5, 7.875, low], [11.5, 7.875, 0.0]]);
        run("P-104", 0.125, &[[9.5, 0.5, 0.0], [9.5, 0.5, 2.125], [9.5, 4.5, 2.125], [9.5, 4.5, 0.0]]);
        run("P-105", 0.125, &[[4.75, 0.75, 0.625], [4.0, 0.75, 0.625]]);
        run("P-106", 0.125, &[[3.375, 0.75, 0.625], [0.75, 0.75, 0.625], [0.75, 0.75, 0.0]]);
        let valve = self.valve();
        for name in ["valve V-301", "valve V-301 (copy)"] {
            self.add(name, &valve, along([1.0, 0.0, 0.0], [3.375, 0.75, 0.625]));
        }
    }

    /// A ball valve, 5/8 m long, with a flange at each end.
    fn valve(&self) -> Mesh {
        let ball = (2..=10).map(|k| turn(k, 24)).map(|(cos, sin)| [0.28125 * sin, 0.3125 - 0.28125 * cos]);
        let neck = [[0.25, 0.0], [0.25, 0.0625], [0.125, 0.0625]];
        let outline: Vec<_> =
            neck.into_iter().chain(ball).chain([[0.125, 0.5625], [0.25, 0.5625], [0.25, 0.625]]).collect();
        revolved(&outline, self.detail.segments)
    }

    fn pumps(&mut self) {
        let segments = self.detail.segments;
        let casing = cylinder(0.375, 0.375, segments, 1);
        let motor = gear(segments / 2, [0.28125, 0.3125], 0.0625, 0.875);
        for (number, [x, y]) in (1..).zip([[4.75, 0.75], [11.75, 5.0]]) {
            self.block(&format!("pump base PU-{number}"), [x - 0.25, y - 0.5, 0.0], [x + 1.5, y + 0.5, 0.25]);
            self.add(&format!("pump PU-{number}"), &casing, along([1.0, 0.0, 0.0], [x, y, 0.625]));
            self.add(&format!("motor M-{number}"), &motor, along([1.0, 0.0, 0.0], [x + 0.375, y, 0.625]));
        }
    }

    fn electrics(&mut self) {
        let (length, pieces) = (12.5, self.detail.pieces(12.5));
        let tray = channel([0.5, 0.1875], 1.0 / 16.0, length, pieces);
        self.add("cable tray CT-1", &tray, along([1.0, 0.0, 0.0], [0.75, 6.4375, RACK]));
        let cable = cylinder(0.03125, length, self.detail.thin_segments(), pieces);
        for (number, y) in (1..).zip([6.3125, 6.4375, 6.5625]) {
            let place = [0.75, y, RACK + 1.0 / 16.0 + 0.03125];
            self.add(&format!("cable W-{number}"), &cable, along([1.0, 0.0, 0.0], place));
        }
        for number in 0..3 {
            let x = 4.0 + 0.75 * f64::from(number);
            self.block(&format!("cabinet E-{}", number + 1), [x, 7.5, 0.0], [x + 0.75, 8.125, 2.0]);
        }
        self.block("duct D-1", [4.25, 5.25, 2.125], [10.5, 5.875 + 1.0 / 32.0, 2.625]);
        for (number, x) in (1..).zip([4.5, 10.0]) {
            self.block(&format!("duct stand DS-{number}"), [x, 5.4375, 0.0], [x + 0.25, 5.6875, 2.125]);
        }
    }

    fn anchors(&mut self) {
        let segments = self.detail.segments;
        let boss = blind_hole(0.25, 0.109375, [0.375, 0.25], segments);
        let [fitting, too_long] =
            [0.1875, 0.3125].map(|length| bolt(0.09375, length, (segments / 2).next_multiple_of(6)));
        let places = [[12.25, 1.0], [13.25, 1.0], [12.25, 2.0], [13.25, 2.0]];
        for (number, [x, y]) in (1..).zip(places) {
            self.add(&format!("anchor A-{number}"), &boss, crate::moved(x, y, 0.0));
            let bolt = if number == 1 { &too_long } else { &fitting };
            self.add(&format!("bolt A-{number}"), bolt, crate::moved(x, y, 0.375));
        }
    }

    fn handrails(&mut self) {
        let rail = hoop(0.03125, [3.25, 1.0], self.detail.thin_segments(), self.detail.pieces(3.25));
        for (number, x) in (1..).zip([6.75, 10.25]) {
            self.add(&format!("handrail H-{number}"), &rail, crate::moved(x, 0.3125, 0.0));
        }
        for (number, y) in (3..).zip([1.5, 5.0]) {
            self.add(&format!("handrail H-{number}"), &rail, standing([0.0, 1.0, 0.0], [0.125, y, 0.0]));
        }
    }
}

/// From the lower rim of a tank up its shell and over an elliptic dome to a flat cap of half the radius `cap`.
fn tank_outline(radius: f64, cap: f64, [low, high]: [f64; 2], detail: Detail) -> Vec<[f64; 2]> {
    let shell = detail.pieces(high - low);
    let mut outline: Vec<_> = (0..=shell).map(|k| [radius, low + (high - low) * k as f64 / shell as f64]).collect();
    let steps = 2 * detail.bends;
    let rise = 0.5;
    let dome = (1..steps).map(|k| turn(k, 4 * steps));
    outline.extend(dome.map(|(cos, sin)| [cap + (radius - cap) * cos, high + rise * sin]));
    outline.push([cap, high + rise]);
    outline
}
