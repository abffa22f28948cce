//! How time and memory grow with the number of triangles.

use crate::arrays;
use crate::cases::{self, Size};
use crate::contenders::{Contender, allide};
use crate::peers::median;
use crate::table::{Table, grouped, milliseconds};
use std::process::Command;

/// The limit on peak memory, input arrays included.
const BYTES_PER_TRIANGLE: f64 = 200.0;

/// A table from ten thousand to ten million triangles.
pub fn scale(size: Size) -> Result<String, String> {
    let counts: &[usize] = match size {
        Size::Full => &[10_000, 100_000, 1_000_000, 10_000_000],
        Size::Small => &[1_000, 4_000],
    };
    let mut table = Table::new(["scene", "triangles", "ms", "ns a triangle", "peak MiB", "findings"]);
    for kind in ["blobs", "cloth"] {
        for count in counts {
            let name = format!("{kind}-{count}");
            eprintln!("{name} …");
            let case = cases::load(&name, size)?;
            let triangles = arrays::triangle_count(&case.objects);
            let rounds = if triangles > 2_000_000 { 3 } else { 5 };
            let mut times = Vec::new();
            let mut findings = 0;
            for _ in 0..rounds {
                let lap = Contender::Allide.answer(&case.objects, &case.question).map_err(|error| error.to_string())?;
                let Some(lap) = lap else { continue };
                times.push(lap.time);
                findings = lap.answer.count();
            }
            drop(case.objects);
            let time = median(&times);
            table.row([
                case.title,
                grouped(triangles),
                milliseconds(time),
                format!("{:.0}", time.as_secs_f64() * 1e9 / triangles as f64),
                peak(&name, size)?.map_or("unknown".to_owned(), |(peak, _)| format!("{:.0}", peak / 1_048_576.0)),
                grouped(findings),
            ]);
        }
    }
    Ok(table.to_string())
}

/// A table of peak memory on the cases that hold the most triangles.
///
/// # Errors
/// More memory than promised.
pub fn memory(size: Size) -> Result<String, String> {
    let mut table = Table::new(["scene", "triangles", "peak MiB", "bytes a triangle", "limit"]);
    for name in ["dragons", "self-dragon", "self-cloth", "thousand", "clearance", "blobs-10000000"] {
        if size == Size::Small && name.starts_with("blobs") {
            continue;
        }
        eprintln!("{name} …");
        let Some((peak, triangles)) = peak(name, size)? else {
            return Ok("Peak memory is read from /proc, which this system does not have.\n".to_owned());
        };
        let each = peak / triangles as f64;
        // Threads and their stacks weigh too much in small scenes.
        if size == Size::Full && each > BYTES_PER_TRIANGLE {
            return Err(format!("{name}: {each:.0} bytes a triangle, but at most {BYTES_PER_TRIANGLE} are promised"));
        }
        table.row([
            name.to_owned(),
            grouped(triangles),
            format!("{:.0}", peak / 1_048_576.0),
            format!("{each:.0}"),
            format!("{BYTES_PER_TRIANGLE}"),
        ]);
    }
    Ok(table.to_string())
}

/// Runs one case in a process of its own: the bytes that it needed at most, and how many triangles it has.
fn peak(name: &str, size: Size) -> Result<Option<(f64, usize)>, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut command = Command::new(program);
    command.args(["child", "--only", name]);
    if size == Size::Small {
        command.arg("--quick");
    }
    let output = command.output().map_err(|error| format!("child process: {error}"))?;
    if !output.status.success() {
        return Err(format!("{name}: the child process failed: {}", String::from_utf8_lossy(&output.stderr).trim()));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let numbers: Vec<f64> = text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    match numbers[..] {
        [peak, triangles] => Ok(Some((peak, triangles as usize))),
        _ => Ok(None),
    }
}

/// The child process: prints what [`peak`] reads, or nothing if memory cannot be measured here.
pub fn child(name: &str, size: Size) -> Result<String, String> {
    let before = status("VmRSS:");
    let case = cases::load(name, size)?;
    let triangles = arrays::triangle_count(&case.objects);
    // Forgets the peak of reading or generating; a kernel that cannot only makes the figure larger.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
    allide::answer(case.objects, &case.question).map_err(|error| error.to_string())?;
    let growth = status("VmHWM:").zip(before).map(|(after, before)| after - before);
    Ok(growth.map_or(String::new(), |bytes| format!("{bytes} {triangles}\n")))
}

/// A field of this process's status, in bytes.
pub fn status(field: &str) -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(field))?;
    line.split_whitespace().next()?.parse::<f64>().ok().map(|kib| kib * 1024.0)
}
