use crate::Motion;
use crate::scenes::{self, Detail};
use allide::{Mesh, Pose, Scene};

/// A scene that can be asked for by name.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// One word, as typed on the command line.
    pub name: &'static str,
    /// One line.
    pub description: &'static str,
    /// Makes the scene at a size worth looking at.
    pub build: fn() -> Scene,
    /// Makes it with less than 4,000 triangles, for testing every pair of them.
    small: fn() -> Scene,
    /// How it moves, if it does, at both sizes. Then the scene is one moment of that.
    motion: Option<[MakeMotion; 2]>,
    /// The same as large as in its paper, if it is from one.
    full: Option<Full>,
}

#[derive(Clone, Copy, Debug)]
enum Full {
    Still(fn() -> Scene),
    /// And the time that is worth looking at most.
    Moving(MakeMotion, f64),
}

type MakeMotion = fn() -> Box<dyn Motion>;

impl Entry {
    /// Whether it moves.
    pub fn moves(&self) -> bool {
        self.motion.is_some()
    }

    /// How the scene moves, if it does; [`Entry::build`] makes one moment of it.
    pub fn motion(&self) -> Option<Box<dyn Motion>> {
        self.motion.map(|[build, _]| build())
    }

    /// Whether it is from a paper, and can be as large as there.
    pub fn is_of_a_paper(&self) -> bool {
        self.full.is_some()
    }

    /// The scene as large as in the paper that it is from, if it is from one.
    pub fn full(&self) -> Option<Scene> {
        Some(match self.full? {
            Full::Still(build) => build(),
            Full::Moving(make, seconds) => make().at(seconds),
        })
    }

    /// How it moves, at that size.
    pub fn full_motion(&self) -> Option<Box<dyn Motion>> {
        match self.full? {
            Full::Still(_) => None,
            Full::Moving(make, _) => Some(make()),
        }
    }

    const fn or_full(self, full: Full) -> Self {
        Self { full: Some(full), ..self }
    }

    /// The same with less than 4,000 triangles.
    pub fn small_motion(&self) -> Option<Box<dyn Motion>> {
        self.motion.map(|[_, small]| small())
    }
}

/// All scenes; the first is the one to show to newcomers.
pub fn all() -> &'static [Entry] {
    &ENTRIES
}

/// The scene of that name.
pub fn find(name: &str) -> Option<&'static Entry> {
    ENTRIES.iter().find(|entry| entry.name == name)
}

/// Every scene, small enough for testing all its triangle pairs: less than 4,000 triangles in all.
pub fn small_suite() -> Vec<(&'static str, Scene)> {
    ENTRIES.iter().map(|entry| (entry.name, (entry.small)())).collect()
}

/// The same scene with poses applied: every object has a mesh of its own, in world coordinates.
pub fn baked(scene: &Scene) -> Scene {
    let mut world = Scene::new();
    for object in scene.objects() {
        world.add(object.name(), &crate::shapes::merge([(object.mesh(), *object.pose())]), Pose::IDENTITY);
    }
    world
}

/// The positions of a mesh at a time of a smooth wobble, for shapes that deform; at time 0 they are as they were.
pub fn deform(mesh: &Mesh, time: f64) -> Vec<[f64; 3]> {
    let size = mesh.bounds().size().max_element().max(f64::MIN_POSITIVE);
    let sway = |place: f64, phase: f64| {
        ((place / size * 7.0 + phase + time).sin() - (place / size * 7.0 + phase).sin()) * size / 16.0
    };
    let wobble = |&[x, y, z]: &[f64; 3]| [x + sway(y, 0.0), y + sway(z, 1.0), z + sway(x, 2.0)];
    mesh.positions().iter().map(|point| wobble(&point.to_array())).collect()
}

macro_rules! entry {
    ($name:literal, $build:expr, $small:expr, $description:literal) => {
        Entry { name: $name, description: $description, build: || $build, small: || $small, motion: None, full: None }
    };
}

/// A motion at both sizes, and the time that is worth looking at most.
macro_rules! moving {
    ($name:literal, $build:expr, $small:expr, $seconds:expr, $description:literal) => {
        Entry {
            name: $name,
            description: $description,
            build: || $build.at($seconds),
            small: || $small.at($seconds),
            motion: Some([|| Box::new($build), || Box::new($small)]),
            full: None,
        }
    };
}

static ENTRIES: [Entry; 26] = [
    entry!(
        "plant",
        scenes::plant(Detail::FINE),
        scenes::plant(Detail::COARSE),
        "a machine room where most things touch as they should and six do not"
    ),
    entry!("blobs", scenes::blobs(5_000), scenes::blobs(1_000), "two bumpy bodies stuck in each other"),
    entry!(
        "asteroids",
        scenes::asteroids(1, 200, 500),
        scenes::asteroids(1, 60, 60),
        "tumbling bodies whose bounds meet and that mostly miss each other"
    ),
    entry!(
        "building",
        scenes::building(5, [7, 4]),
        scenes::building(2, [2, 1]),
        "stacked boxes in one grid: all touch, few cross"
    ),
    entry!("cloth", scenes::cloth(10_000), scenes::cloth(2_000), "a crumpled sheet that goes through itself"),
    entry!("knots", scenes::knots(300, 16), scenes::knots(90, 8), "two trefoils threaded through each other, apart"),
    entry!("gears", scenes::gears(24), scenes::gears(12), "two gears in mesh with little to spare"),
    entry!(
        "headlights",
        scenes::headlights(5_947),
        scenes::headlights(1_201),
        "two car headlights of 5,947 triangles, which a collision chip was measured with"
    ),
    entry!("needles", scenes::needles(2_000), scenes::needles(300), "long thin triangles in all directions"),
    moving!(
        "breaking",
        scenes::Breaking::new(8_000, 32_000, 160),
        scenes::Breaking::new(600, 1_600, 20),
        28.0 / 24.0,
        "a bunny falls on a dragon, which breaks into pieces"
    )
    .or_full(Full::Moving(|| Box::new(scenes::Breaking::published()), 28.0 / 24.0)),
    moving!(
        "leaves",
        scenes::Leaves::published(),
        scenes::Leaves::new(1_000, 6),
        1.0,
        "leaves fall from a tree, bend, and meet branches and each other"
    )
    .or_full(Full::Moving(|| Box::new(scenes::Leaves::published()), 1.0)),
    entry!("bunnies", scenes::bunnies(20_000), scenes::bunnies(800), "two bunnies deep in each other")
        .or_full(Full::Still(|| scenes::bunnies(68_000))),
    moving!("ear", scenes::Ear::new(20_000), scenes::Ear::new(1_600), 2.0, "a bunny with one ear bent into its head")
        .or_full(Full::Moving(|| Box::new(scenes::Ear::new(270_000)), 2.0)),
    moving!(
        "passing",
        scenes::Passing::new(40_000),
        scenes::Passing::new(1_600),
        1.5,
        "two cows walk past each other where there is too little room"
    ),
    moving!(
        "drape",
        scenes::Drape::new(12_000),
        scenes::Drape::new(2_000),
        2.5,
        "a cloth falls over a ball and folds into itself"
    ),
    moving!(
        "pile",
        scenes::Pile::new(1_000),
        scenes::Pile::new(18),
        3.0,
        "a thousand parts fall into a heap; some end up in each other"
    ),
    entry!(
        "cows",
        scenes::merged_cows(40_000),
        scenes::merged_cows(1_600),
        "two cows as one object, through each other"
    )
    .or_full(Full::Still(|| scenes::merged_cows(270_000))),
    entry!("terrain", scenes::terrain(96, 200), scenes::terrain(16, 40), "stones on, in and over hilly ground"),
    entry!("duplicates", scenes::duplicates(2_000), scenes::duplicates(600), "objects lying exactly on their copies"),
    entry!("nested", scenes::nested(8), scenes::nested(8), "boxes in boxes that touch nothing"),
    entry!("coplanar", scenes::coplanar(400), scenes::coplanar(60), "cards strewn over one plane"),
    entry!("grid", scenes::grid(6), scenes::grid(3), "cubes that touch face to face"),
    entry!("degenerate", scenes::degenerate(1_000), scenes::degenerate(300), "soup with segments and points in it"),
    entry!("far_away", scenes::far_away(), scenes::far_away(), "a still life at 10⁷ from the origin"),
    entry!("huge", scenes::huge(), scenes::huge(), "the still life at a scale of 10¹⁵⁰"),
    entry!("tiny", scenes::tiny(), scenes::tiny(), "the still life at a scale of 10⁻¹⁵⁰"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn triangles(scene: &Scene) -> usize {
        scene.objects().iter().map(|object| object.mesh().triangles().len()).sum()
    }

    #[test]
    fn the_small_suite_is_small_and_complete() {
        let suite = small_suite();
        assert_eq!(suite.len(), all().len());
        for (name, scene) in suite {
            let count = triangles(&scene);
            assert!((1..4_000).contains(&count), "{name}: {count} triangles");
        }
    }

    #[test]
    fn scenes_of_papers_have_the_sizes_of_their_papers() {
        let sizes =
            [("breaking", 147_000), ("leaves", 40_000), ("bunnies", 136_000), ("ear", 270_000), ("cows", 270_000)];
        let of_papers: Vec<&str> = all().iter().filter(|entry| entry.is_of_a_paper()).map(|entry| entry.name).collect();
        assert_eq!(of_papers, sizes.map(|(name, _)| name));
        for (name, count) in sizes {
            let entry = find(name).unwrap();
            assert_eq!(triangles(&entry.full().unwrap()), count, "{name}");
            assert_eq!(entry.full_motion().is_some(), entry.moves(), "{name}");
        }
        assert!(find("plant").unwrap().full().is_none());
    }

    #[test]
    fn names_are_unique_words_and_found_again() {
        let names: HashSet<_> = all().iter().map(|entry| entry.name).collect();
        assert_eq!(names.len(), all().len());
        for entry in all() {
            assert!(entry.name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_'), "{}", entry.name);
            assert_eq!(find(entry.name).unwrap().description, entry.description);
        }
        assert!(find("nothing").is_none());
    }

    #[test]
    fn scenes_come_out_the_same_every_time() {
        for ((name, first), (_, second)) in small_suite().into_iter().zip(small_suite()) {
            assert_eq!(first.objects().len(), second.objects().len(), "{name}");
            for (a, b) in first.objects().iter().zip(second.objects()) {
                assert_eq!((a.name(), a.pose()), (b.name(), b.pose()), "{name}");
                assert_eq!(a.mesh().positions(), b.mesh().positions(), "{name}");
            }
        }
    }

    #[test]
    fn world_coordinates_are_finite() {
        for (name, scene) in small_suite() {
            for object in baked(&scene).objects() {
                assert!(object.mesh().positions().iter().all(|point| point.is_finite()), "{name}");
            }
        }
    }

    #[test]
    fn plants_of_any_detail_have_the_same_objects() {
        let names = |detail| -> Vec<String> {
            scenes::plant(detail).objects().iter().map(|object| object.name().to_owned()).collect()
        };
        assert_eq!(names(Detail::FINE), names(Detail::COARSE));
        let unique: HashSet<_> = names(Detail::FINE).into_iter().collect();
        assert_eq!(unique.len(), names(Detail::FINE).len());
    }

    #[test]
    fn deforming_starts_from_the_shape_and_moves_it() {
        let mesh = crate::shapes::icosphere(1);
        let still = deform(&mesh, 0.0);
        assert!(still.iter().zip(mesh.positions()).all(|(now, then)| *now == then.to_array()));
        assert!(deform(&mesh, 1.0).iter().zip(&still).all(|(now, then)| now != then));
    }
}
