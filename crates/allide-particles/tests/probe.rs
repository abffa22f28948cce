use allide_particles::*;
#[test]
fn probe() {
    for (name, text) in scene::BUILT_IN {
        let scene = Scene::read(text).unwrap_or_else(|e| panic!("{name}: {e}"));
        let sim = Simulation::new(scene).unwrap();
        let t = std::time::Instant::now();
        let list = sim.impacts(0.0..1.0).unwrap();
        let e = t.elapsed();
        let mut per = vec![0; sim.scene().colliders.len()];
        for i in &list {
            per[i.collider as usize] += 1;
        }
        let most = list.iter().map(|i| i.bounce).max();
        let t = std::time::Instant::now();
        let n = sim.instances(1.0).len();
        eprintln!("{name}: {} impacts {e:?} per {per:?} bounce {most:?} instances {n} {:?}", list.len(), t.elapsed());
    }
}
