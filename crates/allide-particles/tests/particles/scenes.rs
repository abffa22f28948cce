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
            "line 5, column 11: collider \"roof\": a polygon of 3 corners and an area of 0 is none",
        ),
        (
            of("surface = \"disc\"\nradius = 1\nmaterial = \"gold\""),
            "line 6, column 12: collider \"roof\": unknown material \"gold\"; known: plain",
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
