#ifndef VOICETEST_SPEECH_NETWORK_H
#define VOICETEST_SPEECH_NETWORK_H

/* The layers of the speech detector's network, in floats. Each sum runs in one fixed order and no
   product is fused with its sum: every CPU gives the same bits, however wide its registers are.
   A row holds one number for each channel. Nothing is allocated. */

/* Channels of the network, inputs of its first layer, and its layers. */
#define VOICETEST_CHANNELS 48
#define VOICETEST_INPUTS 64
#define VOICETEST_CAUSAL_LAYERS 7
#define VOICETEST_TWO_WAY_LAYERS 5
/* Rows of a layer of three and of five taps. */
#define VOICETEST_CAUSAL_ROWS (3 + 2 + VOICETEST_CHANNELS)
#define VOICETEST_TWO_WAY_ROWS (5 + 2 + VOICETEST_CHANNELS)

/* A dense layer: `state` becomes max(0, rows[0] + inputs[0] * rows[1] + ... of `count` inputs). */
void voicetest_first_layer(const float *rows, const float *inputs, int count, float *state);

/* A residual layer of three taps, the last of which is `state` itself, to which it adds. `rows` holds
   a row for each tap in this order, what is added to them, what is added to the mix, and for each
   channel its share in every channel. What `state` was takes the place of the oldest. */
void voicetest_causal_layer(
    const float *rows, float *oldest, const float *middle, float *state);

/* The same with five taps, oldest first: `result` becomes the layer's sum with the third. */
void voicetest_two_way_layer(
    const float *rows, const float *a, const float *b, const float *c, const float *d,
    const float *e, float *result);

/* What was learnt, in units of 1/4096; `scripts/training/train-detector` writes it (weights.c).
   The first layer: what is added, then a row for each input. */
const short *voicetest_first_weights(void);
/* The causal layers, then the row of each channel's share in what is told live. */
const short *voicetest_causal_weights(void);
/* The layers that look both ways, then the row of each channel's share in what is told of files. */
const short *voicetest_two_way_weights(void);
/* What is added to what is told live and of files. */
int voicetest_live_bias(void);
int voicetest_file_bias(void);

#endif
