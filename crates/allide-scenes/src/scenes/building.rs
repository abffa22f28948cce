use crate::shapes::subdivided_cuboid;
use allide::{Pose, Scene};

/// Sizes in metres; multiples of 1/8, so that everything that should touch does.
const BAY: f64 = 4.0;
const STOREY: f64 = 3.0;
const SLAB: f64 = 0.25;
const COLUMN: f64 = 0.5;
const WALL: f64 = 0.25;
/// The size of the cells that faces are cut into, at least.
const CELL: f64 = 0.75;

/// An office building of stacked, aligned boxes with subdivided faces: slabs, columns, walls, windows.
///
/// Hard: nearly everything touches something, face on face in one plane with matching grids, so that contact is the
/// rule and a true crossing the exception: every fifth partition wall is 1/8 m too high and reaches into the slab
/// above it. With 5 storeys of 7 × 4 bays, 775 parts.
pub fn building(storeys: usize, [wide, deep]: [usize; 2]) -> Scene {
    let mut building = Building { scene: Scene::new(), partitions: 0 };
    for storey in 0..storeys {
        let floor = storey as f64 * STOREY;
        for j in 0..deep {
            building.slab(storey, j, [0.0, wide as f64 * BAY], floor);
        }
        for (i, j) in cells(wide + 1, deep + 1) {
            building.column(storey, [i, j], floor);
        }
        for (i, j) in cells(wide, deep + 1) {
            let facade = j == 0 || j == deep;
            building.panel(storey, [i, j], floor, Panel { axis: 0, facade });
        }
        for (i, j) in cells(wide + 1, deep) {
            let facade = i == 0 || i == wide;
            building.panel(storey, [i, j], floor, Panel { axis: 1, facade });
        }
    }
    building.scene
}

fn cells(wide: usize, deep: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..deep).flat_map(move |j| (0..wide).map(move |i| (i, j)))
}

struct Panel {
    /// 0: along x, 1: along y.
    axis: usize,
    facade: bool,
}

struct Building {
    scene: Scene,
    partitions: usize,
}

impl Building {
    fn part(&mut self, name: String, min: [f64; 3], max: [f64; 3]) {
        let cells = std::array::from_fn(|axis| ((max[axis] - min[axis]) / CELL).floor().max(1.0) as usize);
        self.scene.add(name, &subdivided_cuboid(min, max, cells), Pose::IDENTITY);
    }

    fn slab(&mut self, storey: usize, j: usize, [from, to]: [f64; 2], floor: f64) {
        let y = j as f64 * BAY;
        self.part(format!("slab {storey}.{j}"), [from, y, floor], [to, y + BAY, floor + SLAB]);
    }

    fn column(&mut self, storey: usize, [i, j]: [usize; 2], floor: f64) {
        let [x, y] = [i, j].map(|k| k as f64 * BAY - COLUMN / 2.0);
        let (low, high) = (floor + SLAB, floor + STOREY);
        self.part(format!("column {storey}.{i}.{j}"), [x, y, low], [x + COLUMN, y + COLUMN, high]);
    }

    /// The element between two columns: a wall, or in the facade a parapet, a window and a lintel.
    fn panel(&mut self, storey: usize, place: [usize; 2], floor: f64, panel: Panel) {
        let [i, j] = place;
        let name = format!("{storey}.{i}.{j}{}", ["x", "y"][panel.axis]);
        let mut min = [i as f64 * BAY, j as f64 * BAY, 0.0];
        let mut max = min;
        let across = 1 - panel.axis;
        (min[panel.axis], max[panel.axis]) = (min[panel.axis] + COLUMN / 2.0, max[panel.axis] + BAY - COLUMN / 2.0);
        (min[across], max[across]) = (min[across] - WALL / 2.0, max[across] + WALL / 2.0);
        let (low, high) = (floor + SLAB, floor + STOREY);
        self.partitions += usize::from(!panel.facade);
        let too_high = if self.partitions % 5 == 1 { 0.125 } else { 0.0 };
        let mut between = |kind: &str, from: f64, to: f64| {
            (min[2], max[2]) = (from, to);
            self.part(format!("{kind} {name}"), min, max);
        };
        if panel.facade {
            between("parapet", low, low + 1.0);
            between("window", low + 1.0, low + 2.25);
            between("lintel", low + 2.25, high);
        } else {
            between("wall", low, high + too_high);
        }
    }
}
