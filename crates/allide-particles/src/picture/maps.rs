//! The published maps as pictures, their channels side by side. (In the thesis, too, "colours are enhanced for explanatory clarity".)

use super::canvas::Picture;
use super::font;
use super::heat::{EMPTY, INK, PAPER, heat};
use crate::Scene;
use crate::map::{PerParticle, Published};

/// Colours of colliders, which people with any kind of colour vision tell apart (Okabe and Ito); the last is for all others.
const COLORS: [u32; 8] = [0xE69F00, 0x56B4E9, 0x009E73, 0xF0E442, 0xD55E00, 0xCC79A7, 0x0072B2, 0x8A9099];
/// Pixels of a panel's longer side, about.
const SIDE: usize = 384;
const MARGIN: usize = 24;
/// Pixels from one line of text to the next.
const LINE: usize = 22;
/// Letters of a name in a legend.
const NAME: usize = 24;

/// Which colour each collider has, by its byte, and the legend.
struct Legend {
    colors: [u32; 256],
    lines: Vec<(u32, String)>,
}

impl Legend {
    /// Those that were hit most have colours of their own.
    fn new(bytes: impl Iterator<Item = u8>, scene: &Scene) -> Self {
        let mut counts = [0usize; 256];
        bytes.for_each(|byte| counts[usize::from(byte)] += 1);
        let mut order: Vec<usize> = (1..256).filter(|&byte| counts[byte] > 0).collect();
        order.sort_by_key(|&byte| (usize::MAX - counts[byte], byte));
        let last = COLORS.len() - 1;
        let mut legend = Self { colors: [EMPTY; 256], lines: Vec::new() };
        for (place, &byte) in order.iter().enumerate() {
            legend.colors[byte] = COLORS[place.min(last)];
            let name = scene.colliders.get(byte - 1).map_or("", |collider| collider.name.as_str());
            match place {
                _ if place < last && byte < 255 => {
                    let short: String = name.chars().take(NAME).collect();
                    legend.lines.push((COLORS[place], format!("{short} ({})", counts[byte])));
                }
                _ if place <= last => legend.lines.push((COLORS[place], "others".into())),
                _ => {}
            }
        }
        legend
    }
}

/// Cells in columns and rows, drawn as squares.
struct Panel<'a> {
    title: &'a str,
    size: [usize; 2],
    /// The colour of the cell in a column and a row from the top.
    color: &'a dyn Fn(usize, usize) -> u32,
    /// Colours and what they mean.
    lines: Vec<(u32, String)>,
}

/// Panels beside each other under one caption.
fn panels(caption: &str, panels: &[Panel<'_>]) -> Picture {
    let scale = |panel: &Panel<'_>| (SIDE / panel.size[0].max(panel.size[1]).max(1)).max(1);
    let extent = |panel: &Panel<'_>| panel.size.map(|cells| cells * scale(panel));
    let text = |panel: &Panel<'_>| panel.lines.iter().map(|(_, text)| 30 + font::width(text, 2)).max().unwrap_or(0);
    let wide = |panel: &Panel<'_>| extent(panel)[0].max(font::width(panel.title, 2)).max(text(panel));
    let width = panels.iter().map(|panel| wide(panel) + MARGIN).sum::<usize>() + MARGIN;
    let tall = panels.iter().map(|panel| extent(panel)[1] + LINE * panel.lines.len()).max().unwrap_or(0);
    let top = MARGIN + 2 * LINE;
    let width = width.max(font::width(caption, 2) + 2 * MARGIN);
    let mut picture = Picture::filled(width, top + tall + 2 * MARGIN, PAPER);
    font::write(&mut picture, caption, [MARGIN, MARGIN - 6], 2, INK);
    let mut left = MARGIN;
    for panel in panels {
        font::write(&mut picture, panel.title, [left, MARGIN + LINE], 2, INK);
        let scale = scale(panel);
        for row in 0..panel.size[1] {
            for column in 0..panel.size[0] {
                picture.fill([left + column * scale, top + row * scale], [scale; 2], (panel.color)(column, row));
            }
        }
        let below = top + extent(panel)[1] + MARGIN / 2;
        for (number, (color, text)) in panel.lines.iter().enumerate() {
            picture.fill([left, below + number * LINE], [18, 16], *color);
            font::write(&mut picture, text, [left + 26, below + number * LINE + 1], 2, INK);
        }
        left += wide(panel) + MARGIN;
    }
    picture
}

/// Colours of the ramp that no one takes for an empty pixel.
fn shade(part: f64) -> u32 {
    heat(0.25 + 0.75 * part)
}

/// A ramp's colours at its ends and between.
fn ramp(texts: [String; 3]) -> Vec<(u32, String)> {
    [0.0, 0.5, 1.0].map(shade).into_iter().zip(texts).collect()
}

/// The published map: collider, time and speed of each pixel. `caption` is written above.
pub fn published_picture(map: &Published, scene: &Scene, caption: &str) -> Picture {
    let [width, height] = map.size.map(|side| side as usize);
    // v goes up.
    let at = |column: usize, row: usize| map.pixels[(height - 1 - row) * width + column];
    let legend = Legend::new(map.pixels.iter().filter(|pixel| pixel[3] > 0).map(|pixel| pixel[0]), scene);
    let channel = |channel: usize| {
        move |column: usize, row: usize| {
            let pixel = at(column, row);
            if pixel[3] == 0 { EMPTY } else { shade(f64::from(pixel[channel]) / 255.0) }
        }
    };
    let (time, speed) = (channel(1), channel(2));
    let top = map.top_speed();
    let size = [width, height];
    panels(
        caption,
        &[
            Panel {
                title: "collider",
                size,
                color: &|column, row| legend.colors[usize::from(at(column, row)[0])],
                lines: legend.lines.clone(),
            },
            Panel {
                title: "time in the frame",
                size,
                color: &time,
                lines: ramp(["start".into(), "middle".into(), "end".into()]),
            },
            Panel {
                title: "speed",
                size,
                color: &speed,
                lines: ramp([0.0, 0.5, 1.0].map(|part| format!("{:.1} m/s", part * top))),
            },
        ],
    )
}

/// The map with pixels of its own for each particle: where each hit, as red, green and blue, and what. Particles are in rows, from the
/// upper left.
pub fn per_particle_picture(map: &PerParticle, scene: &Scene, caption: &str) -> Picture {
    let depth = map.depth as usize;
    let count = (map.pixels.len() / depth).min(1 << 22);
    let columns = ((count as f64).sqrt().ceil() as usize).max(1);
    let size = [columns, count.div_ceil(columns).max(1)];
    let at = |column: usize, row: usize| {
        Some(row * columns + column).filter(|&particle| particle < count).map_or([0; 4], |k| map.pixels[k * depth])
    };
    let firsts = || map.pixels.chunks_exact(depth).map(|own| own[0]).filter(|pixel| pixel[3] > 0);
    let legend = Legend::new(firsts().map(|pixel| pixel[3]), scene);
    let place = |column: usize, row: usize| match at(column, row) {
        [_, _, _, 0] => EMPTY,
        [x, y, z, _] => u32::from(x) << 16 | u32::from(y) << 8 | u32::from(z),
    };
    let lines = [(0xE04040, "red: x"), (0x40C040, "green: y"), (0x4060E0, "blue: z")];
    panels(
        caption,
        &[
            Panel {
                title: "point",
                size,
                color: &place,
                lines: lines.map(|(color, text)| (color, text.into())).to_vec(),
            },
            Panel {
                title: "collider",
                size,
                color: &|column, row| legend.colors[usize::from(at(column, row)[3])],
                lines: legend.lines.clone(),
            },
        ],
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Simulation;
    use crate::map::Blend;

    fn count(picture: &Picture, hex: u32) -> usize {
        let wanted = [16, 8, 0].map(|shift| (hex >> shift) as u8);
        picture.rgb.chunks(3).filter(|pixel| *pixel == wanted).count()
    }

    #[test]
    fn every_pixel_of_a_map_is_in_its_picture() {
        let simulation = Simulation::new(Scene::built_in("table").unwrap()).unwrap();
        let frame = 1.0..1.1;
        let impacts = simulation.impacts(frame.clone()).unwrap();
        let map = Published::draw(&impacts, frame.clone(), [64, 64], 9.0, Blend::Overwrite);
        let picture = published_picture(&map, simulation.scene(), "frame 3");
        // Squares of 6 by 6 pixels, and a swatch in the legend.
        let of = |byte: u8| map.pixels.iter().filter(|pixel| pixel[0] == byte).count();
        let most = (1..255).max_by_key(|&byte| of(byte)).unwrap();
        assert!(of(most) > 5);
        assert_eq!(count(&picture, COLORS[0]), 36 * of(most) + 18 * 16);

        let bounds = simulation.bounds();
        let map = PerParticle::draw(&impacts, frame, simulation.particles(), 2, bounds);
        let picture = per_particle_picture(&map, simulation.scene(), "frame 3");
        // 650 particles in rows of 26: squares of 14 pixels.
        let hit =
            (0..650).filter_map(|particle| map.decode(particle)).filter(|hit| hit.collider + 1 == u32::from(most));
        assert_eq!(count(&picture, COLORS[0]), 14 * 14 * hit.count() + 18 * 16);
    }

    #[test]
    fn maps_of_nothing_have_pictures() {
        let scene = Scene::built_in("table").unwrap();
        let map = Published::draw(&[], 0.0..1.0, [1, 3000], 1.0, Blend::Add);
        assert!(published_picture(&map, &scene, "").width > 100);
        let map = PerParticle::draw(&[], 0.0..1.0, 0, 1, [crate::DVec3::ZERO, crate::DVec3::ONE]);
        assert!(per_particle_picture(&map, &scene, "").width > 10);
    }
}
