// The sum of each workgroup's chunk. `load` says what is summed.

fn run(me: Thread, group: u32, groups: u32) {
    let mine = chunk(element_count(), group, groups);
    var sum = 0u;
    for (var i = mine.x + me.index; i < mine.y; i += THREADS) { sum += load(i); }
    let all = sum_group(sum, me);
    if me.index == 0u { partials[group] = all.total; }
}
