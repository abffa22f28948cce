//! Frequencies against numbers worked out apart from the code.

use super::*;

fn lowest(material: Timbre, size: [f64; 2]) -> f64 {
    Instrument::new(&material, size).unwrap().modes()[0].frequency
}

#[test]
fn frequencies_are_those_of_handbooks() {
    // Steel, 1 mm, 0.2 m square: π/2 · √(2e11·1e-6/(12·7850·(1−0.29²))) · 50 = 119.6 Hz.
    let panel = Build::Panels { size: [0.2, 0.2], thickness: 1e-3 };
    let plate = lowest(Timbre { build: panel, ..Timbre::METAL }, [0.2, 0.2]);
    assert!((plate - 119.6).abs() < 0.2, "{plate}");
    // A free disc of steel, clamped, 1 mm, 0.4 m wide: 10.2158/(2π·0.04) · 1.5225 = 61.9 Hz.
    let disc = lowest(Timbre { build: Build::Disc { thickness: 1e-3 }, ..Timbre::METAL }, [0.4, 0.4]);
    assert!((disc - 61.89).abs() < 0.2, "{disc}");
    // A plank of wood: π/2 · √(1.05e10/(12·480)) · 0.035/0.75² = 131.96 Hz.
    let plank = lowest(Timbre::WOOD, [0.75, 0.14]);
    assert!((plank - 131.96).abs() < 0.1, "{plank}");
    // Minnaert: a bubble of 4.5 mm.
    assert!((lowest(Timbre::WATER, [1.0, 1.0]) - 3.26 / 4.5e-3).abs() < 1e-9);
}

#[test]
fn gains_are_mode_shapes() {
    use std::f64::consts::{PI, TAU};
    let [pane, can] =
        [(Timbre::GLASS, [0.4, 0.5]), (Timbre::CAN, [1.6, 0.9])].map(|(t, s)| Instrument::new(&t, s).unwrap());
    let [x, y] = [0.13, 0.29];
    for (mode, gain) in pane.modes().iter().zip(pane.gains([x, y])) {
        let [i, j] = mode.numbers.map(f64::from);
        assert!((gain - mode.weight * (i * PI * x / 0.4).sin() * (j * PI * y / 0.5).sin()).abs() < 1e-12);
    }
    for (mode, gain) in can.modes().iter().zip(can.gains([x, y])) {
        let [i, j] = mode.numbers.map(f64::from);
        assert!((gain - mode.weight * (i * TAU * x / 1.6).cos() * (j * PI * y / 0.9).sin()).abs() < 1e-12);
    }
}

#[test]
fn t60_follows_from_internal_friction() {
    for mode in Instrument::new(&Timbre::WOOD, [0.75, 0.14]).unwrap().modes() {
        let decay = std::f64::consts::PI * mode.frequency * 0.022 + 14.0;
        assert!((mode.t60() - 6.907_755 / decay).abs() < 1e-6);
    }
}

#[test]
fn contact_is_shorter_where_things_are_harder_or_faster() {
    let duration = |material: Timbre, speed| {
        Instrument::new(&material, [1.0, 1.0]).unwrap().contact().duration(&Striker::HAIL, speed)
    };
    let times = [Timbre::METAL, Timbre::WOOD, Timbre::EARTH].map(|material| duration(material, 10.0));
    assert!(times.is_sorted() && times[0] > 5e-5 && times[2] < 2e-3, "{times:?}");
    assert!((duration(Timbre::WOOD, 10.0) / duration(Timbre::WOOD, 20.0) - 2_f64.powf(0.2)).abs() < 1e-12);
}

#[test]
fn all_presets_can_be_heard_and_found_by_name() {
    for material in Timbre::ALL {
        let instrument = Instrument::new(&material, [1.6, 0.9]).unwrap();
        assert!(instrument.modes().len() >= 4, "{} {}", material.name, instrument.modes().len());
        assert!(instrument.modes().is_sorted_by(|a, b| a.frequency <= b.frequency));
        assert_eq!(Timbre::named(material.name).unwrap(), material);
    }
    let message = Timbre::named("jelly").unwrap_err().to_string();
    assert!(message.starts_with("there is no sound \"jelly\"; there are metal, can, "), "{message}");
}

#[test]
fn impossible_materials_and_sizes_are_errors() {
    for size in [[0.0, 1.0], [1.0, f64::NAN], [f64::INFINITY, 1.0], [-1.0, 1.0]] {
        assert!(Instrument::new(&Timbre::METAL, size).is_err(), "{size:?}");
    }
    let bad = [
        Timbre { hardness: 0.0, ..Timbre::METAL },
        Timbre { loudness: f64::NAN, ..Timbre::METAL },
        Timbre { build: Build::Disc { thickness: 0.0 }, ..Timbre::METAL },
        Timbre { mount: 0.0, substance: Substance { loss: 0.0, ..Timbre::METAL.substance }, ..Timbre::METAL },
    ];
    assert!(bad.iter().all(|material| Instrument::new(material, [1.0, 1.0]).is_err()));
    // Too stiff to be heard: silent, not an error.
    let block = Timbre { build: Build::Disc { thickness: 1.0 }, ..Timbre::METAL };
    assert_eq!(Instrument::new(&block, [0.01, 0.01]).unwrap().modes(), []);
}
