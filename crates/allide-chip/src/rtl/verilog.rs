//! Verilog, written for one machine.

use super::ports::{Ports, index_bits};
use crate::{ChipError, Config, Datapath};
use std::fmt::{self, Write};

/// The modules of a machine's datapath. Verilog 2001, without anything of one vendor.
///
/// # Errors
/// As for [`Datapath::new`].
pub fn verilog(config: &Config) -> Result<String, ChipError> {
    let stages = Datapath::new(config)?.stages();
    let mut text = String::new();
    let low_bits = (config.bits > config.multiplier_bits).then_some(config.multiplier_bits as usize - 1);
    write_all(&mut text, &Ports::new(config), stages, low_bits).expect("strings take all text");
    Ok(text)
}

fn write_all(out: &mut String, ports: &Ports, stages: usize, low_bits: Option<usize>) -> fmt::Result {
    let Ports { faces, word, .. } = *ports;
    writeln!(out, "// The overlap test of {faces}-DOPs in words of {word} bits, {stages} stages, one axis a cycle.")?;
    writeln!(out, "// Written by allide-chip; numbers are two's complement.\n")?;
    overlap(out, ports, stages, low_bits)?;
    with_axes(out, ports)?;
    harness(out, ports)
}

/// Stages 1 to the last.
fn overlap(out: &mut String, ports: &Ports, stages: usize, low_bits: Option<usize>) -> fmt::Result {
    let Ports { faces, word, face, shift, difference, .. } = *ports;
    let (all, top, half) = (faces * word - 1, word - 1, faces / 2 * word);
    writeln!(out, "module overlap (")?;
    writeln!(out, "    input  wire clk,\n    input  wire valid,")?;
    writeln!(out, "    input  wire [{all}:0] a,\n    input  wire [{all}:0] b,")?;
    writeln!(out, "    input  wire [{}:0] weights,  // of a, then of b", 6 * word - 1)?;
    writeln!(out, "    input  wire [{}:0] faces,    // of a, then of b", 6 * face - 1)?;
    writeln!(out, "    input  wire [{}:0] shift,", shift - 1)?;
    writeln!(out, "    output reg  out_valid,\n    output reg  separates,")?;
    writeln!(out, "    output reg  [{0}:0] first,\n    output reg  [{0}:0] second\n);", difference - 1)?;

    writeln!(out, "    // Stage 1: selection. Opposite faces are half a table away.")?;
    writeln!(
        out,
        "    function [{top}:0] select;\n        input [{all}:0] words;\n        input [{}:0] face;",
        face - 1
    )?;
    writeln!(out, "        case (face)")?;
    for i in 0..faces {
        writeln!(out, "            {face}'d{i}: select = words[{}:{}];", (i + 1) * word - 1, i * word)?;
    }
    writeln!(out, "            default: select = {{{word}{{1'bx}}}};\n        endcase\n    endfunction")?;
    for side in ["a", "b"] {
        writeln!(out, "    wire [{all}:0] {side}_turned = {{{side}[{}:0], {side}[{all}:{half}]}};", half - 1)?;
    }
    for i in 0..6 {
        writeln!(out, "    reg signed [{top}:0] c0_{i}, c1_{i}, w_{i};")?;
    }
    writeln!(out, "    reg [{}:0] s_1;", shift - 1)?;
    writeln!(out, "    always @(posedge clk) begin")?;
    for i in 0..6 {
        let index = format!("faces[{}:{}]", (i + 1) * face - 1, i * face);
        // The first difference takes the least of a and the greatest of b, the second the other way round.
        let [least, greatest] = if i < 3 { ["a", "a_turned"] } else { ["b_turned", "b"] };
        writeln!(out, "        c0_{i} <= select({least}, {index});\n        c1_{i} <= select({greatest}, {index});")?;
        writeln!(out, "        w_{i} <= weights[{}:{}];", (i + 1) * word - 1, i * word)?;
    }
    writeln!(out, "        s_1 <= shift;\n    end")?;

    let multiplied = match low_bits {
        None => narrow_products(out, word)?,
        Some(low) => wide_products(out, word, low)?,
    };
    delay(out, "s", shift, 1, multiplied)?;
    sums(out, ports, multiplied)?;

    writeln!(out, "    // Valid bits beside all that.\n    reg [{}:0] valids;", stages - 2)?;
    writeln!(out, "    always @(posedge clk) begin")?;
    let shifted = if stages > 2 { format!("{{valids[{}:0], valid}}", stages - 3) } else { "valid".into() };
    writeln!(out, "        valids <= {shifted};\n        out_valid <= valids[{}];\n    end\nendmodule\n", stages - 2)
}

/// Registers `name_from` to `name_to`, each a cycle after the one before.
fn delay(out: &mut String, name: &str, bits: usize, from: usize, to: usize) -> fmt::Result {
    for stage in from + 1..=to {
        writeln!(out, "    reg [{}:0] {name}_{stage};", bits - 1)?;
        writeln!(out, "    always @(posedge clk) {name}_{stage} <= {name}_{};", stage - 1)?;
    }
    Ok(())
}

/// One multiplier a product: stage 2. Returns the stage that has products.
fn narrow_products(out: &mut String, word: usize) -> Result<usize, fmt::Error> {
    writeln!(out, "    // Stage 2: products, and negative coefficients.")?;
    for (side, i) in lanes() {
        let c = format!("c{side}_{i}");
        writeln!(out, "    reg signed [{}:0] p{side}_{i};\n    reg [{}:0] n{side}_{i}_2;", 2 * word - 1, word - 1)?;
        writeln!(out, "    always @(posedge clk) begin\n        p{side}_{i} <= {c} * w_{i};")?;
        writeln!(out, "        n{side}_{i}_2 <= {c}[{}] ? {c} : {word}'d0;\n    end", word - 1)?;
    }
    Ok(2)
}

/// Four multipliers a product: stages 2 to 4.
fn wide_products(out: &mut String, word: usize, low: usize) -> Result<usize, fmt::Error> {
    let (high, top) = (word - low, word - 1);
    writeln!(out, "    // Stages 2 to 4: products of divided words, and negative coefficients.")?;
    for i in 0..6 {
        writeln!(out, "    wire signed [{}:0] wh_{i} = w_{i}[{top}:{low}];", high - 1)?;
        writeln!(out, "    wire signed [{low}:0] wl_{i} = {{1'b0, w_{i}[{}:0]}};", low - 1)?;
    }
    for (side, i) in lanes() {
        let (c, x) = (format!("c{side}_{i}"), format!("{side}_{i}"));
        writeln!(out, "    wire signed [{}:0] ch{x} = {c}[{top}:{low}];", high - 1)?;
        writeln!(out, "    wire signed [{low}:0] cl{x} = {{1'b0, {c}[{}:0]}};", low - 1)?;
        writeln!(out, "    reg signed [{}:0] hh{x}, hh{x}_3;", 2 * high - 1)?;
        writeln!(out, "    reg signed [{}:0] hl{x}, lh{x};\n    reg signed [{}:0] m{x};", word, word + 1)?;
        writeln!(out, "    reg signed [{}:0] ll{x}, ll{x}_3;", 2 * low + 1)?;
        writeln!(out, "    reg signed [{}:0] p{x};\n    reg [{top}:0] n{x}_2;", 2 * word - 1)?;
        writeln!(out, "    always @(posedge clk) begin")?;
        writeln!(out, "        hh{x} <= ch{x} * wh_{i};\n        hl{x} <= ch{x} * wl_{i};")?;
        writeln!(out, "        lh{x} <= cl{x} * wh_{i};\n        ll{x} <= cl{x} * wl_{i};")?;
        writeln!(out, "        m{x} <= hl{x} + lh{x};\n        hh{x}_3 <= hh{x};\n        ll{x}_3 <= ll{x};")?;
        let extended = |name: &str, bits: usize, shift: usize| extend(name, bits, 2 * word, shift);
        let [high, middle, low] = [
            extended(&format!("hh{x}_3"), 2 * high, 2 * low),
            extended(&format!("m{x}"), word + 2, low),
            extended(&format!("ll{x}_3"), 2 * low + 2, 0),
        ];
        writeln!(out, "        p{x} <= {high} + {middle} + {low};")?;
        writeln!(out, "        n{x}_2 <= {c}[{top}] ? {c} : {word}'d0;\n    end")?;
        delay(out, &format!("n{x}"), word, 2, 4)?;
    }
    Ok(4)
}

/// A signed number, shifted to the left, truncated or extended to `to` bits.
fn extend(name: &str, bits: usize, to: usize, shift: usize) -> String {
    let zeros = if shift == 0 { String::new() } else { format!(", {shift}'d0") };
    let room = to - shift;
    if bits >= room {
        format!("{{{name}[{}:0]{zeros}}}", room - 1)
    } else {
        format!("{{{{{}{{{name}[{}]}}}}, {name}{zeros}}}", room - bits, bits - 1)
    }
}

/// The three stages of additions, the joining one, and the test.
fn sums(out: &mut String, ports: &Ports, multiplied: usize) -> fmt::Result {
    let Ports { word, shift, difference, .. } = *ports;
    let (top, negative) = (difference - 1, word + 3);
    writeln!(
        out,
        "    // Sums of products and shift, beside them of negative coefficients; then both; then the test."
    )?;
    for side in 0..2 {
        let p = |i: usize| extend(&format!("p{side}_{i}"), 2 * word, difference, 0);
        let n = |i: usize| extend(&format!("n{side}_{i}_{multiplied}"), word, negative, 0);
        // -(p' + 1) is p' with all bits inverted.
        let invert = if side == 0 { "" } else { "~" };
        writeln!(out, "    wire [{}:0] shift_{side} = {invert}s_{multiplied};", shift - 1)?;
        writeln!(
            out,
            "    reg [{top}:0] s{side}_01, s{side}_23, s{side}_45, s{side}_p, s{side}_03, s{side}_4p, s{side};"
        )?;
        writeln!(
            out,
            "    reg [{}:0] n{side}_01, n{side}_23, n{side}_45, n{side}_03, n{side}_45b, n{side};",
            negative - 1
        )?;
        writeln!(out, "    reg [{top}:0] d{side};\n    always @(posedge clk) begin")?;
        for (i, j) in [(0, 1), (2, 3), (4, 5)] {
            writeln!(out, "        s{side}_{i}{j} <= {} + {};", p(i), p(j))?;
            writeln!(out, "        n{side}_{i}{j} <= {} + {};", n(i), n(j))?;
        }
        writeln!(out, "        s{side}_p <= {};", extend(&format!("shift_{side}"), shift, difference, word - 1))?;
        writeln!(out, "        s{side}_03 <= s{side}_01 + s{side}_23;\n        s{side}_4p <= s{side}_45 + s{side}_p;")?;
        writeln!(out, "        n{side}_03 <= n{side}_01 + n{side}_23;\n        n{side}_45b <= n{side}_45;")?;
        writeln!(out, "        s{side} <= s{side}_03 + s{side}_4p;\n        n{side} <= n{side}_03 + n{side}_45b;")?;
        writeln!(
            out,
            "        d{side} <= s{side} + {};\n    end",
            extend(&format!("n{side}"), negative, difference, 0)
        )?;
    }
    writeln!(out, "    always @(posedge clk) begin")?;
    writeln!(out, "        separates <= (!d0[{top}] && |d0) || (!d1[{top}] && |d1);")?;
    writeln!(out, "        first <= d0;\n        second <= d1;\n    end")
}

/// Both differences, six products each.
fn lanes() -> impl Iterator<Item = (usize, usize)> {
    (0..2).flat_map(|side| (0..6).map(move |i| (side, i)))
}

/// The datapath with its store of axes.
fn with_axes(out: &mut String, ports: &Ports) -> fmt::Result {
    let Ports { faces, axes, word, face, difference, .. } = *ports;
    let (all, axis, index) = (faces * word - 1, ports.axis() - 1, index_bits(axes) - 1);
    let (weights, indices) = (6 * word, 6 * face);
    writeln!(out, "module overlap_axes (")?;
    writeln!(out, "    input  wire clk,\n    // The host writes an axis.")?;
    writeln!(
        out,
        "    input  wire write,\n    input  wire [{index}:0] write_axis,\n    input  wire [{axis}:0] write_data,"
    )?;
    writeln!(out, "    // The controller tests one.")?;
    writeln!(out, "    input  wire valid,\n    input  wire [{index}:0] axis,")?;
    writeln!(out, "    input  wire [{all}:0] a,\n    input  wire [{all}:0] b,")?;
    writeln!(out, "    output wire out_valid,\n    output wire separates,")?;
    writeln!(out, "    output wire [{0}:0] first,\n    output wire [{0}:0] second\n);", difference - 1)?;
    writeln!(out, "    reg [{axis}:0] store [0:{}];", axes - 1)?;
    writeln!(out, "    always @(posedge clk) if (write) store[write_axis] <= write_data;")?;
    writeln!(out, "    wire [{axis}:0] current = store[axis];")?;
    writeln!(out, "    overlap test (.clk(clk), .valid(valid), .a(a), .b(b), .weights(current[{}:0]),", weights - 1)?;
    writeln!(
        out,
        "        .faces(current[{}:{weights}]), .shift(current[{axis}:{}]),",
        weights + indices - 1,
        weights + indices
    )?;
    writeln!(out, "        .out_valid(out_valid), .separates(separates), .first(first), .second(second));\nendmodule\n")
}

/// The datapath with one wide input and one wide output. Every cycle writes the axis of the stimulus, for the next
/// cycle to read.
fn harness(out: &mut String, ports: &Ports) -> fmt::Result {
    let Ports { faces, word, difference, .. } = *ports;
    let (stimulus, response) = (ports.stimulus_words() * 32 - 1, ports.response_words() * 32 - 1);
    let (node, of_node) = (faces * word, (faces * word).div_ceil(32) * 32);
    let (from_a, from_b, from_axis) = (32, 32 + of_node, 32 + 2 * of_node);
    let index = index_bits(ports.axes);
    let padded = difference.div_ceil(32) * 32;
    let pad = if padded > difference { format!("{}'d0, ", padded - difference) } else { String::new() };
    writeln!(out, "module harness (")?;
    writeln!(
        out,
        "    input  wire clk,\n    input  wire [{stimulus}:0] stimulus,\n    output wire [{response}:0] response\n);"
    )?;
    writeln!(out, "    wire out_valid, separates;\n    wire [{}:0] first, second;", difference - 1)?;
    writeln!(out, "    reg valid;\n    reg [{0}:0] axis;\n    reg [{1}:0] a, b;", index - 1, node - 1)?;
    writeln!(out, "    initial axis = 0;")?;
    let next = if ports.axes.is_power_of_two() {
        "axis + 1'b1".into()
    } else {
        format!("axis == {} ? {index}'d0 : axis + 1'b1", ports.axes - 1)
    };
    let next = if ports.axes == 1 { "axis".into() } else { next };
    writeln!(out, "    wire [{}:0] write_axis = {next};", index - 1)?;
    writeln!(out, "    always @(posedge clk) begin\n        valid <= stimulus[0];\n        axis <= write_axis;")?;
    writeln!(
        out,
        "        a <= stimulus[{}:{from_a}];\n        b <= stimulus[{}:{from_b}];\n    end",
        from_a + node - 1,
        from_b + node - 1
    )?;
    writeln!(out, "    overlap_axes chip (.clk(clk), .write(1'b1), .write_axis(write_axis),")?;
    writeln!(out, "        .write_data(stimulus[{}:{from_axis}]),", from_axis + ports.axis() - 1)?;
    writeln!(
        out,
        "        .valid(valid), .axis(axis), .a(a), .b(b), .out_valid(out_valid), .separates(separates), .first(first), .second(second));"
    )?;
    writeln!(out, "    assign response = {{{pad}second, {pad}first, 30'd0, separates, out_valid}};\nendmodule")
}
