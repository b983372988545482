/* Nothing but arithmetic: what two cores gain here at best, whatever else the machine is doing. */
#include <stdint.h>

uint64_t spin(uint64_t times) {
    uint64_t x = 1;
    for (uint64_t i = 0; i < times; i++) {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
    }
    return x;
}
