//! What the command prints, to the letter; times and machines left out.

#[test]
fn output_is_as_recorded() {
    let cases = trycmd::TestCases::new();
    // Mesa's choice of devices, which is not asked for here, complains on standard error where there is no display.
    cases.env("NODEVICE_SELECT", "1");
    cases.register_bin("allide", trycmd::cargo::cargo_bin!("allide")).case("tests/cmd/*.trycmd");
}
