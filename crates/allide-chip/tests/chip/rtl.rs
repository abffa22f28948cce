//! The Verilog against the model, and what it takes. The tools are used where they are installed.

use super::Random;
use super::datapath::random_input;
use allide_chip::rtl::{Counts, Ports, TESTBENCH, script, verilog};
use allide_chip::{Config, Datapath, Input};
use std::fs;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Whether a tool can be run. If not, the test says so, and passes, unless `ALLIDE_REQUIRE_RTL` is set.
fn has(tool: &str, argument: &str) -> bool {
    let found = Command::new(tool).arg(argument).output().is_ok();
    if !found {
        assert!(std::env::var_os("ALLIDE_REQUIRE_RTL").is_none(), "{tool} is not installed");
        eprintln!("NOT TESTED: {tool} is not installed (Debian: apt-get install {tool})");
    }
    found
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn run(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    assert!(output.status.success(), "{command:?}\n{text}");
    text
}

/// Verilates a machine; the simulator.
fn simulator(config: &Config) -> PathBuf {
    let folder = folder(&format!("rtl-{}-{}-{}", config.faces, config.bits, config.multiplier_bits));
    let ports = Ports::new(config);
    fs::write(folder.join("overlap.v"), verilog(config).unwrap()).unwrap();
    fs::write(folder.join("testbench.cpp"), TESTBENCH).unwrap();
    let sizes = format!("-O2 -DSTIMULUS={} -DRESPONSE={}", ports.stimulus_words(), ports.response_words());
    run(Command::new("verilator")
        .args([
            "--cc",
            "--exe",
            "--build",
            "-Wall",
            "-Wno-DECLFILENAME",
            "-Wno-UNUSED",
            "--top-module",
            "harness",
            "-O3",
        ])
        .args(["--Mdir", "build", "-CFLAGS", &sizes, "overlap.v", "testbench.cpp"])
        .current_dir(&folder));
    folder.join("build/Vharness")
}

/// Simulates random cycles; what the simulator says, and whether it is content. `spoil` changes an expected bit in one
/// cycle.
fn simulate(simulator: &Path, config: &Config, cycles: usize, spoil: bool) -> (String, bool) {
    let ports = Ports::new(config);
    let mut child = Command::new(simulator).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut pipe = BufWriter::new(child.stdin.take().unwrap());
    let mut random = Random(7);
    let mut model = Datapath::new(config).unwrap();
    // The harness has a register in front of the datapath.
    let mut before = None;
    for cycle in 0..cycles {
        let input = random_input(&mut random, config);
        let input = (!random.bits().is_multiple_of(8)).then_some(input);
        let view = |input: &'_ (Vec<i64>, Vec<i64>, _)| (input.0.clone(), input.1.clone(), input.2);
        let last = before.as_ref().map(view);
        let output = model.tick(last.as_ref().map(|(a, b, axis)| Input { a, b, axis: *axis }));
        let stimulus = ports.stimulus(input.as_ref().map(|(a, b, axis)| Input { a, b, axis: *axis }));
        let mut response = ports.response(output);
        if spoil && cycle + 1 == cycles {
            response[0] ^= 1;
        }
        for word in stimulus.iter().chain(&response) {
            pipe.write_all(&word.to_le_bytes()).unwrap();
        }
        before = input;
    }
    drop(pipe);
    let output = child.wait_with_output().unwrap();
    (String::from_utf8(output.stdout).unwrap(), output.status.success())
}

/// A million cycles of the paper's machine, fewer of others. `ALLIDE_CASES` is another number for all of them.
#[test]
fn verilog_is_the_model_bit_for_bit_and_cycle_for_cycle() {
    if !has("verilator", "--version") {
        return;
    }
    let wanted = std::env::var("ALLIDE_CASES").ok().and_then(|count| count.parse().ok());
    // Divided words and whole ones; stores of many axes and of one.
    for (faces, bits, axes, cycles) in [(24, 35, 24, 1_000_000), (14, 9, 16, 20_000), (6, 19, 1, 20_000)] {
        let cycles = wanted.unwrap_or(cycles);
        let config = Config { faces, bits, axes, ..Config::fpga2006() };
        let simulator = simulator(&config);
        let (text, is_same) = simulate(&simulator, &config, cycles, false);
        eprint!("{faces}-DOPs, {bits} bits: {text}");
        assert!(is_same && text.starts_with(&format!("{cycles} cycles, ")) && text.ends_with(" 0 wrong\n"), "{text}");
        // The comparison can fail.
        let (text, is_same) = simulate(&simulator, &config, 100, true);
        assert!(!is_same && text.ends_with(" 1 wrong\n"), "{text}");
    }
}

fn synthesise(config: &Config) -> Counts {
    let folder = folder(&format!("synthesis-{}-{}", config.faces, config.bits));
    fs::write(folder.join("overlap.v"), verilog(config).unwrap()).unwrap();
    let text = run(Command::new("yosys").args(["-p", &script("overlap.v")]).current_dir(&folder));
    let counts = Counts::parse(&text).unwrap_or_else(|| panic!("{text}"));
    eprintln!("{}-DOPs, {} bits: {counts}", config.faces, config.bits);
    counts
}

#[test]
fn narrow_words_take_a_multiplier_a_product() {
    if has("yosys", "-V") {
        let counts = synthesise(&Config { faces: 6, bits: 18, ..Config::fpga2006() });
        assert_eq!(counts.multipliers, 12);
        assert!(counts.luts > 500 && counts.flip_flops > 500 && counts.levels > 3);
    }
}

/// The paper: 7,278 of 33,792 slices, which have two look-up tables each; it does not say how many multipliers. Takes minutes:
/// `cargo test --workspace --test chip -- --ignored --nocapture`.
#[test]
#[ignore = "takes minutes; the other tests synthesise smaller machines"]
fn words_of_35_bits_take_four_multipliers_of_18_bits_for_each_of_twelve_products() {
    if has("yosys", "-V") {
        let counts = synthesise(&Config::fpga2006());
        assert_eq!(counts.multipliers, 48);
        assert!(counts.luts < 12_000 && counts.fewest_slices() < 7_278, "{counts}");
    }
}
