/* Looks up the strengths of many three-card hands in a table, sixteen at once if the machine has AVX-512. */
#include <stddef.h>
#include <stdint.h>
#ifdef __AVX512BW__
#include <immintrin.h>
#endif

/* The index in by_ranks is 169 * first + 13 * second + third rank, plus 2197 if all cards have one suit. Two more entries follow,
   because a gather reads 32 bits for each entry of 16. */
void strengths(const uint8_t *restrict a, const uint8_t *restrict b, const uint8_t *restrict c,
               const uint16_t *restrict by_ranks, uint16_t *restrict out, size_t n) {
    size_t i = 0;
#ifdef __AVX512BW__
    for (; i + 16 <= n; i += 16) {
        __m512i x = _mm512_cvtepu8_epi32(_mm_loadu_si128((const void *)(a + i)));
        __m512i y = _mm512_cvtepu8_epi32(_mm_loadu_si128((const void *)(b + i)));
        __m512i z = _mm512_cvtepu8_epi32(_mm_loadu_si128((const void *)(c + i)));
        __m512i at = _mm512_add_epi32(
            _mm512_mullo_epi32(_mm512_srli_epi32(x, 2), _mm512_set1_epi32(169)),
            _mm512_add_epi32(_mm512_mullo_epi32(_mm512_srli_epi32(y, 2), _mm512_set1_epi32(13)), _mm512_srli_epi32(z, 2)));
        __mmask16 suited = _mm512_testn_epi32_mask(
            _mm512_or_si512(_mm512_xor_si512(x, y), _mm512_xor_si512(x, z)), _mm512_set1_epi32(3));
        at = _mm512_mask_add_epi32(at, suited, at, _mm512_set1_epi32(2197));
        __m512i found = _mm512_i32gather_epi32(at, by_ranks, 2);
        _mm256_storeu_si256((void *)(out + i), _mm512_cvtepi32_epi16(found));
    }
#endif
    for (; i < n; i++) {
        uint32_t x = a[i], y = b[i], z = c[i];
        uint32_t suited = (((x ^ y) | (x ^ z)) & 3) == 0;
        out[i] = by_ranks[(x >> 2) * 169 + (y >> 2) * 13 + (z >> 2) + (suited ? 2197 : 0)];
    }
}

/* Reads and writes as much memory as strengths(), and does hardly anything else. No such function can be faster. */
void copy(const uint8_t *restrict a, const uint8_t *restrict b, const uint8_t *restrict c, uint16_t *restrict out, size_t n) {
    for (size_t i = 0; i < n; i++)
        out[i] = (uint16_t)(a[i] + b[i] + c[i]);
}
