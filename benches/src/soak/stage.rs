//! A scene that changes at random.

use super::draw::{clearance, deformed, mesh, pose};
use crate::soak::ask::Ask;
use allide::{GroupId, Mesh, Pose, Scene};
use allide_scenes::hard::{self, KINDS, Kind};
use allide_scenes::{Random, shapes};

/// More objects than this are not added.
const MOST_OBJECTS: usize = 24;

/// A scene, and what it cannot be asked about itself.
pub struct World {
    pub scene: Scene,
    kind: Kind,
    /// How many triangles new meshes have at most.
    most: usize,
    /// Whether objects only turn and move: others would take too long.
    is_rigid: bool,
    groups: Vec<GroupId>,
    /// The group of each object, by place in `groups`.
    group_of: Vec<Option<usize>>,
    ignored: Vec<(usize, usize)>,
}

impl World {
    /// A few objects of one kind.
    pub fn new(random: &mut Random) -> Self {
        let kind = random.pick(&KINDS);
        let most = match random.below(20) {
            0 => 1_500,
            1..=3 => 300,
            4..=11 => 50,
            _ => 8,
        };
        let mut stage = Self::empty(kind, most);
        for _ in 0..2 + random.below(5) {
            stage.add(random);
        }
        stage
    }

    /// An object with enough vertices to be placed by several threads, among neighbours that all need it placed.
    pub fn large(random: &mut Random) -> Self {
        let mut stage = Self { is_rigid: true, ..Self::empty(Kind::Loose, 200) };
        let body = shapes::blob(random.bits(), 66_000 + 2 * random.below(20_000));
        let turn =
            Pose::rotation_translation(random.direction(), random.between(0.1, 3.0), [0.25, 0.0, 0.0]).expect("finite");
        stage.insert(&body, turn);
        let stone = shapes::blob(random.bits(), 40 + random.below(4_000));
        for _ in 0..3 + random.below(12) {
            let [x, y, z] = random.direction();
            stage.insert(
                &stone,
                Pose::rotation_translation(random.direction(), random.between(0.0, 3.0), [x, y, z]).expect("finite"),
            );
        }
        stage
    }

    fn empty(kind: Kind, most: usize) -> Self {
        let mut scene = Scene::new();
        let groups = (0..3).map(|_| scene.add_group()).collect();
        Self { scene, kind, most, is_rigid: false, groups, group_of: Vec::new(), ignored: Vec::new() }
    }

    pub fn describe(&self) -> String {
        format!("{:?}, {} objects, {} triangles", self.kind, self.scene.objects().len(), self.triangles())
    }

    pub fn triangles(&self) -> usize {
        self.scene.objects().iter().map(|object| object.mesh().triangles().len()).sum()
    }

    fn unit(&self) -> f64 {
        hard::unit(self.kind)
    }

    fn insert(&mut self, mesh: &Mesh, pose: Pose) {
        self.scene.add(format!("object {}", self.group_of.len()), mesh, pose);
        self.group_of.push(None);
    }

    /// A new mesh, or an instance of one that is there.
    fn add(&mut self, random: &mut Random) {
        if self.scene.objects().len() >= MOST_OBJECTS {
            return;
        }
        let known = self.scene.objects().len();
        let mesh = if known > 0 && random.once_in(3) {
            self.scene.objects()[random.below(known)].mesh().clone()
        } else {
            mesh(random, self.kind, self.most)
        };
        let pose = if random.once_in(2) { Pose::IDENTITY } else { pose(random, self.unit()) };
        self.insert(&mesh, pose);
    }

    /// The objects in another order or without some: a scene has no way to forget one.
    fn rebuild(&mut self, places: &[usize]) {
        let mut next = Self::empty(self.kind, self.most);
        for &place in places {
            let object = &self.scene.objects()[place];
            next.insert(object.mesh(), *object.pose());
            if let Some(group) = self.group_of[place] {
                next.set_group(next.group_of.len() - 1, group);
            }
        }
        for &(a, b) in &self.ignored {
            next.scene.ignore(next.groups[a], next.groups[b]);
            next.ignored.push((a, b));
        }
        *self = next;
    }

    fn set_group(&mut self, place: usize, group: usize) {
        if let Some(id) = self.scene.ids().nth(place) {
            self.scene.set_group(id, self.groups[group]);
            self.group_of[place] = Some(group);
        }
    }

    /// One edit; what it was.
    pub fn edit(&mut self, random: &mut Random) -> &'static str {
        let count = self.scene.objects().len();
        let place = random.below(count);
        if self.is_rigid {
            let (axis, angle) = (random.direction(), random.between(0.0, 3.0));
            let pose = Pose::rotation_translation(axis, angle, random.direction().map(|x| 0.5 * x)).expect("finite");
            self.with_object(place, |scene, id| scene.set_pose(id, pose));
            return "move";
        }
        match random.below(16) {
            0 | 1 => {
                self.add(random);
                "add"
            }
            2 if count > 1 => {
                self.rebuild(&(0..count).filter(|&other| other != place).collect::<Vec<_>>());
                "remove"
            }
            3 if count > 1 => {
                let mut places: Vec<usize> = (0..count).collect();
                places.swap(place, random.below(count));
                self.rebuild(&places);
                "reorder"
            }
            4..=7 => {
                let pose = pose(random, self.unit());
                self.with_object(place, |scene, id| scene.set_pose(id, pose));
                "move"
            }
            8..=11 => {
                let positions =
                    self.scene.objects().get(place).map(|object| deformed(random, object.mesh(), self.unit()));
                if let Some(positions) = positions.filter(|list| list.iter().flatten().all(|x| x.is_finite())) {
                    self.with_object(place, |scene, id| {
                        scene.set_positions(id, positions).expect("as many as before, and finite");
                    });
                }
                "deform"
            }
            12 if count > 0 => {
                self.set_group(place, random.below(3));
                "group"
            }
            13 => {
                let (a, b) = (random.below(3), random.below(3));
                self.scene.ignore(self.groups[a], self.groups[b]);
                self.ignored.push((a, b));
                "ignore"
            }
            14 if random.once_in(8) => {
                *self = Self::new(random);
                "another scene"
            }
            _ => "nothing",
        }
    }

    fn with_object(&mut self, place: usize, change: impl FnOnce(&mut Scene, allide::ObjectId)) {
        if let Some(id) = self.scene.ids().nth(place) {
            change(&mut self.scene, id);
        }
    }

    /// A question that is hard for this scene. `known` is a distance that was found in it.
    pub fn ask(&self, random: &mut Random, known: Option<f64>) -> Ask {
        if self.is_rigid {
            // Farther, and sweeping compares nearly everything with everything.
            let distance = 10.0f64.powf(random.between(-6.0, -1.5));
            return random.pick(&[Ask::Overlaps, Ask::Overlaps, Ask::Clearance(distance), Ask::AnyWithin(distance)]);
        }
        let distance = clearance(random, self.unit(), known);
        match random.below(10) {
            0..=2 => Ask::Overlaps,
            3 => Ask::SelfOverlaps,
            4 => Ask::SelfOverlapsOf(random.below(self.scene.objects().len())),
            5 | 6 => Ask::Clearance(distance),
            7 => Ask::AllWithin(distance),
            8 => random.pick(&[Ask::AnyOverlap, Ask::AnySelfOverlap]),
            _ => Ask::AnyWithin(distance),
        }
    }
}
