#include "CAcousticScore.h"

#include <stdint.h>
#include <string.h>

/* A fused product has other bits than a product and a sum. */
#pragma STDC FP_CONTRACT OFF
/* Every function that takes or gives a part is inlined: no such value crosses a call. */
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wpsabi"
#endif

#define INLINE static inline __attribute__((always_inline))
#define PARTS (VOICETEST_GAUSSIANS / 16)

/* 16 Gaussians; the compiler cuts them into registers of the width that the CPU has. */
typedef float part __attribute__((vector_size(64)));
typedef int32_t whole __attribute__((vector_size(64)));

INLINE part load(const float *row, int place)
{
    part values;
    memcpy(&values, row + 16 * place, sizeof values);
    return values;
}

INLINE void store(float *row, int place, part values)
{
    memcpy(row + 16 * place, &values, sizeof values);
}

INLINE part greater(part a, part b)
{
    whole mask = a > b;
    return (part)(((whole)a & mask) | ((whole)b & ~mask));
}

INLINE void densities(const float *table, const float *x, int dimensions, float *result)
{
    for (int place = 0; place < PARTS; place++) {
        part sum = load(table, place);
        const float *row = table;
        for (int d = 0; d < dimensions; d++) {
            row += VOICETEST_GAUSSIANS;
            part distance = x[d] - load(row, place);
            row += VOICETEST_GAUSSIANS;
            sum -= distance * distance * load(row, place);
        }
        store(result, place, sum);
    }
}

/* Source of the method: 2 to a whole power by the exponent's bits, the rest by Taylor's series to
   the sixth power, on -0.5 to 0.5: exact to 2e-7. */
INLINE part exponential(part x)
{
    part turned = x * 1.44269504f;
    whole power = __builtin_convertvector(turned - 0.5f, whole);
    part rest = turned - __builtin_convertvector(power, part);
    part sum = rest * 1.5403530e-4f + 1.3333558e-3f;
    sum = sum * rest + 9.6181291e-3f;
    sum = sum * rest + 5.5504109e-2f;
    sum = sum * rest + 2.4022651e-1f;
    sum = sum * rest + 6.9314718e-1f;
    sum = sum * rest + 1.0f;
    return (part)((whole)sum + (power << 23));
}

INLINE float exponentials(float *values)
{
    part top = load(values, 0);
    for (int place = 1; place < PARTS; place++) top = greater(top, load(values, place));
    float lanes[16];
    memcpy(lanes, &top, sizeof lanes);
    float most = lanes[0];
    for (int lane = 1; lane < 16; lane++)
        if (lanes[lane] > most) most = lanes[lane];
    part zero = {0};
    for (int place = 0; place < PARTS; place++) {
        part below = load(values, place) - most;
        whole near = below > zero - 80.0f;
        part shown = exponential((part)((whole)below & near));
        store(values, place, (part)((whole)shown & near));
    }
    return most;
}

INLINE void mixtures(const float *weights, const float *values, int count, float *sums)
{
    for (int row = 0; row < count; row++, weights += VOICETEST_GAUSSIANS) {
        part sum = load(weights, 0) * load(values, 0);
        for (int place = 1; place < PARTS; place++)
            sum += load(weights, place) * load(values, place);
        float lanes[16];
        memcpy(lanes, &sum, sizeof lanes);
        for (int width = 8; width > 0; width /= 2)
            for (int lane = 0; lane < width; lane++) lanes[lane] += lanes[lane + width];
        sums[row] = lanes[0];
    }
}

#if defined(__x86_64__)
#define WIDE __attribute__((target("avx2"))) static

WIDE void wide_densities(const float *table, const float *x, int dimensions, float *result)
{
    densities(table, x, dimensions, result);
}

WIDE float wide_exponentials(float *values) { return exponentials(values); }

WIDE void wide_mixtures(const float *weights, const float *values, int count, float *sums)
{
    mixtures(weights, values, count, sums);
}

static int is_wide(void) { return __builtin_cpu_supports("avx2"); }
#else
#define wide_densities densities
#define wide_exponentials exponentials
#define wide_mixtures mixtures
static int is_wide(void) { return 0; }
#endif

void voicetest_densities(const float *table, const float *x, int dimensions, float *result)
{
    if (is_wide()) wide_densities(table, x, dimensions, result);
    else densities(table, x, dimensions, result);
}

float voicetest_exponentials(float *values)
{
    return is_wide() ? wide_exponentials(values) : exponentials(values);
}

void voicetest_mixtures(const float *weights, const float *values, int count, float *sums)
{
    if (is_wide()) wide_mixtures(weights, values, count, sums);
    else mixtures(weights, values, count, sums);
}

void voicetest_narrow_densities(const float *table, const float *x, int dimensions, float *result)
{
    densities(table, x, dimensions, result);
}

float voicetest_narrow_exponentials(float *values) { return exponentials(values); }

void voicetest_narrow_mixtures(const float *weights, const float *values, int count, float *sums)
{
    mixtures(weights, values, count, sums);
}

/* Source of the method: the exponent's bits and, for the rest m between the roots of a half and of
   two, 2 artanh((m - 1) / (m + 1)) by its series to the ninth power: exact to 1e-7. */
float voicetest_logarithm(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    if (bits < 0x00800000u || bits >= 0x7f800000u) return -100.0f;
    int32_t power = (int32_t)(bits >> 23) - 127;
    bits = (bits & 0x007fffffu) | 0x3f800000u;
    if (bits > 0x3fb504f3u) {
        bits -= 0x00800000u;
        power++;
    }
    float rest;
    memcpy(&rest, &bits, sizeof rest);
    float ratio = (rest - 1.0f) / (rest + 1.0f);
    float square = ratio * ratio;
    float sum = square * 0.11111111f + 0.14285714f;
    sum = sum * square + 0.2f;
    sum = sum * square + 0.33333333f;
    sum = sum * square + 1.0f;
    return (float)power * 0.69314718f + 2.0f * ratio * sum;
}
