//! Scenes that are wrong say where.

use allide_particles::{Scene, scene::BUILT_IN};

fn error(text: &str) -> String {
    Scene::read(text).map(|_| ()).unwrap_err().to_string()
}

#[test]
fn built_in_scenes_are_read_and_have_names_of_their_own() {
    for (name, text) in BUILT_IN {
        let scene = Scene::read(text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(&scene.name, name);
        assert!(!scene.about.is_empty() && !scene.emitters.is_empty() && !scene.colliders.is_empty());
    }
    assert!(Scene::built_in("snow").is_none());
}

#[test]
fn errors_say_line_and_column() {
    let collider = |lines: &str| format!("# A comment\n[[collider]]\nname = \"roof\"\n{lines}\n");
    let of = |lines: &str| error(&collider(lines));
    for (found, expected) in [
        (error("duration = \n"), "line 1, column 12: "),
        (error("name = \"a\nb\""), "line 2, column "),
        (error("colour = 3"), "line 1, column 1: unknown key \"colour\"; known here: name, about, duration, "),
        (error("duration = \"long\""), "line 1, column 12: duration must be a number"),
        (error("x = 1\nduration = 0"), "line 1, column 1: unknown key \"x\""),
        (error("name = \"a\"\nduration = 0"), "line 2, column 12: duration must be from 1e-6 to 1e9, not 0"),
        (error("frame_rate = nan"), "line 1, column 14: frame_rate must be from 1e-6 to 1e9, not NaN"),
        (error("collider = 3"), "line 1, column 12: write [[collider]] for each collider"),
        (error("[camera]\nangle = 200"), "line 1, column 1: the camera must look"),
        (of(""), "line 2, column 1: collider \"roof\": \"surface\" is missing"),
        (
            of("surface = \"roof\""),
            "line 4, column 11: collider \"roof\": unknown surface \"roof\"; there are rectangle, ",
        ),
        (of("surface = \"sphere\""), "line 2, column 1: collider \"roof\": \"radius\" is missing"),
        (
            of("surface = \"sphere\"\nradius = 0"),
            "line 5, column 10: collider \"roof\": radii must be from 1e-6 to 1e9, not 0",
        ),
        (of("surface = \"sphere\"\nradius = -1"), "line 5, column 10: "),
        (of("surface = \"sphere\"\nradius = inf"), "line 5, column 10: "),
        (
            of("surface = \"rectangle\"\nsize = [1, 0]"),
            "line 5, column 8: collider \"roof\": it must extend by 0.000001 or more",
        ),
        (
            of("surface = \"rectangle\"\nsize = [1]"),
            "line 5, column 8: collider \"roof\": size must be a list of 2 numbers",
        ),
        (
            of("surface = \"disc\"\nradius = 1\nholes = [{ disk = [0, 0] }]"),
            "line 6, column 10: collider \"roof\": a region is { disc",
        ),
        (
            of("surface = \"disc\"\nradius = 1\nholes = [{ disc = [0, 0], radius = 0 }]"),
            "line 6, column 9: collider \"roof\": radius must be",
        ),
        (
            of("surface = \"polygon\"\ncorners = [[0, 0], [1, 1], [2, 2]]"),
            "line 5, column 11: collider \"roof\": a polygon needs 3 corners and an area; this one has 3 corners and the area 0",
        ),
        (
            of("surface = \"disc\"\nradius = 1\nmaterial = \"gold\""),
            "line 6, column 12: collider \"roof\": unknown material \"gold\"; there are plain",
        ),
        (
            of("surface = \"disc\"\nradius = 1\nrotation = [[0, 0, 0, 9]]"),
            "line 6, column 12: collider \"roof\": a rotation is",
        ),
        (
            of("surface = \"cone\"\nradii = [1, 1]\nheights = [1, 1]"),
            "line 6, column 11: collider \"roof\": heights must ascend",
        ),
        (
            of("surface = \"hyperboloid\"\nsheets = 2\nradii = [1, 1, 1]\nheights = [-0.5, 0.5]"),
            "line 7, column 11: collider \"roof\": there is no surface between its heights",
        ),
        (
            of("surface = \"disc\"\nradius = 1\nkeep = [{ rectangle = [[2, 2], [3, 3]] }]"),
            "line 4, column 11: collider \"roof\": its bounds leave nothing of it",
        ),
        (
            of("surface = \"disc\"\nradius = 1\nimage = { size = [2, 2], materials = [\"plain\"] }"),
            "line 6, column 9: collider \"roof\": an image of 2 by 2 cannot have 1 materials",
        ),
        (
            of("surface = \"disc\"\nradius = 1\nrepeat = { counts = [1e9, 1e9, 1], step = [1, 0, 0] }"),
            "line 6, column 10: collider \"roof\": counts must be",
        ),
        (
            of("surface = \"blobby\"\nballs = [[0, 0, 0, 1]]\nlevel = 1"),
            "line 6, column 9: collider \"roof\": the level 1 must be between",
        ),
        (
            error("[[emitter]]\nname = \"é\"\ncount = -1"),
            "line 3, column 9: emitter \"é\": count must be a whole number from 0 to 4294967295",
        ),
        (error("[[emitter]]\nperiod = 0"), "line 2, column 10: emitter \"emitter\": period must be"),
        (
            error("[[emitter]]\nvelocity = [1e10, 0, 0]"),
            "line 2, column 12: emitter \"emitter\": velocity must be from -1e9 to 1e9",
        ),
        (
            error("[[emitter]]\nsource = { box = [[1, 0, 0], [0, 1, 1]] }"),
            "line 2, column 10: emitter \"emitter\": the lowest corner",
        ),
        (error("[[emitter]]\nsource = { ring = 1 }"), "line 2, column 10: a source is"),
        (error("[[emitter]]\nresponse = \"explode\""), "line 2, column 12: unknown response \"explode\""),
        (error("[[emitter]]\nbounces = 3"), "line 1, column 1: what vanishes has no bounces"),
        (error("[[emitter]]\nshape = \"star\""), "line 2, column 9: unknown shape \"star\""),
        (
            error("[[emitter]]\nsize = [0.2, 0.1]"),
            "line 2, column 8: emitter \"emitter\": sizes must be positive and ascend",
        ),
        // Misspelt names are recognised.
        (
            error("duraton = 3"),
            "line 1, column 1: unknown key \"duraton\": did you mean \"duration\"? known here: name, ",
        ),
        (
            of("surface = \"Sphere\"\nradius = 1"),
            "line 4, column 11: collider \"roof\": unknown surface \"Sphere\": did you mean \"sphere\"? there are rectangle, ",
        ),
        (
            of("surface = \"disc\"\nradius = 1\nholse = []"),
            "line 6, column 1: collider \"roof\": unknown key \"holse\": did you mean \"holes\"?",
        ),
        (
            of("surface = \"disc\"\nradius = 1\nmaterial = \"plian\""),
            "line 6, column 12: collider \"roof\": unknown material \"plian\": did you mean \"plain\"?",
        ),
        (
            of("surface = \"disc\""),
            "line 2, column 1: collider \"roof\": \"radius\" is missing: write radius = a number",
        ),
        (
            of("surface = \"rectangle\""),
            "line 2, column 1: collider \"roof\": \"size\" is missing: write size = [2 numbers]",
        ),
        (of("surface = \"blobby\""), "line 2, column 1: collider \"roof\": \"balls\" is missing: write balls = "),
        // Surfaces without a point within their bounds.
        (
            of("surface = \"quadric\"\ncoefficients = [1, 1, 1, 0, 0, 0, 0, 0, 0, -1]\nbox = [[2, 2, 2], [3, 3, 3]]"),
            "line 6, column 7: collider \"roof\": no point of the surface is within its bounds",
        ),
        (
            of("surface = \"ellipsoid\"\nradii = [2, 2, 2]\nkeep = [{ box = [[-0.5, -0.5, -0.5], [0.5, 0.5, 0.5]] }]"),
            "line 4, column 11: collider \"roof\": no point of the surface is within its bounds",
        ),
        (
            of("surface = \"blobby\"\nballs = [[0, 0, 0, 1], [9, 0, 0, 1]]\nlevel = 1.5"),
            "line 6, column 9: collider \"roof\": no point of the surface is within its bounds",
        ),
        // Numbers that are none, wherever they are.
        (of("surface = \"disc\"\nradius = nan"), "line 5, column 10: collider \"roof\": radius must be"),
        (
            of("surface = \"disc\"\nradius = 1\nposition = [0, inf, 0]"),
            "line 6, column 12: collider \"roof\": position must be",
        ),
        (
            of("surface = \"disc\"\nradius = 1\nrotation = [[0, 0, 1, nan]]"),
            "line 6, column 12: collider \"roof\": a rotation is",
        ),
        (
            of("surface = \"disc\"\nradius = 1\nrepeat = { counts = [2, 1, 1], step = [nan, 0, 0] }"),
            "line 6, column 10: collider \"roof\": a step must be finite",
        ),
        (
            of("surface = \"disc\"\nradius = 1\nimage = { size = [1, 1], materials = [\"plain\"], gains = [nan] }"),
            "line 6, column 9: collider \"roof\": a gain must be 0 or more",
        ),
        (
            of("surface = \"quadric\"\ncoefficients = [1, 1, nan, 0, 0, 0, 0, 0, 0, -1]\nbox = [[0, 0, 0], [1, 1, 1]]"),
            "line 5, column 16: ",
        ),
        (error("[camera]\nsky = [0, 2, 0]"), "line 1, column 1: colours must be from 0 to 1, not 2"),
        (error("[camera]\nground = nan"), "line 1, column 1: camera must be from"),
        (
            error("[[emitter]]\ncolor = [nan, 0, 0, 1]"),
            "line 2, column 9: emitter \"emitter\": colours must be from 0 to 1",
        ),
        (
            error("[[material]]\nname = \"tin\"\nsound = \"metal\"\ncolor = [-1, 0, 0]"),
            "line 4, column 9: material \"tin\": colours must be",
        ),
        // Sounds, strikers, images.
        (
            error("[[material]]\nname = \"tin\""),
            "line 2, column 8: material \"tin\": unknown sound \"tin\"; there are metal, can, lid, wood, glass, stone, tile, plastic, earth, water, none: write sound = ",
        ),
        (
            error("[[material]]\nname = \"a\"\nsound = \"stoen\""),
            "line 3, column 9: material \"a\": unknown sound \"stoen\": did you mean \"stone\"?",
        ),
        (
            error("[[material]]\nname = \"wood\"\n[[material]]\nname = \"wood\""),
            "line 4, column 8: material \"wood\": two materials have this name",
        ),
        (
            error("[[material]]\nname = \"wood\"\nrestitution = -0.1"),
            "line 3, column 15: material \"wood\": restitution must be from 0 to 1, not -0.1",
        ),
        (
            error("[[emitter]]\nstriker = \"brick\""),
            "line 2, column 11: emitter: unknown striker \"brick\"; there are hail, rain, pebble",
        ),
        (error("[[emitter]]\nstriker = 3"), "line 2, column 11: emitter: a striker is \"hail\", "),
        (
            error("[[emitter]]\nstriker = { mass = 0, radius = 1, hardness = 1e9 }"),
            "line 2, column 11: emitter \"emitter\": a striker's mass is 0, but must be from",
        ),
        (
            of("surface = \"disc\"\nradius = 1\nimage = { file = \"a.png\", materials = [\"plain\"] }"),
            "line 6, column 18: collider \"roof\": an image file needs a folder to be in",
        ),
        (
            of("surface = \"disc\"\nradius = 1\nimage = { size = [1, 2], materials = [\"plain\", \"oak\"] }"),
            "line 6, column 48: collider \"roof\": unknown material \"oak\"",
        ),
        (
            of("surface = \"disc\"\nradius = 1\nimage = { size = [3, 2], materials = [\"plain\"] }"),
            "line 6, column 9: collider \"roof\": an image of 3 by 2 cannot have 1 materials and 1 gains; it needs 6 of each",
        ),
        // Counts.
        (
            error("[[emitter]]\ncount = 4294967295\n[[emitter]]\ncount = 4294967295"),
            "line 1, column 1: 8589934590 particles are more than 4294967295",
        ),
        (
            error("[[emitter]]\ncount = 99999999999"),
            "line 2, column 9: emitter: count must be a whole number from 0 to 4294967295",
        ),
        (error("[[material]]\ncolor = [1, 1, 1]"), "line 1, column 1: material: a material needs a name"),
        (
            error("[[material]]\nname = \"a\"\nrestitution = 2"),
            "line 3, column 15: material \"a\": restitution must be from 0 to 1, not 2",
        ),
    ] {
        let expected = expected.replace("column 10: a source is", "column 10: emitter: a source is");
        let expected = ["column 12: unknown response", "column 1: what vanishes", "column 9: unknown shape"]
            .iter()
            .fold(expected, |text, part| text.replace(part, &part.replace(": ", ": emitter: ")));
        assert!(found.starts_with(&expected), "found:    {found}\nexpected: {expected}");
    }
}

#[test]
fn impossible_quadrics_are_errors() {
    let with = |coefficients: &str| {
        let text = format!(
            "[[collider]]\nsurface = \"quadric\"\ncoefficients = {coefficients}\nbox = [[-1, -1, -1], [1, 1, 1]]\n"
        );
        Scene::read(&text).map(|_| ()).map_err(|error| error.to_string())
    };
    let none = "line 3, column 16: collider \"collider\": the quadric has no surface: its equation never changes sign";
    // x² + y² + z² + 1, its negative, a point, a line, a double plane, and a hidden square (x + y)².
    for coefficients in [
        "[1, 1, 1, 0, 0, 0, 0, 0, 0, 1]",
        "[-1, -1, -1, 0, 0, 0, 0, 0, 0, -1]",
        "[1, 1, 1, 0, 0, 0, 0, 0, 0, 0]",
        "[1, 1, 0, 0, 0, 0, 0, 0, 0, 0]",
        "[0, 0, 1, 0, 0, 0, 0, 0, 0, 0]",
        "[1, 1, 0, 1, 0, 0, 0, 0, 0, 0]",
        "[0, 0, 0, 0, 0, 0, 0, 0, 0, 5]",
    ] {
        assert_eq!(with(coefficients).unwrap_err(), none, "{coefficients}");
    }
    assert!(with("[0, 0, 0, 0, 0, 0, 0, 0, 0, 0]").unwrap_err().contains("all coefficients of the quadric are zero"));
    // A sphere, a saddle, two planes, one plane, xy = z, a cone.
    for coefficients in [
        "[1, 1, 1, 0, 0, 0, 0, 0, 0, -0.5]",
        "[1, -1, 0, 0, 0, 0, 0, 0, -0.5, 0]",
        "[1, 0, 0, 0, 0, 0, 0, 0, 0, -0.25]",
        "[0, 0, 0, 0, 0, 0, 0, 0, 1, 0]",
        "[0, 0, 0, 1, 0, 0, 0, 0, -1, 0]",
        "[1, 1, -1, 0, 0, 0, 0, 0, 0, 0]",
    ] {
        assert_eq!(with(coefficients), Ok(()), "{coefficients}");
    }
}

/// Images come from files beside the scene, and whatever is wrong with one is said where it is named.
#[test]
fn images_come_from_files() {
    let folder = std::env::temp_dir().join(format!("allide-particles-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let text = "[[material]]\nname = \"wood\"\n[[material]]\nname = \"metal\"\n[[collider]]\nsurface = \"rectangle\"\nsize = [2, 2]\n\
                image = { file = \"it.png\", materials = [\"wood\", \"metal\"], gain = 2 }\n";
    let scene = folder.join("it.toml");
    std::fs::write(&scene, text).unwrap();
    let read = || {
        Scene::open(&scene).map(|scene| scene.colliders[0].image.clone().unwrap()).map_err(|error| error.to_string())
    };
    let write = |color: png::ColorType, pixels: &[u8]| {
        let mut encoder = png::Encoder::new(std::fs::File::create(folder.join("it.png")).unwrap(), 2, 2);
        encoder.set_color(color);
        encoder.write_header().unwrap().write_image_data(pixels).unwrap();
    };
    let missing = read().unwrap_err();
    assert!(
        missing.starts_with("line 8, column 18: collider: cannot read the image ") && missing.contains("it.png"),
        "{missing}"
    );
    std::fs::write(folder.join("it.png"), "not a picture").unwrap();
    assert!(read().unwrap_err().contains("it.png is not a PNG file that can be read"));
    // The upper row wood and metal at full gain, the lower one the other way round at 102/255 of it.
    write(png::ColorType::Rgb, &[0, 255, 0, 255, 255, 9, 128, 102, 0, 127, 102, 0]);
    let image = read().unwrap();
    assert_eq!((image.width, image.height), (2, 2));
    assert_eq!(image.texels, [(1, 0.8), (0, 0.8), (0, 2.0), (1, 2.0)]);
    write(png::ColorType::Grayscale, &[0, 255, 200, 3]);
    assert_eq!(read().unwrap().texels, [(1, 2.0), (0, 2.0), (0, 2.0), (1, 2.0)]);
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(Scene::open(&scene).unwrap_err().to_string().starts_with("cannot read "));
}

/// Whatever is wrong with a text, it is an error with a place, not a panic.
#[test]
fn damaged_texts_are_errors() {
    for (_, text) in BUILT_IN {
        for k in (0..text.len()).step_by(23) {
            if text.is_char_boundary(k) {
                let _ = Scene::read(&text[..k]);
                let mut damaged = text.to_string();
                damaged.insert_str(k, "9e99");
                if let Err(error) = Scene::read(&damaged) {
                    assert!(error.position.is_some(), "{error}");
                }
            }
        }
    }
}
