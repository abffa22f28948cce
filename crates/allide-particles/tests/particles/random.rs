//! Random colliders and paths, the same every time.

use allide_particles::{Camera, Collider, DVec2, DVec3, Keep, Material, Path, Pose, Region, Scene, Surface};

pub struct Random(pub u64);

/// Kinds of colliders that [`Random::collider`] makes.
pub const KINDS: usize = 12;

impl Random {
    /// In 0..1.
    pub fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    pub fn below(&mut self, count: usize) -> usize {
        (self.unit() * count as f64) as usize
    }

    pub fn vector(&mut self, size: f64) -> DVec3 {
        DVec3::new(self.between(-size, size), self.between(-size, size), self.between(-size, size))
    }

    pub fn surface(&mut self, kind: usize) -> (Surface, Vec<(Keep, Region)>) {
        let mut radius = || self.between(0.3, 1.5);
        let radii = [radius(), radius()];
        let all = DVec3::new(radii[0], radii[1], radius());
        let low = self.between(-1.0, 0.5);
        let heights = [low, low + self.between(0.2, 2.0)];
        let corner = DVec2::new(self.between(-1.0, 0.0), self.between(-1.0, 0.0));
        let inside = |region| vec![(Keep::Inside, region)];
        match kind {
            0 => (Surface::Plane, inside(Region::Disc { center: corner, radius: radii[0] })),
            1 => {
                let region = Region::Rectangle { min: corner, max: corner + all.truncate() };
                let mut all = inside(region);
                all.push((Keep::Outside, Region::Disc { center: corner + 0.5, radius: 0.3 }));
                (Surface::Plane, all)
            }
            2 => (Surface::Ellipsoid { radii: DVec3::splat(radii[0]) }, Vec::new()),
            3 => (Surface::Ellipsoid { radii: all }, inside(Region::Box { min: -all, max: all * 0.7 })),
            4 => (Surface::Cylinder { radii, heights }, Vec::new()),
            5 => (Surface::Cone { radii, heights }, Vec::new()),
            6 => (Surface::Paraboloid { radii, heights: [0.0, heights[1].abs() + 0.1] }, Vec::new()),
            7 => (Surface::Hyperboloid { radii: all, sheets: 1, heights }, Vec::new()),
            8 => (Surface::Hyperboloid { radii: all, sheets: 2, heights: [-3.0, 3.0] }, Vec::new()),
            9 => {
                // A polygon with a notch, and a slanted half-space that takes off a corner.
                let corners = [[-1.0, -1.0], [1.0, -0.8], [0.9, 1.0], [0.1, -0.2], [-0.8, 0.9]];
                let corners = corners.map(|corner| DVec2::from_array(corner) * all.truncate());
                let normal = DVec3::new(radii[0], radii[1], 1.0);
                let mut all = inside(Region::Polygon(corners.to_vec()));
                all.push((Keep::Inside, Region::HalfSpace { normal, offset: 0.6 }));
                (Surface::Plane, all)
            }
            10 => {
                let hole = Region::Polygon([[0.0, 0.0], [0.7, 0.1], [0.2, 0.8]].map(DVec2::from_array).to_vec());
                let cut = Region::HalfSpace { normal: DVec3::new(0.3, -0.2, 1.0), offset: 0.3 };
                (Surface::Ellipsoid { radii: all }, vec![(Keep::Outside, hole), (Keep::Inside, cut)])
            }
            _ => {
                let coefficients = std::array::from_fn(|_| self.between(-1.0, 1.0));
                (Surface::Quadric { coefficients, min: DVec3::splat(-2.0), max: DVec3::splat(2.0) }, Vec::new())
            }
        }
    }

    pub fn collider(&mut self, kind: usize) -> Collider {
        let (surface, constraints) = self.surface(kind);
        let turned = Pose::at(self.vector(1.0)).turned(self.vector(1.0), self.between(0.0, 360.0));
        let pose = if self.below(4) == 0 { Pose::at(self.vector(1.0)) } else { turned };
        Collider { name: format!("kind {kind}"), pose, surface, constraints, material: 0, image: None }
    }

    /// Towards the middle, of first or second order.
    pub fn path(&mut self) -> Path {
        let position = self.vector(4.0);
        let acceleration = if self.below(2) == 0 { DVec3::ZERO } else { self.vector(4.0) };
        Path { start: 0.0, position, velocity: (self.vector(1.0) - position) * self.between(0.5, 2.0), acceleration }
    }
}

/// How many cases a test tries: `ALLIDE_CASES` of them if that is set.
pub fn cases(plain: usize) -> usize {
    std::env::var("ALLIDE_CASES").ok().and_then(|count| count.parse().ok()).unwrap_or(plain)
}

/// A scene of colliders alone, to be asked about paths.
pub fn only(colliders: Vec<Collider>) -> Scene {
    Scene {
        name: "test".into(),
        about: String::new(),
        duration: 1.0,
        frame_rate: 30.0,
        rest_speed: 0.01,
        camera: Camera::default(),
        materials: vec![Material::default()],
        emitters: Vec::new(),
        colliders,
    }
}
