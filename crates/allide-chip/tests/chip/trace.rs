use super::rings;
use allide_chip::{Config, Machine, Query, Vcd};
use vcd::{Command, Parser, Value};

#[test]
fn a_trace_can_be_read_and_shows_every_report() {
    let scene = rings(0.9, 0.4);
    let config = Config { units: 2, buffers: 2, ..Config::fpga2006() };
    let trees = scene.trees(24);
    let query = Query::new(&config, [&trees[0], &trees[1]], scene.poses).unwrap();
    let machine = Machine::new(config.clone()).unwrap();
    let mut bytes = Vec::new();
    let mut trace = Vcd::new(&mut bytes, &config).unwrap();
    let run = machine.watch(&query, [&scene.placed(0), &scene.placed(1)], |snapshot| trace.record(snapshot)).unwrap();
    trace.finish().unwrap();

    let mut parser = Parser::new(bytes.as_slice());
    let header = parser.parse_header().unwrap();
    let id = |path: &[&str]| header.find_var(path).unwrap().code;
    let [report, a, b] = ["report", "report_a", "report_b"].map(|name| id(&["chip", name]));
    assert_eq!(header.find_var(&["chip", "unit1", "stages"]).unwrap().size, 9);
    let number = |vector: &vcd::Vector| vector.iter().fold(0, |sum, bit| sum * 2 + u32::from(bit == Value::V1));
    let (mut time, mut now, mut pair, mut found) = (0, false, (0, 0), Vec::new());
    // Signals keep their values until they change; a report lasts a cycle.
    let mut seen_until = 0;
    for command in parser {
        match command.unwrap() {
            Command::Timestamp(next) => {
                for cycle in seen_until..next / 10_000 {
                    found.extend(now.then_some((pair.0, pair.1, cycle)));
                }
                (time, seen_until) = (next, next / 10_000);
            }
            Command::ChangeScalar(code, value) if code == report => now = value == Value::V1,
            Command::ChangeVector(code, value) if code == a => pair.0 = number(&value),
            Command::ChangeVector(code, value) if code == b => pair.1 = number(&value),
            _ => {}
        }
    }
    assert_eq!(time, run.length * 10_000, "100 MHz are 10,000 ps a cycle");
    let reported: Vec<_> = run.found.iter().map(|found| (found.a, found.b, found.cycle)).collect();
    assert!(!reported.is_empty());
    assert_eq!(found, reported);
}
