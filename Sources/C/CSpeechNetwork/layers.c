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

/* For each of `pairs`: `row` + inputs[0] * (the row after it) + inputs[1] * (the one after that) ..., none below
   0. Two pairs at once load each row once, and their sums do not wait for each other. */
INLINE void mix(const float *row, const float *inputs, int count, lanes *sums, int pairs)
{
    for (int pair = 0; pair < pairs; pair++)
        for (int place = 0; place < PARTS; place++) sums[pair].parts[place] = load(row, place);
    for (int input = 0; input < count; input++) {
        row += VOICETEST_CHANNELS;
        part a = load(row, 0), b = load(row, 1), c = load(row, 2);
        for (int pair = 0; pair < pairs; pair++) {
            float factor = inputs[pair * count + input];
            sums[pair].parts[0] += a * factor;
            sums[pair].parts[1] += b * factor;
            sums[pair].parts[2] += c * factor;
        }
    }
    for (int pair = 0; pair < pairs; pair++)
        for (int place = 0; place < PARTS; place++)
            sums[pair].parts[place] = positive(sums[pair].parts[place]);
}

/* The sum of the taps of one channel after the other, each times its row, and of the row behind them. */
INLINE void add_taps(const float *rows, int taps, const float *const *given, float *depth)
{
    for (int place = 0; place < PARTS; place++) {
        part sum = load(rows + taps * VOICETEST_CHANNELS, place);
        for (int tap = 0; tap < taps; tap++)
            sum += load(rows + tap * VOICETEST_CHANNELS, place) * load(given[tap], place);
        memcpy(depth + 16 * place, &sum, sizeof sum);
    }
}

/* What the channels of `depth` mix to, added to `bases`. */
INLINE void add_mix(
    const float *rows, const float *depth, const float *const *bases, float *states, int pairs)
{
    lanes sums[2];
    mix(rows, depth, VOICETEST_CHANNELS, sums, pairs);
    for (int pair = 0; pair < pairs; pair++) {
        for (int place = 0; place < PARTS; place++) sums[pair].parts[place] += load(bases[pair], place);
        memcpy(states + pair * VOICETEST_CHANNELS, &sums[pair], sizeof sums[pair]);
    }
}

/* The trunk's states of `pairs` pairs, one or two. */
INLINE void trunk(
    const float *first, const float *rows, const float *inputs, float *ring, long long time,
    float *states, int pairs)
{
    lanes sums[2];
    mix(first, inputs, VOICETEST_INPUTS, sums, pairs);
    memcpy(states, sums, pairs * sizeof sums[0]);
    for (long long step = 1; step < 1 << VOICETEST_CAUSAL_LAYERS; step *= 2) {
        float newest[2 * VOICETEST_CHANNELS], depth[2 * VOICETEST_CHANNELS];
        const float *bases[] = {newest, newest + VOICETEST_CHANNELS};
        memcpy(newest, states, pairs * sizeof(lanes));
        for (int pair = 0; pair < pairs; pair++) {
            long long now = time + pair;
            /* What was given two steps ago stands where this is put. */
            float *oldest = ring + VOICETEST_CHANNELS * (now & (2 * step - 1));
            const float *given[] = {
                oldest, ring + VOICETEST_CHANNELS * ((now + step) & (2 * step - 1)), bases[pair]};
            add_taps(rows, 3, given, depth + pair * VOICETEST_CHANNELS);
            memcpy(oldest, bases[pair], sizeof(lanes));
        }
        add_mix(rows + 4 * VOICETEST_CHANNELS, depth, bases, states, pairs);
        rows += VOICETEST_CAUSAL_ROWS * VOICETEST_CHANNELS;
        ring += 2 * step * VOICETEST_CHANNELS;
    }
}

/* The layers that look both ways, from layer `first` on, for `pairs` pairs, one or two; as far as what they look
   ahead for is there. */
INLINE int revision(
    const float *rows, float *rings, long long *times, int first, float *states, int pairs)
{
    for (int layer = first; layer < VOICETEST_TWO_WAY_LAYERS; layer++) {
        long long step = 1LL << layer, time = times[layer];
        const float *row = rows + layer * VOICETEST_TWO_WAY_ROWS * VOICETEST_CHANNELS;
        /* The rings before this one are 4, 8, 16 ... long. */
        float *ring = rings + 4 * (step - 1) * VOICETEST_CHANNELS;
        float depth[2 * VOICETEST_CHANNELS];
        const float *bases[2] = {states, states};
        times[layer] += pairs;
        for (int pair = 0; pair < pairs; pair++) {
            const float *newest = states + pair * VOICETEST_CHANNELS;
            const float *given[5];
            for (int tap = 0; tap < 4; tap++)
                given[tap] = ring + ((time + pair + tap * step) & (4 * step - 1)) * VOICETEST_CHANNELS;
            given[4] = newest;
            bases[pair] = given[2];
            add_taps(row, 5, given, depth + pair * VOICETEST_CHANNELS);
            /* What was given four steps ago stands where this is put. */
            memcpy(ring + ((time + pair) & (4 * step - 1)) * VOICETEST_CHANNELS, newest, sizeof(lanes));
        }
        if (time < 2 * step) return 0;
        add_mix(row + 6 * VOICETEST_CHANNELS, depth, bases, states, pairs);
    }
    return 1;
}

/* The same for CPUs with wider registers. */
#define VARIANTS(name, attribute)                                                                   \
    attribute static void name##_trunk(                                                             \
        const float *first, const float *rows, const float *inputs, float *ring, long long time,    \
        float *states, int pairs)                                                                   \
    {                                                                                               \
        if (pairs == 2) trunk(first, rows, inputs, ring, time, states, 2);                          \
        else trunk(first, rows, inputs, ring, time, states, 1);                                     \
    }                                                                                               \
    attribute static int name##_revision(                                                           \
        const float *rows, float *rings, long long *times, int first, float *states, int pairs)     \
    {                                                                                               \
        if (pairs == 2) return revision(rows, rings, times, first, states, 2);                      \
        return revision(rows, rings, times, first, states, 1);                                      \
    }

VARIANTS(plain, )
#if defined(__x86_64__)
VARIANTS(wide, __attribute__((target("avx2"))))
VARIANTS(widest, __attribute__((target("avx512f"))))
#define CALL(call, ...)                                                                             \
    (__builtin_cpu_supports("avx512f") ? widest_##call(__VA_ARGS__)                                 \
     : __builtin_cpu_supports("avx2")  ? wide_##call(__VA_ARGS__)                                   \
                                       : plain_##call(__VA_ARGS__))
#else
#define CALL(call, ...) plain_##call(__VA_ARGS__)
#endif

void voicetest_trunk(
    const float *first, const float *rows, const float *inputs, float *ring, long long time,
    float *states, int pairs)
{
    CALL(trunk, first, rows, inputs, ring, time, states, pairs);
}

int voicetest_revision(
    const float *rows, float *rings, long long *times, int first, float *states, int pairs)
{
    return CALL(revision, rows, rings, times, first, states, pairs);
}
