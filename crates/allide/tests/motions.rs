//! An engine that goes from frame to frame answers as a new one does, whatever changes: places, shapes, or the objects themselves.

use allide::{Engine, Mesh, Method, Pose, Scene};
use allide_scenes::suite::{Case, Tally, Way};
use allide_scenes::{Random, shapes};

const METHODS: [Method; 4] = [Method::Auto, Method::Divide, Method::Bvh, Method::Sweep];

fn engines() -> Vec<(Way, Engine)> {
    METHODS.map(|method| (Way::cpu(method), Engine::cpu())).into()
}

/// Compares engines that were asked before with a new one; returns how many findings there are.
fn check(engines: &mut [(Way, Engine)], case: &Case) -> usize {
    let expected = case.expected(Method::Auto).unwrap();
    for (way, engine) in engines {
        let same = Tally::default().compare(engine, &[*way], case, &expected);
        same.unwrap_or_else(|error| panic!("{error}"));
    }
    expected.count()
}

#[test]
fn frames_of_all_motions_are_answered_as_by_a_new_engine() {
    for (name, motion) in allide_scenes::all().iter().filter_map(|entry| Some((entry.name, entry.small_motion()?))) {
        let (mut engines, mut findings) = (engines(), 0);
        let frames = 10;
        for frame in 0..=frames {
            let scene = motion.at(motion.seconds() * f64::from(frame) / f64::from(frames));
            findings += check(&mut engines, &Case::of(format!("{name}, frame {frame}"), scene));
        }
        assert!(findings > 0, "{name}");
    }
}

/// Things that come, go, move, bend, turn into others, and change places in the list.
struct Stage {
    random: Random,
    things: Vec<(String, Mesh, Pose)>,
    made: usize,
}

impl Stage {
    fn new(seed: u64) -> Self {
        let mut stage = Self { random: Random::new(seed), things: Vec::new(), made: 0 };
        (0..6).for_each(|_| stage.add());
        stage
    }

    fn mesh(&mut self) -> Mesh {
        let seed = self.random.bits() % 5;
        match self.random.below(5) {
            0 => shapes::blob(seed, 200),
            1 => shapes::cuboid([-0.5; 3], [0.5; 3]),
            2 => shapes::cloth(seed, 150),
            3 => shapes::torus(0.5, 0.2, 10, 6),
            _ => Mesh::new(Vec::new(), Vec::new()).unwrap(),
        }
    }

    fn pose(&mut self) -> Pose {
        let place = self.random.point(-1.2, 1.2);
        match self.random.below(3) {
            0 => Pose::IDENTITY,
            1 => Pose::translation(place[0], place[1], place[2]).unwrap(),
            _ => Pose::rotation_translation(self.random.direction(), self.random.between(0.0, 6.0), place).unwrap(),
        }
    }

    fn add(&mut self) {
        let (mesh, pose) = (self.mesh(), self.pose());
        self.things.push((format!("thing {}", self.made), mesh, pose));
        self.made += 1;
    }

    fn step(&mut self) {
        for _ in 0..self.random.below(4) {
            let place = self.random.below(self.things.len());
            match self.random.below(8) {
                0 => self.add(),
                1 if self.things.len() > 3 => drop(self.things.remove(place)),
                2 => self.things[place].1 = self.mesh(),
                3 => {
                    let other = self.random.below(self.things.len());
                    self.things.swap(place, other);
                }
                4 => {
                    // A copy that shares the mesh.
                    let copy = self.things[place].1.clone();
                    let other = self.random.below(self.things.len());
                    self.things[other].1 = copy;
                }
                5 => self.things[place].2 = self.pose(),
                _ => {
                    let (mesh, time) = (&self.things[place].1, self.random.between(0.0, 3.0));
                    self.things[place].1 = mesh.deformed(allide_scenes::deform(mesh, time)).unwrap();
                }
            }
        }
    }

    fn scene(&self) -> Scene {
        let mut scene = Scene::new();
        for (name, mesh, pose) in &self.things {
            scene.add(name.clone(), mesh, *pose);
        }
        scene
    }
}

#[test]
fn random_sequences_are_answered_as_by_a_new_engine() {
    let mut findings = 0;
    for seed in 0..12 {
        let (mut stage, mut engines) = (Stage::new(seed), engines());
        for frame in 0..25 {
            findings += check(&mut engines, &Case::new(format!("seed {seed}, frame {frame}"), stage.scene(), 0.05));
            stage.step();
        }
    }
    assert!(findings > 10_000, "{findings}");
}

#[test]
fn a_mesh_takes_as_many_positions_as_it_has_vertices() {
    let triangle = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]]).unwrap();
    let error = triangle.deformed(vec![[0.0; 3]; 2]).unwrap_err().to_string();
    assert_eq!(error, "object \"mesh\" has 3 vertices, but 2 positions were given");
    assert!(triangle.deformed(vec![[0.0; 3], [f64::NAN; 3], [0.0; 3]]).is_err());
}
