//! What maps keep, and what they lose.

use allide_particles::map::{Blend, Full, PerParticle, Published, Rule};
use allide_particles::{DVec2, DVec3, Impact, Scene, Simulation};

const FRAME: std::ops::Range<f64> = 0.5..0.75;

/// Impacts on a plate of 3 by 2 metres.
fn impacts(count: u32) -> (Simulation, Vec<Impact>) {
    let scene = Scene::read(&format!(
        "[[emitter]]\ncount = {count}\nperiod = 1\nsource = {{ box = [[-1.5, -1, 1], [1.5, 1, 1]] }}\nvelocity = [0, 0, -4]\n\
         spread = [0, 0, 1]\n[[collider]]\nsurface = \"rectangle\"\nsize = [3, 2]\nposition = [0, 0, 0.25]\nrotation = [[1, 0, 0, 5]]\n"
    ));
    let simulation = Simulation::new(scene.unwrap()).unwrap();
    let impacts = simulation.impacts(FRAME).unwrap();
    (simulation, impacts)
}

#[test]
fn published_positions_and_times_are_as_close_as_stated() {
    let (simulation, impacts) = impacts(400);
    let size = [256, 128];
    let map = Published::draw(&impacts, FRAME, size, 8.0, Blend::Overwrite);
    let mut decoded = 0;
    for (k, _) in map.pixels.iter().enumerate().filter(|(_, pixel)| pixel[3] > 0) {
        let pixel = map.decode(k as u32 % 256, k as u32 / 256).unwrap();
        let own = impacts.iter().filter(|impact| {
            let cell = (impact.uv * DVec2::new(256.0, 128.0)).floor();
            cell == (pixel.uv * DVec2::new(256.0, 128.0)).floor()
        });
        // The one that was drawn last.
        let impact = own.max_by_key(|impact| impact.particle).unwrap();
        let place = |uv| simulation.scene().colliders[0].pose.to_world(simulation.chart(0).to_point(uv).unwrap());
        let gap = simulation.scene().colliders[0].pose.vector_to_local(place(pixel.uv) - impact.point).abs();
        assert!(gap.x <= 3.0 / 256.0 && gap.y <= 2.0 / 128.0, "{gap}");
        assert!((pixel.time - impact.time).abs() <= (FRAME.end - FRAME.start) / 256.0);
        assert!((pixel.speed - impact.speed).abs() <= 8.0 / 255.0 && pixel.collider == 0);
        decoded += 1;
    }
    assert_eq!(decoded + map.losses.total(), impacts.len() as u64);
    assert!(decoded > 50);
}

#[test]
fn losses_are_counted_and_shrink_with_size() {
    let (_, impacts) = impacts(20_000);
    let mut before = u64::MAX;
    for side in [16, 64, 256, 1024, 4096] {
        let map = Published::draw(&impacts, FRAME, [side, side], 8.0, Blend::Overwrite);
        let added = Published::draw(&impacts, FRAME, [side, side], 8.0, Blend::Add);
        let kept = map.pixels.iter().filter(|pixel| pixel[3] > 0).count() as u64;
        assert_eq!(kept + map.losses.total(), impacts.len() as u64);
        assert_eq!(added.losses, map.losses);
        assert!(map.losses.total() <= before);
        before = map.losses.total();
        // As many as balls thrown into cells leave without one of their own: n − m (1 − (1 − 1/m)ⁿ).
        let (n, m) = (impacts.len() as f64, f64::from(side) * f64::from(side));
        let expected = n - m * (1.0 - (1.0 - 1.0 / m).powf(n));
        assert!((before as f64 - expected).abs() <= 5.0 * expected.sqrt() + 5.0, "{side}: {before}, {expected}");
    }
    assert!(before < 10);
}

/// Added channels are sums, up to 255; where one point was drawn, both ways agree.
#[test]
fn added_points_are_sums_of_their_channels() {
    let (_, impacts) = impacts(3000);
    let size = [16, 16];
    let draw = |impacts: &[Impact], blend| Published::draw(impacts, FRAME, size, 8.0, blend).pixels;
    let (over, sum) = (draw(&impacts, Blend::Overwrite), draw(&impacts, Blend::Add));
    let mut expected = vec![[0u32; 4]; 256];
    for impact in &impacts {
        let alone = draw(&[*impact], Blend::Add);
        let (cell, channels) = alone.iter().enumerate().find(|(_, pixel)| pixel[3] > 0).unwrap();
        (0..4).for_each(|k| expected[cell][k] += u32::from(channels[k]));
    }
    for (cell, expected) in expected.iter().enumerate() {
        assert_eq!(sum[cell].map(u32::from), expected.map(|channel| channel.min(255)));
        assert!(expected[3] != 1 || sum[cell] == over[cell]);
    }
    assert!(sum.iter().any(|pixel| pixel[3] > 2) && sum.iter().any(|pixel| pixel[1] == 255));
}

#[test]
fn one_point_a_particle_is_all_that_the_published_maps_draw() {
    let simulation = Simulation::new(Scene::built_in("bounces").unwrap()).unwrap();
    let impacts = simulation.impacts(0.0..2.0).unwrap();
    let mut particles: Vec<u32> = impacts.iter().map(|impact| impact.particle).collect();
    particles.sort_unstable();
    particles.dedup();
    let map = Published::draw(&impacts, 0.0..2.0, [64, 64], 9.0, Blend::Overwrite);
    assert_eq!(map.losses.repeated, (impacts.len() - particles.len()) as u64);
    assert!(map.losses.repeated > 0);
}

#[test]
fn each_pixel_of_a_particle_brings_eight_bits_an_axis() {
    let (simulation, impacts) = impacts(500);
    let bounds = [DVec3::new(-2.0, -2.0, 0.0), DVec3::new(2.0, 2.0, 1.0)];
    for depth in 1..=4 {
        let map = PerParticle::draw(&impacts, FRAME, simulation.particles(), depth, bounds);
        let hit = (0..simulation.particles()).filter_map(|k| map.decode(k)).count();
        assert_eq!((hit as u64, map.losses.covered), (impacts.len() as u64 - map.losses.repeated, 0));
        for impact in &impacts {
            let decoded = map.decode(impact.particle).unwrap();
            let steps = 256f64.powi(depth as i32);
            let gap = (decoded.point - impact.point).abs() * steps;
            assert!(gap.cmple((bounds[1] - bounds[0]) * 0.5 + 1e-4).all(), "{gap}");
            assert_eq!(decoded.time.is_some(), depth > 1);
            assert!(decoded.time.is_none_or(|time| (time - impact.time).abs() <= (FRAME.end - FRAME.start) / 256.0));
        }
    }
}

#[test]
fn full_maps_follow_their_rules() {
    let (_, impacts) = impacts(3000);
    let draw = |rule| Full::draw(&impacts, 0, [16, 8], rule).values().collect::<Vec<_>>();
    let (last, first, count, sum) = (draw(Rule::Last), draw(Rule::First), draw(Rule::Count), draw(Rule::Sum));
    for cell in 0..128u32 {
        let own: Vec<&Impact> = impacts
            .iter()
            .filter(|impact| {
                let at = (impact.uv * DVec2::new(16.0, 8.0)).min(DVec2::new(15.0, 7.0)).floor();
                at == DVec2::new(f64::from(cell % 16), f64::from(cell / 16))
            })
            .collect();
        let k = cell as usize;
        assert_eq!(count[k], (!own.is_empty()).then_some(own.len() as f64));
        assert_eq!(first[k], own.first().map(|impact| impact.time));
        assert_eq!(last[k], own.last().map(|impact| impact.time));
        assert_eq!(sum[k], (!own.is_empty()).then(|| own.iter().map(|impact| impact.speed).sum()));
    }
}

#[test]
fn colliders_beyond_eight_bits_are_counted() {
    let scene = Scene::read(
        "[[emitter]]\ncount = 2000\nperiod = 1\nsource = { box = [[0, 0, 1], [30, 10, 1]] }\nvelocity = [0, 0, -4]\n[[collider]]\n\
         surface = \"rectangle\"\nsize = [1, 1]\nposition = [0.5, 0.5, 0]\nrepeat = { counts = [30, 10, 1], step = [1, 1, 0] }\n",
    );
    let impacts = Simulation::new(scene.unwrap()).unwrap().impacts(1.0..2.0).unwrap();
    let map = Published::draw(&impacts, 1.0..2.0, [512, 512], 5.0, Blend::Overwrite);
    let beyond = impacts.iter().filter(|impact| impact.collider >= 254).count();
    assert!(beyond > 100 && map.losses.ambiguous >= beyond as u64 - map.losses.repeated);
}

#[test]
fn images_choose_material_and_gain() {
    let scene = Scene::read(
        "[[material]]\nname = \"tin\"\nsound = \"metal\"\n[[material]]\nname = \"oak\"\nsound = \"wood\"\n[[emitter]]\ncount = 500\nperiod = 1\n\
         source = { box = [[-1, -1, 1], [1, 1, 1]] }\nvelocity = [0, 0, -4]\n[[collider]]\nsurface = \"rectangle\"\nsize = [2, 2]\n\
         material = \"tin\"\nimage = { size = [2, 1], materials = [\"tin\", \"oak\"], gains = [1, 0.25] }\n",
    );
    let impacts = Simulation::new(scene.unwrap()).unwrap().impacts(0.0..1.0).unwrap();
    for impact in &impacts {
        assert_eq!((impact.material, impact.gain), if impact.point.x < 0.0 { (0, 1.0) } else { (1, 0.25) });
    }
    assert!(impacts.len() > 300);
}
