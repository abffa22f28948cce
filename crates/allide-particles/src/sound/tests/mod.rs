mod exact;
mod formulas;
mod pipeline;
mod stream;
mod tone;
mod wav;

use super::*;
use glam::DVec3;

fn middle(time: f64, instrument: usize, speed: f64, at: [f64; 2]) -> Strike {
    Strike::new(time, instrument, speed, at, DVec3::ZERO)
}

fn synth(materials: &[Timbre], size: [f64; 2], options: SoundOptions) -> Synth {
    let instruments = materials.iter().map(|material| Instrument::new(material, size).unwrap()).collect();
    Synth::new(instruments, options).unwrap()
}

/// Numbers from 0 to 1 that always are the same.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Strikes between 0 and 1 s on some instruments of 2 m by 1 m.
    fn hail(&mut self, count: usize, instruments: usize) -> Vec<Strike> {
        let strike = |_| Strike {
            time: self.roll(),
            instrument: (self.roll() * instruments as f64) as usize,
            speed: 5.0 + 10.0 * self.roll(),
            at: [2.0 * self.roll(), self.roll()],
            position: DVec3::new(self.roll() - 0.5, self.roll() - 0.5, -0.5),
            gain: 1.0,
            striker: Striker::HAIL,
        };
        (0..count).map(strike).collect()
    }
}
