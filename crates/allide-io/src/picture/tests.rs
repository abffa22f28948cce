use super::*;
use allide::{Mesh, Pose};

fn small() -> PictureOptions {
    PictureOptions { width: 120, height: 90, ..PictureOptions::default() }
}

fn cube(half: f64) -> Mesh {
    let corner = |k: usize| [0, 1, 2].map(|axis| if k >> axis & 1 == 0 { -half } else { half });
    let sides = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = sides.into_iter().flat_map(|[a, b, c, d]: [u32; 4]| [[a, b, c], [a, c, d]]).collect();
    Mesh::new((0..8).map(corner).collect(), triangles).unwrap()
}

/// A small box inside of a large one.
fn boxes() -> (Scene, ObjectId) {
    let mut scene = Scene::new();
    scene.add("shell", &cube(1.0), Pose::IDENTITY);
    let inside = scene.add("inside", &cube(0.4), Pose::IDENTITY);
    (scene, inside)
}

fn every_triangle(object: ObjectId, kind: Kind) -> Vec<Highlight> {
    (0..12).map(|triangle| Highlight { object, triangle, kind }).collect()
}

fn highlighted(highlights: &[Highlight]) -> Marks<'_> {
    Marks { highlights, ..Marks::default() }
}

fn pixel(picture: &Picture, x: usize, y: usize) -> [i32; 3] {
    std::array::from_fn(|channel| i32::from(picture.rgb[(y * picture.width + x) * 3 + channel]))
}

/// How many pixels are clearly redder than grey.
fn red_pixels(picture: &Picture) -> usize {
    let pixels = (0..picture.width * picture.height).map(|k| pixel(picture, k % picture.width, k / picture.width));
    pixels.filter(|[r, g, b]| r - g.max(b) > 60).count()
}

#[test]
fn a_crossing_shows_through_what_hides_it() {
    let (scene, inside) = boxes();
    assert_eq!(red_pixels(&render(&scene, &Marks::default(), &small())), 0);
    let shown = render(&scene, &highlighted(&every_triangle(inside, Kind::Crossing)), &small());
    let [r, g, b] = pixel(&shown, 60, 45);
    assert!(r - g > 60 && r - b > 60, "{r} {g} {b}");
    assert_ne!(pixel(&shown, 60, 45), pixel(&shown, 2, 2));
}

#[test]
fn vertices_of_no_triangle_do_not_move_the_camera() {
    let pictures = [&[][..], &[[1e300, -5.0, 70.0]]].map(|unused| {
        let plain = cube(1.0);
        let positions = plain.positions().iter().map(|point| point.to_array()).chain(unused.iter().copied()).collect();
        let mut scene = Scene::new();
        scene.add("cube", &Mesh::new(positions, plain.triangles().to_vec()).unwrap(), Pose::IDENTITY);
        render(&scene, &Marks::default(), &small())
    });
    assert_eq!(pictures[0], pictures[1]);
}

#[test]
fn touching_triangles_show_only_where_they_are_seen() {
    let (scene, inside) = boxes();
    let plain = render(&scene, &Marks::default(), &small());
    assert_eq!(render(&scene, &highlighted(&every_triangle(inside, Kind::Touching)), &small()), plain);
    let outside = scene.ids().next().unwrap();
    assert_ne!(render(&scene, &highlighted(&every_triangle(outside, Kind::Touching)), &small()), plain);
}

#[test]
fn crossing_wins_over_touching_in_either_order() {
    let (scene, inside) = boxes();
    let [touching, crossing] = [Kind::Touching, Kind::Crossing].map(|kind| every_triangle(inside, kind));
    let there = render(&scene, &highlighted(&[touching.clone(), crossing.clone()].concat()), &small());
    let back = render(&scene, &highlighted(&[crossing.clone(), touching].concat()), &small());
    assert!(there == back && there == render(&scene, &highlighted(&crossing), &small()));
}

#[test]
fn the_scene_fills_the_picture_and_stays_inside() {
    let (scene, _) = boxes();
    let picture = render(&scene, &Marks::default(), &small());
    let background = |x: usize, y: usize| pixel(&picture, x, y).iter().all(|&channel| channel > 230);
    let rows: Vec<usize> = (0..90).filter(|&y| (0..120).any(|x| !background(x, y))).collect();
    let (first, last) = (rows[0], rows[rows.len() - 1]);
    assert!((1..9).contains(&first) && (81..89).contains(&last), "{first} {last}");
}

#[test]
fn size_and_place_do_not_matter() {
    let (scene, _) = boxes();
    let expected = render(&scene, &Marks::default(), &small());
    for scale in [2f64.powi(500), 2f64.powi(-500), 2f64.powi(1020)] {
        let mut scaled = Scene::new();
        let pose = Pose::affine([[scale, 0.0, 0.0], [0.0, scale, 0.0], [0.0, 0.0, scale]], [0.0; 3]).unwrap();
        for object in scene.objects() {
            scaled.add(object.name(), object.mesh(), pose);
        }
        assert!(render(&scaled, &Marks::default(), &small()) == expected, "{scale}");
    }
}

#[test]
fn y_up_is_z_up_on_its_side() {
    let wedge = |up_is_y: bool| {
        let place = |[x, y, z]: [f64; 3]| if up_is_y { [x, z, -y] } else { [x, y, z] };
        let corners = [[0.0, 0.0, 0.0], [3.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 1.0]].map(place);
        let mesh = Mesh::new(corners.to_vec(), vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]).unwrap();
        let mut scene = Scene::new();
        scene.add("wedge", &mesh, Pose::IDENTITY);
        let up = if up_is_y { Up::Y } else { Up::Z };
        render(&scene, &Marks::default(), &PictureOptions { up, ..small() })
    };
    assert!(wedge(true) == wedge(false));
}

#[test]
fn scenes_without_area_give_an_empty_picture() {
    let blank = render(&Scene::new(), &Marks::default(), &small());
    let point = Mesh::new(vec![[5.0; 3]], vec![[0; 3]]).unwrap();
    let segment = Mesh::new(vec![[0.0; 3], [1.0; 3]], vec![[0, 1, 1]]).unwrap();
    let lost = Pose::affine([[1e308; 3]; 3], [1e308; 3]).unwrap();
    for (mesh, pose) in [(&point, Pose::IDENTITY), (&segment, Pose::IDENTITY), (&cube(1e10), lost)] {
        let mut scene = Scene::new();
        scene.add("nothing to see", mesh, pose);
        assert!(render(&scene, &Marks::default(), &small()) == blank);
    }
    let tiny = render(&boxes().0, &Marks::default(), &PictureOptions { width: 0, height: 0, ..small() });
    assert_eq!((tiny.width, tiny.height, tiny.rgb.len()), (1, 1, 3));
}

#[test]
fn markers_show_their_number() {
    let (scene, _) = boxes();
    let with = |number| {
        let marker = Marker { at: DVec3::ZERO, number, kind: Kind::Clearance };
        render(&scene, &Marks { markers: &[marker], ..Marks::default() }, &small())
    };
    let plain = render(&scene, &Marks::default(), &small());
    let pictures: Vec<Picture> = [1, 2, 7, 17].map(with).to_vec();
    for (index, picture) in pictures.iter().enumerate() {
        assert!(*picture != plain);
        assert!(pictures[index + 1..].iter().all(|other| other != picture), "{index}");
    }
    let nowhere = Marker { at: DVec3::NAN, number: 1, kind: Kind::Clearance };
    assert!(render(&scene, &Marks { markers: &[nowhere], ..Marks::default() }, &small()) == plain);
}

#[test]
fn the_same_scene_gives_the_same_file() {
    let (scene, inside) = boxes();
    let highlights = every_triangle(inside, Kind::Crossing);
    let [first, second] = [0, 1].map(|_| render(&scene, &highlighted(&highlights), &small()).png().unwrap());
    assert_eq!(first, second);
    let mut reader = png::Decoder::new(std::io::Cursor::new(first)).read_info().unwrap();
    let mut rgb = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut rgb).unwrap();
    assert_eq!(rgb, render(&scene, &highlighted(&highlights), &small()).rgb);
}

#[test]
fn highlights_of_a_report_name_both_triangles_and_why() {
    let mut scene = Scene::new();
    let [a, b] = [0.0, 1.0].map(|x| scene.add("box", &cube(1.0), Pose::translation(x, 0.25, 0.25 * x).unwrap()));
    let copies = [0, 1].map(|_| scene.add("copy", &cube(1.0), Pose::translation(9.0, 0.0, 0.0).unwrap()));
    let report = allide::Engine::cpu().run(&scene, &allide::Overlaps::new()).unwrap();
    let highlights = Highlight::overlaps(&scene, &report);
    assert_eq!(highlights.len(), 2 * report.findings().len() + 2 * 12);
    let kinds = |object| -> Vec<Kind> {
        let mut kinds: Vec<_> = highlights.iter().filter(|h| h.object == object).map(|h| h.kind).collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    };
    assert_eq!((kinds(a), kinds(b)), (vec![Kind::Touching, Kind::Crossing], vec![Kind::Touching, Kind::Crossing]));
    assert_eq!(copies.map(kinds), [vec![Kind::Crossing], vec![Kind::Crossing]]);
    let near = allide::Clearance::within(0.5).unwrap().with_triangles();
    let report = allide::Engine::cpu().run(&scene, &near).unwrap();
    assert!(Highlight::clearance(&report).iter().all(|highlight| highlight.kind == Kind::Clearance));
}

#[test]
fn curves_are_drawn_through_what_hides_them_and_odd_ones_change_nothing() {
    let (scene, _) = boxes();
    let drawn = |points: &[DVec3], closed: bool| {
        let curves = [Line { points, closed }];
        render(&scene, &Marks { curves: &curves, ..Marks::default() }, &small())
    };
    let plain = render(&scene, &Marks::default(), &small());
    let changed = |picture: &Picture| {
        (0..small().width * small().height)
            .filter(|k| picture.rgb[3 * k..3 * k + 3] != plain.rgb[3 * k..3 * k + 3])
            .count()
    };
    let corners = [DVec3::new(-0.4, -0.4, 0.0), DVec3::new(0.4, -0.4, 0.0), DVec3::new(0.4, 0.4, 0.0)];
    let [open, closed] = [false, true].map(|closed| changed(&drawn(&corners, closed)));
    assert!(open > 50 && closed > open + 20, "{open} {closed}");
    for odd in [&[][..], &corners[..1], &[DVec3::NAN, DVec3::ONE], &[DVec3::INFINITY, DVec3::ZERO, DVec3::NAN]] {
        assert!(changed(&drawn(odd, true)) < 40, "{odd:?}");
    }
}
