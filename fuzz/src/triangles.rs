use allide_geom::{Class, DVec3};

type Corners = [[f64; 3]; 3];

/// Two triangles from bytes: small integers and their neighbours, so that touching and flat pairs are common, or any
/// finite coordinates. Compares both predicates with the oracle.
///
/// # Panics
/// If they disagree.
pub fn check_triangles(bytes: &[u8]) {
    let Some((&mode, bytes)) = bytes.split_first() else { return };
    let values: Vec<f64> = match mode % 3 {
        0 => bytes.iter().map(|&byte| f64::from(byte as i8 % 4)).collect(),
        1 => bytes.chunks_exact(2).map(|pair| nudged(f64::from(pair[0] as i8 % 8), pair[1] as i8)).collect(),
        _ => bytes.as_chunks().0.iter().map(|&chunk| f64::from_le_bytes(chunk)).collect(),
    };
    if values.len() < 18 || values.iter().any(|value| !value.is_finite()) {
        return;
    }
    let corner = |index: usize| [values[index * 3], values[index * 3 + 1], values[index * 3 + 2]];
    let (a, b) = ([0, 1, 2].map(corner), [3, 4, 5].map(corner));
    let points = |corners: Corners| corners.map(DVec3::from);
    let same = |found: Option<Class>, expected: Option<allide_oracle::Class>| {
        assert_eq!(found.map(|class| format!("{class:?}")), expected.map(|class| format!("{class:?}")), "{a:?} {b:?}");
    };
    same(allide_geom::overlap(&points(a), &points(b)), allide_oracle::overlap(&a, &b));
    same(allide_geom::self_overlap(&points(a), &points(b)), allide_oracle::self_overlap(&a, &b));
}

/// A number some units in the last place away.
fn nudged(value: f64, steps: i8) -> f64 {
    let step = if steps > 0 { f64::next_up } else { f64::next_down };
    (0..steps.unsigned_abs() % 4).fold(value, |value, _| step(value))
}
