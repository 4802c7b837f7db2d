#include "CSpeechNetwork.h"

#include <string.h>

/* A fused product has other bits than a product and a sum. */
#pragma STDC FP_CONTRACT OFF
/* Every function that takes or gives a part is inlined: no such value crosses a call. */
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wpsabi"
#endif

#define INLINE static inline __attribute__((always_inline))
#define PARTS 3

/* 16 channels; the compiler cuts them into registers of the width that the CPU has. */
typedef float part __attribute__((vector_size(64)));
typedef int mask __attribute__((vector_size(64)));
typedef struct {
    part parts[PARTS];
} lanes;

_Static_assert(sizeof(lanes) == VOICETEST_CHANNELS * sizeof(float), "a row is its channels");

INLINE part load(const float *row, int place)
{
    part values;
    memcpy(&values, row + 16 * place, sizeof values);
    return values;
}

/* 0 for what is less. */
INLINE part positive(part values)
{
    part zero = {0};
    return (part)((mask)values & ~(mask)(values < zero));
}

/* `row` + inputs[0] * (the row after it) + inputs[1] * (the one after that) ..., none below 0. */
INLINE lanes mixed(const float *row, const float *inputs, int count)
{
    part a = load(row, 0), b = load(row, 1), c = load(row, 2);
    for (int input = 0; input < count; input++) {
        row += VOICETEST_CHANNELS;
        float factor = inputs[input];
        a += load(row, 0) * factor;
        b += load(row, 1) * factor;
        c += load(row, 2) * factor;
    }
    return (lanes){{positive(a), positive(b), positive(c)}};
}

INLINE void first_layer(const float *rows, const float *inputs, int count, float *state)
{
    lanes sums = mixed(rows, inputs, count);
    memcpy(state, &sums, sizeof sums);
}

INLINE void residual_layer(
    const float *rows, int taps, const float *const *given, const float *base, float *result)
{
    lanes depth;
    for (int place = 0; place < PARTS; place++) {
        part sum = load(rows + taps * VOICETEST_CHANNELS, place);
        for (int tap = 0; tap < taps; tap++)
            sum += load(rows + tap * VOICETEST_CHANNELS, place) * load(given[tap], place);
        depth.parts[place] = sum;
    }
    float inputs[VOICETEST_CHANNELS];
    memcpy(inputs, &depth, sizeof inputs);
    lanes sums = mixed(rows + (taps + 1) * VOICETEST_CHANNELS, inputs, VOICETEST_CHANNELS);
    for (int place = 0; place < PARTS; place++) sums.parts[place] += load(base, place);
    memcpy(result, &sums, sizeof sums);
}

INLINE void causal_layer(
    const float *rows, float *oldest, const float *middle, float *state)
{
    float newest[VOICETEST_CHANNELS];
    memcpy(newest, state, sizeof newest);
    const float *given[] = {oldest, middle, newest};
    residual_layer(rows, 3, given, newest, state);
    memcpy(oldest, newest, sizeof newest);
}

INLINE void two_way_layer(
    const float *rows, const float *a, const float *b, const float *c, const float *d,
    const float *e, float *result)
{
    const float *given[] = {a, b, c, d, e};
    residual_layer(rows, 5, given, c, result);
}

#if defined(__x86_64__)
#define WIDE __attribute__((target("avx2"))) static

WIDE void wide_first(const float *rows, const float *inputs, int count, float *state)
{
    first_layer(rows, inputs, count, state);
}

WIDE void wide_causal(
    const float *rows, float *oldest, const float *middle, float *state)
{
    causal_layer(rows, oldest, middle, state);
}

WIDE void wide_two_way(
    const float *rows, const float *a, const float *b, const float *c, const float *d,
    const float *e, float *result)
{
    two_way_layer(rows, a, b, c, d, e, result);
}

static int is_wide(void) { return __builtin_cpu_supports("avx2"); }
#else
#define wide_first first_layer
#define wide_causal causal_layer
#define wide_two_way two_way_layer
static int is_wide(void) { return 0; }
#endif

void voicetest_first_layer(const float *rows, const float *inputs, int count, float *state)
{
    if (is_wide()) wide_first(rows, inputs, count, state);
    else first_layer(rows, inputs, count, state);
}

void voicetest_causal_layer(
    const float *rows, float *oldest, const float *middle, float *state)
{
    if (is_wide()) wide_causal(rows, oldest, middle, state);
    else causal_layer(rows, oldest, middle, state);
}

void voicetest_two_way_layer(
    const float *rows, const float *a, const float *b, const float *c, const float *d,
    const float *e, float *result)
{
    if (is_wide()) wide_two_way(rows, a, b, c, d, e, result);
    else two_way_layer(rows, a, b, c, d, e, result);
}
