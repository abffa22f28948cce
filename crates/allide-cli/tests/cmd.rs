//! What the command prints, to the letter; times and machines left out.

#[test]
fn output_is_as_recorded() {
    trycmd::TestCases::new().register_bin("allide", trycmd::cargo::cargo_bin!("allide")).case("tests/cmd/*.trycmd");
}
