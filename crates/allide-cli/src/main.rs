//! The command `allide`.
fn main() {}
