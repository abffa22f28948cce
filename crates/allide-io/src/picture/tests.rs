use super::*;
use allide::{DVec3, Mesh, Pose};

fn small() -> PictureOptions {
    PictureOptions { width: 240, height: 180, ..PictureOptions::default() }
}

fn cube(half: f64) -> Mesh {
    let corner = |k: usize| [0, 1, 2].map(|axis| if k >> axis & 1 == 0 { -half } else { half });
    let sides = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = sides.into_iter().flat_map(|[a, b, c, d]: [u32; 4]| [[a, b, c], [a, c, d]]).collect();
    Mesh::new((0..8).map(corner).collect(), triangles).unwrap()
}

/// A small box inside of a large one.
fn boxes() -> Scene {
    let mut scene = Scene::new();
    scene.add("shell", &cube(1.0), Pose::IDENTITY);
    scene.add("inside", &cube(0.4), Pose::IDENTITY);
    scene
}

fn finding<'m>(scene: &Scene, marks: &'m Marks, kind: Kind) -> Finding<'m> {
    let ids: Vec<ObjectId> = scene.ids().collect();
    Finding { number: 7, kind, objects: [ids[0], ids[1]], marks, labelled: true }
}

fn drawn(scene: &Scene, findings: &[Finding<'_>]) -> Overview {
    Studio::new(scene, &small()).overview(findings, |_| Vec::new())
}

/// A square around the z axis at a height, as a curve or as a region.
fn square(half: f64, z: f64) -> [DVec3; 4] {
    [[-half, -half], [half, -half], [half, half], [-half, half]].map(|[x, y]| DVec3::new(x, y, z))
}

fn curve(half: f64, z: f64) -> Marks {
    let corners = square(half, z);
    let lines = (0..4).map(|k| [corners[k], corners[(k + 1) % 4]]).collect();
    Marks { lines, ..Marks::default() }
}

fn region(half: f64, z: f64) -> Marks {
    Marks { patches: vec![square(half, z).to_vec()], ..Marks::default() }
}

fn pixel(picture: &Picture, x: usize, y: usize) -> [i32; 3] {
    std::array::from_fn(|channel| i32::from(picture.rgb[(y * picture.width + x) * 3 + channel]))
}

fn is_red([r, g, b]: [i32; 3]) -> bool {
    r - g.max(b) > 60
}

fn pixels(picture: &Picture, is_wanted: impl Fn([i32; 3]) -> bool) -> usize {
    (0..picture.width * picture.height)
        .filter(|k| is_wanted(pixel(picture, k % picture.width, k / picture.width)))
        .count()
}

/// Where a point is in the picture of the whole scene.
fn projected(scene: &Scene, point: DVec3) -> [usize; 2] {
    let PictureOptions { width, height, azimuth, elevation, up } = small();
    let stage = Staging::whole(scene, &index::Index::new(scene), &stage::tints(scene), up);
    let camera = Camera::framing(&stage, View { width, height, samples: 3, azimuth, elevation });
    let [x, y, _] = camera.project(stage.place(point));
    [x as usize, y as usize]
}

#[test]
fn a_curve_is_seen_at_its_place_through_what_hides_it() {
    let scene = boxes();
    let plain = drawn(&scene, &[]).picture;
    assert_eq!(pixels(&plain, is_red), 0);
    let marks = curve(0.4, 0.0);
    let shown = drawn(&scene, &[finding(&scene, &marks, Kind::Crossing)]).picture;
    for point in [DVec3::new(0.4, 0.1, 0.0), DVec3::new(-0.2, -0.4, 0.0), DVec3::new(-0.4, 0.25, 0.0)] {
        let [x, y] = projected(&scene, point);
        assert!(is_red(pixel(&shown, x, y)), "{point}: {:?}", pixel(&shown, x, y));
    }
    // Far from it nothing is red, and the shell is what it was.
    let [x, y] = projected(&scene, DVec3::new(0.0, -1.0, -0.9));
    assert_eq!(pixel(&shown, x, y), pixel(&plain, x, y));
    let red = pixels(&shown, is_red);
    assert!(red > 100 && red < 240 * 180 / 8, "{red}");
}

#[test]
fn what_hides_a_finding_fades_around_it() {
    let mut scene = boxes();
    let marks = curve(0.05, 0.9);
    let plain = drawn(&scene, &[]).picture;
    // Beside the curve, the dark box behind the shell's top is seen; without the finding, the shell is.
    let shown = drawn(&scene, &[finding(&scene, &marks, Kind::Crossing)]).picture;
    let [x, y] = projected(&scene, DVec3::new(0.0, 0.0, 0.9));
    assert_ne!(pixel(&shown, x, y), pixel(&plain, x, y));
    // Nothing is before this one: nothing fades, however the scene goes on behind it.
    let marks = curve(0.05, 1.0);
    let before = drawn(&scene, &[finding(&scene, &marks, Kind::Crossing)]).picture;
    scene.add("below", &cube(0.3), Pose::translation(0.0, 0.0, -0.5).unwrap());
    assert!(drawn(&scene, &[finding(&scene, &marks, Kind::Crossing)]).picture == before);
}

#[test]
fn regions_without_a_label_are_seen_only_where_nothing_is_before_them() {
    let scene = boxes();
    let plain = drawn(&scene, &[]).picture;
    let (hidden, open) = (region(0.3, 0.4), region(0.3, 1.0));
    for (marks, is_seen) in [(&hidden, false), (&open, true)] {
        let quiet = Finding { labelled: false, ..finding(&scene, marks, Kind::Crossing) };
        let overview = drawn(&scene, &[quiet]);
        assert_eq!((overview.picture != plain, overview.labelled.len()), (is_seen, 0));
        let lines = curve(0.3, if is_seen { 1.0 } else { 0.4 });
        let quiet = Finding { marks: &lines, ..quiet };
        assert_eq!(drawn(&scene, &[quiet]).picture != plain, is_seen);
        let loud = finding(&scene, marks, Kind::Crossing);
        let [x, y] = projected(&scene, DVec3::new(0.2, 0.2, if is_seen { 1.0 } else { 0.4 }));
        assert!(is_red(pixel(&drawn(&scene, &[loud]).picture, x, y)));
    }
}

#[test]
fn only_the_region_is_coloured_and_not_the_triangle_it_is_in() {
    let scene = boxes();
    let marks = region(0.1, 1.0);
    // Without a label, whose disc is red, too.
    let quiet = Finding { labelled: false, ..finding(&scene, &marks, Kind::Crossing) };
    let shown = drawn(&scene, &[quiet]).picture;
    assert!(pixels(&shown, is_red) > 20);
    let [x, y] = projected(&scene, DVec3::new(0.8, -0.8, 1.0));
    let [r, g, b] = pixel(&shown, x, y);
    assert!((r - g).abs() < 20 && (g - b).abs() < 20, "{r} {g} {b}");
    assert!(pixels(&shown, is_red) < 240 * 180 / 20);
}

#[test]
fn a_finding_behind_the_marks_of_another_has_no_label() {
    let scene = boxes();
    let (front, back) = (region(0.9, 1.0), region(0.05, 0.99));
    let mut findings = [&front, &back].map(|marks| finding(&scene, marks, Kind::Crossing));
    (findings[0].number, findings[1].number) = (1, 2);
    assert_eq!(drawn(&scene, &findings).labelled, [1]);
    assert_eq!(drawn(&scene, &findings[1..]).labelled, [2]);
    // A finding that is out of the range of numbers has no label either.
    let nowhere = Marks { lines: vec![[DVec3::NAN; 2], [DVec3::INFINITY, DVec3::ZERO]], ..Marks::default() };
    assert!(drawn(&scene, &[finding(&scene, &nowhere, Kind::Crossing)]).labelled.is_empty());
}

#[test]
fn labels_stop_where_there_is_no_room_and_the_caption_knows() {
    let scene = boxes();
    let marks: Vec<Marks> = (0..400).map(|k| curve(0.02, 0.8 - 0.004 * f64::from(k))).collect();
    let numbered = |(number, marks)| Finding { number, ..finding(&scene, marks, Kind::Crossing) };
    let findings: Vec<Finding<'_>> = (1..).zip(&marks).map(numbered).collect();
    let told = std::cell::Cell::new(0);
    let overview = Studio::new(&scene, &small()).overview(&findings, |labelled| {
        told.set(labelled);
        vec![Span::plain(format!("{labelled} of 400"))]
    });
    assert_eq!(told.get(), overview.labelled.len());
    assert!((2..=30).contains(&overview.labelled.len()), "{:?}", overview.labelled);
    assert!(overview.labelled.is_sorted());
    assert!(overview.picture.height > small().height && overview.picture.width == small().width);
}

#[test]
fn captions_show_their_colours_and_texts() {
    let scene = boxes();
    let with = |spans: Vec<Span>| Studio::new(&scene, &small()).overview(&[], |_| spans.clone()).picture;
    let strip = |picture: &Picture| picture.rgb[small().width * small().height * 3..].to_vec();
    let red = with(vec![Span::colored(Swatch::Kind(Kind::Crossing), "hard 3")]);
    assert!(strip(&red).chunks_exact(3).any(|rgb| rgb[0] > 200 && rgb[1] < 60));
    let texts = ["hard 3", "hard 8", "touch 3", "Lid.02 × (b)"].map(|text| strip(&with(vec![Span::plain(text)])));
    for (at, text) in texts.iter().enumerate() {
        assert!(text.iter().any(|&value| value < 100) && texts[at + 1..].iter().all(|other| other != text), "{at}");
    }
    // Too long for one row, too long for any row, letters that no font has.
    let long = with((0..9).map(|k| Span::plain(format!("word {k}"))).collect());
    assert!(long.height > red.height);
    let _ = with(vec![Span::plain("x".repeat(100_000)), Span::plain("Träger № 2 梁")]);
}

#[test]
fn close_ups_show_the_pair_in_two_colours_whatever_is_in_front() {
    let mut scene = Scene::new();
    scene.add("post", &cube(0.5), Pose::translation(0.0, 0.0, 0.3).unwrap());
    scene.add("slab", &cube(2.0), Pose::translation(0.0, 0.0, -2.0).unwrap());
    let marks = curve(0.5, 0.0);
    let alone = Studio::new(&scene, &small()).close_up(&finding(&scene, &marks, Kind::Crossing), &[]);
    scene.add("house", &cube(3.0), Pose::IDENTITY);
    let picture = Studio::new(&scene, &small()).close_up(&finding(&scene, &marks, Kind::Crossing), &[]);
    let amber = |[r, g, b]: [i32; 3]| r > g + 15 && g > b + 30;
    let blue = |[r, g, b]: [i32; 3]| b > g + 8 && g > r + 15;
    for picture in [&alone, &picture] {
        assert!(pixels(picture, amber) > 2000 && pixels(picture, blue) > 2000 && pixels(picture, is_red) > 50);
    }
    assert!(alone != picture);
}

#[test]
fn close_ups_show_both_objects_even_if_the_contact_is_seen_better_without_one() {
    // A foot under a large box: from inside the box, all of the contact is seen, and nothing of the foot.
    let mut scene = Scene::new();
    scene.add("box", &cube(8.0), Pose::translation(0.0, 0.0, 8.0).unwrap());
    scene.add("foot", &cube(0.5), Pose::translation(0.0, 0.0, -0.5).unwrap());
    let marks = region(0.5, 0.0);
    let picture = Studio::new(&scene, &small()).close_up(&finding(&scene, &marks, Kind::Touching), &[]);
    let blue = pixels(&picture, |[r, g, b]| b > g + 8 && g > r + 15);
    let amber = pixels(&picture, |[r, g, b]| r > g + 15 && g > b + 30);
    assert!(blue > 1000 && amber > 1000, "{blue} {amber}");
}

#[test]
fn close_ups_look_from_where_the_finding_is_seen() {
    // A curve around a post, under a roof that hides it from above, and behind a wall that hides it from the usual side.
    let mut scene = Scene::new();
    scene.add("post", &cube(0.5), Pose::IDENTITY);
    scene.add("slab", &cube(0.6), Pose::translation(0.0, 0.0, -1.1).unwrap());
    let wall = Pose::affine([[40.0, 0.0, 0.0], [0.0, 0.1, 0.0], [0.0, 0.0, 40.0]], [0.0, -0.8, 0.0]).unwrap();
    scene.add("wall", &cube(0.5), wall);
    let marks = curve(0.5, -0.5);
    let shown = finding(&scene, &marks, Kind::Crossing);
    let studio = Studio::new(&scene, &small());
    let (center, half) = closeup::framed(&scene, &studio.index, &shown);
    let sides = std::collections::HashMap::new();
    let stage = Staging::around(&scene, &studio.index, (center, half, camera::REACH), &sides, Up::Z);
    let view = closeup::best_view(&scene, &stage, &shown, &small());
    let eye = Camera::near(view).eye * half + center;
    assert!(eye.y > -0.75, "the wall is between {eye} and the post");
}

#[test]
fn vertices_of_no_triangle_do_not_move_the_camera() {
    let pictures = [&[][..], &[[1e300, -5.0, 70.0]]].map(|unused| {
        let plain = cube(1.0);
        let positions = plain.positions().iter().map(|point| point.to_array()).chain(unused.iter().copied()).collect();
        let mut scene = Scene::new();
        scene.add("cube", &Mesh::new(positions, plain.triangles().to_vec()).unwrap(), Pose::IDENTITY);
        drawn(&scene, &[])
    });
    assert_eq!(pictures[0], pictures[1]);
}

#[test]
fn the_scene_fills_the_picture_and_stays_inside() {
    let picture = drawn(&boxes(), &[]).picture;
    let background = |x: usize, y: usize| pixel(&picture, x, y).iter().all(|&channel| channel > 230);
    let rows: Vec<usize> = (0..180).filter(|&y| (0..240).any(|x| !background(x, y))).collect();
    let (first, last) = (rows[0], rows[rows.len() - 1]);
    assert!((1..18).contains(&first) && (162..179).contains(&last), "{first} {last}");
}

#[test]
fn size_and_place_do_not_matter() {
    let scene = boxes();
    let marks = curve(0.4, 0.0);
    let expected = drawn(&scene, &[finding(&scene, &marks, Kind::Crossing)]);
    for scale in [2f64.powi(500), 2f64.powi(-500), 2f64.powi(1020)] {
        let mut scaled = Scene::new();
        let pose = Pose::affine([[scale, 0.0, 0.0], [0.0, scale, 0.0], [0.0, 0.0, scale]], [0.0; 3]).unwrap();
        for object in scene.objects() {
            scaled.add(object.name(), object.mesh(), pose);
        }
        let lines = marks.lines.iter().map(|line| line.map(|end| end * scale)).collect();
        let marks = Marks { lines, ..Marks::default() };
        assert!(drawn(&scaled, &[finding(&scaled, &marks, Kind::Crossing)]) == expected, "{scale}");
    }
}

#[test]
fn close_ups_are_as_sharp_far_from_the_origin() {
    let place = |offset: f64| {
        let mut scene = Scene::new();
        scene.add("post", &cube(0.5), Pose::translation(offset, offset, 0.25).unwrap());
        scene.add("slab", &cube(2.0), Pose::translation(offset, offset, -2.0).unwrap());
        scene.add("site", &cube(0.5), Pose::translation(0.0, 0.0, 0.0).unwrap());
        let shift = DVec3::new(offset, offset, 0.0);
        let lines = curve(0.5, 0.0).lines.iter().map(|line| line.map(|end| end + shift)).collect();
        let marks = Marks { lines, ..Marks::default() };
        Studio::new(&scene, &small()).close_up(&finding(&scene, &marks, Kind::Crossing), &[])
    };
    assert!(place(2f64.powi(8)) == place(2f64.powi(30)));
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
        Studio::new(&scene, &PictureOptions { up, ..small() }).overview(&[], |_| Vec::new())
    };
    assert!(wedge(true) == wedge(false));
}

#[test]
fn scenes_without_area_give_an_empty_picture() {
    let blank = drawn(&Scene::new(), &[]);
    let point = Mesh::new(vec![[5.0; 3]], vec![[0; 3]]).unwrap();
    let segment = Mesh::new(vec![[0.0; 3], [1.0; 3]], vec![[0, 1, 1]]).unwrap();
    let lost = Pose::affine([[1e308; 3]; 3], [1e308; 3]).unwrap();
    for (mesh, pose) in [(&point, Pose::IDENTITY), (&segment, Pose::IDENTITY), (&cube(1e10), lost)] {
        let mut scene = Scene::new();
        let ids = [0, 1].map(|_| scene.add("nothing to see", mesh, pose));
        assert!(drawn(&scene, &[]) == blank);
        let marks = Marks::default();
        let empty = Finding { number: 1, kind: Kind::Crossing, objects: ids, marks: &marks, labelled: true };
        assert!(drawn(&scene, &[empty]) == blank);
        let _ = Studio::new(&scene, &small()).close_up(&empty, &[Span::plain("nothing")]);
    }
    let tiny = Studio::new(&boxes(), &PictureOptions { width: 0, height: 0, ..small() }).overview(&[], |_| Vec::new());
    assert_eq!((tiny.picture.width, tiny.picture.height, tiny.picture.rgb.len()), (1, 1, 3));
}

#[test]
fn labels_show_their_number() {
    let scene = boxes();
    let marks = curve(0.4, 0.0);
    let with = |number| drawn(&scene, &[Finding { number, ..finding(&scene, &marks, Kind::Clearance) }]).picture;
    let pictures: Vec<Picture> = [1, 2, 7, 17, 1234].map(with).to_vec();
    for (index, picture) in pictures.iter().enumerate() {
        assert!(pictures[index + 1..].iter().all(|other| other != picture), "{index}");
    }
}

#[test]
fn the_same_scene_gives_the_same_file() {
    let scene = boxes();
    let marks = curve(0.4, 0.0);
    let findings = [finding(&scene, &marks, Kind::Crossing)];
    let close = || Studio::new(&scene, &small()).close_up(&findings[0], &[]).png().unwrap();
    assert_eq!(close(), close());
    let [first, second] = [0, 1].map(|_| drawn(&scene, &findings).picture.png().unwrap());
    assert_eq!(first, second);
    let mut reader = png::Decoder::new(std::io::Cursor::new(first)).read_info().unwrap();
    let mut rgb = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut rgb).unwrap();
    assert_eq!(rgb, drawn(&scene, &findings).picture.rgb);
}

#[test]
fn what_is_left_is_drawn_where_it_was_and_nothing_else() {
    let scene = boxes();
    let ids: Vec<ObjectId> = scene.ids().collect();
    let studio = Studio::new(&scene, &small());
    let all = |id: ObjectId| (id, (0..12).collect::<Vec<u32>>());
    assert_eq!(studio.left(&[all(ids[0]), all(ids[1])], &[]), drawn(&scene, &[]).picture);
    let [nothing, inside, part] =
        [vec![], vec![all(ids[1])], vec![(ids[1], vec![2, 3])]].map(|left| studio.left(&left, &[]));
    let differ = |picture: &Picture| (0..nothing.rgb.len()).filter(|&k| picture.rgb[k] != nothing.rgb[k]).count();
    assert!(differ(&part) > 0 && differ(&inside) > differ(&part), "{} {}", differ(&inside), differ(&part));
}
