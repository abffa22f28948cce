//! What the command prints, to the letter; times and machines left out.

#[test]
fn output_is_as_recorded() {
    let cases = trycmd::TestCases::new();
    // Whatever the machine has and its user prefers: no colours, and on Linux no adapters, about which the doctor would tell.
    for (name, value) in [("CLICOLOR_FORCE", ""), ("VK_DRIVER_FILES", "/nothing"), ("VK_ICD_FILENAMES", "/nothing")] {
        cases.env(name, value);
    }
    for name in ["ALLIDE_ADAPTER", "ALLIDE_GPU_FEATURES"] {
        cases.env(name, "");
    }
    cases.register_bin("allide", trycmd::cargo::cargo_bin!("allide")).case("tests/cmd/*.trycmd");
}
