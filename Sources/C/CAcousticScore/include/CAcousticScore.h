#ifndef VOICETEST_ACOUSTIC_SCORE_H
#define VOICETEST_ACOUSTIC_SCORE_H

/* Densities and mixtures of an acoustic model, in floats. Each sum runs in one fixed order, no product
   is fused with its sum, and exponential and logarithm are polynomials: every CPU gives the same
   bits, however wide its registers are. Nothing is allocated. */

/* Gaussians of a codebook. */
#define VOICETEST_GAUSSIANS 128

/* The logarithm of each Gaussian's density: densities[g] = table[0][g] - sum over d of
   (x[d] - table[1 + 2 d][g]) squared * table[2 + 2 d][g]. `table` holds 1 + 2 * dimensions rows. */
void voicetest_densities(const float *table, const float *x, int dimensions, float *densities);

/* Replaces each of the 128 values by the exponential of its distance below the greatest; gives the
   greatest. What is more than 80 below becomes 0. */
float voicetest_exponentials(float *values);

/* sums[i] = sum over g of weights[i][g] * values[g], for `count` rows of weights. */
void voicetest_mixtures(const float *weights, const float *values, int count, float *sums);

/* The three functions above, built for registers that every CPU has: for comparing the bits. */
void voicetest_narrow_densities(const float *table, const float *x, int dimensions, float *densities);
float voicetest_narrow_exponentials(float *values);
void voicetest_narrow_mixtures(const float *weights, const float *values, int count, float *sums);

/* The natural logarithm of a positive, normal float; -100 for anything else. */
float voicetest_logarithm(float value);

#endif
