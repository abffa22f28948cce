//! `allide view`: a check whose answer is a page.

use crate::args::View;
use crate::numbers::printable;
use crate::{output, page};
use anyhow::Result;
use std::process::ExitCode;

pub fn run(mut args: View) -> Result<ExitCode> {
    args.check.html = Some(args.output.clone());
    args.check.exit_zero = true;
    let status = crate::check(args.check)?;
    let hint = if !args.no_open && page::open(&args.output) { "" } else { " (open it in a browser)" };
    output::print(&format!("page: {}{hint}\n", printable(&args.output.display().to_string())))?;
    Ok(status)
}
