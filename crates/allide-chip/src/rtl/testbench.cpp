// Stimulus in, response compared, one clock cycle after the other.
#include "Vharness.h"
#include <cstdint>
#include <cstdio>

int main() {
    Vharness top;
    static uint32_t stimulus[STIMULUS], expected[RESPONSE];
    long cycles = 0, valid = 0, wrong = 0;
    while (fread(stimulus, 4, STIMULUS, stdin) == STIMULUS && fread(expected, 4, RESPONSE, stdin) == RESPONSE) {
        for (int i = 0; i < STIMULUS; i++) top.stimulus[i] = stimulus[i];
        top.clk = 0;
        top.eval();
        top.clk = 1;
        top.eval();
        bool same = (top.response[0] & 1) == (expected[0] & 1);
        // Without the valid bit, the rest is left over from before.
        for (int i = 0; same && (expected[0] & 1) && i < RESPONSE; i++) same = top.response[i] == expected[i];
        cycles++;
        valid += expected[0] & 1;
        wrong += !same;
    }
    printf("%ld cycles, %ld valid, %ld wrong\n", cycles, valid, wrong);
    return wrong != 0;
}
