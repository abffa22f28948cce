use super::Random;
use allide_chip::{ChipError, Config, Datapath, Input};
use allide_geom::kdop::{FixedAxis, FixedProjection, Format};

/// Any coefficients, and weights and shifts that the host could send.
pub fn random_input(random: &mut Random, config: &Config) -> (Vec<i64>, Vec<i64>, FixedAxis) {
    let (faces, bits) = (config.faces, config.bits);
    let limit = 1_i64 << (bits - 1);
    let mut coefficients = || {
        (0..faces)
            .map(|_| match random.bits() % 8 {
                0 => limit - 1,
                1 => -limit,
                2 => 0,
                _ => (random.bits() as i64) >> (64 - bits),
            })
            .collect::<Vec<_>>()
    };
    let (a, b) = (coefficients(), coefficients());
    let mut projection = || {
        let faces = [(); 3].map(|()| (random.bits() % faces as u64) as u16);
        // Three that add up to no more than two, as rounded mapping vectors do.
        let mut left = 2 * limit;
        let weights = [(); 3].map(|()| {
            let weight = (random.bits() % 8 / 7) as i64 * limit.min(left);
            let weight = if weight == 0 { (random.bits() >> (65 - bits)) as i64 % (left + 1) } else { weight };
            left -= weight;
            -weight
        });
        FixedProjection { faces, weights }
    };
    let (pa, pb) = (projection(), projection());
    let shift = (random.bits() as i64) >> (64 - (bits + 2));
    (a, b, FixedAxis { a: pa, b: pb, shift })
}

#[test]
fn the_datapath_is_the_algorithm_seven_or_nine_cycles_later() {
    let mut random = Random(1);
    for (bits, multiplier_bits, stages) in [(18, 18, 7), (14, 18, 7), (19, 18, 9), (35, 18, 9), (35, 35, 7), (5, 3, 9)]
    {
        for faces in [6, 24] {
            let config = Config { bits, multiplier_bits, faces, ..Config::fpga2006() };
            let format = Format::words(bits).unwrap();
            let mut datapath = Datapath::new(&config).unwrap();
            assert_eq!(datapath.stages(), stages);
            let mut expected = std::collections::VecDeque::from(vec![None; stages - 1]);
            let (mut separated, mut others) = (0, 0);
            for _ in 0..3_000 {
                let (a, b, axis) = random_input(&mut random, &config);
                // Some cycles have no axis.
                let is_valid = !random.bits().is_multiple_of(4);
                expected.push_back(is_valid.then(|| axis.differences::<i128>(&a, &b, format)));
                let output = datapath.tick(is_valid.then_some(Input { a: &a, b: &b, axis }));
                assert_eq!(output.map(|output| output.differences), expected.pop_front().unwrap());
                if let Some(output) = output {
                    assert_eq!(output.separates, output.differences.iter().any(|&difference| difference > 0));
                    *(if output.separates { &mut separated } else { &mut others }) += 1;
                }
            }
            assert!(separated > 100 && others > 100, "{separated} {others}");
        }
    }
}

#[test]
fn words_for_more_than_four_multipliers_are_refused() {
    let error = Datapath::new(&Config { bits: 36, ..Config::fpga2006() }).unwrap_err();
    assert_eq!(error, ChipError::Multiplier { bits: 36, most: 35 });
}
