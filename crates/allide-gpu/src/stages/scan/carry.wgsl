// The sum of the chunks before this one. In the first part, these are those of the workgroups before this one.
fn carry_in(group: u32, me: Thread) -> u32 {
    var sum = 0u;
    for (var other = me.index; other < group; other += THREADS) { sum += partials[other]; }
    return sum_group(sum, me).total;
}
