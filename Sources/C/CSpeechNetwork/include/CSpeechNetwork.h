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

/* The trunk: what is told live and of files. Takes the inputs of one or two pairs of hops and gives their
   `states`, the second behind the first.
   A dense layer: max(0, first[0] + inputs[0] * first[1] + inputs[1] * first[2] ...). Then the causal layers, each of
   which adds to what it was given: `rows` holds for each a row for each of three taps, oldest first, what is
   added to them, what is added to the mix, and for each channel its share in every channel. `ring` holds what
   each layer was given, 2, 4, 8 ... rows for the layers in turn; `time` counts the pairs before these. */
void voicetest_trunk(
    const float *first, const float *rows, const float *inputs, float *ring, long long time,
    float *states, int pairs);

/* The layers that look both ways, with five taps, from layer `first` on: they make the trunk's states of one or
   two pairs to their own of earlier pairs. Gives 0 where a layer still waits for what comes after. `rings` holds
   what each layer was given, 4, 8, 16 ... rows for the layers in turn; `times` counts that, and is even where two
   pairs are taken. */
int voicetest_revision(
    const float *rows, float *rings, long long *times, int first, float *states, int pairs);

/* What was learnt, in units of 1/4096; `Reports/detector-training.md` says how (weights.c).
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
