/* Plain arithmetic without memory. It shows how much a second core can gain at best on this machine at this moment. */
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
