/* Converts a mono 16-bit WAV file with libsamplerate and nothing else: the peer that
 * `voicetest resample` is compared with. usage: resample-alone IN OUTRATE QUALITY
 * QUALITY is 0 (best), 1 (medium) or 2 (fastest). Prints the seconds spent inside src_process. */
#include <samplerate.h>
#include <sndfile.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { BLOCK = 16384 };

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return time.tv_sec + time.tv_nsec * 1e-9;
}

int main(int argc, char **argv) {
    if (argc < 4) return 64;
    SF_INFO info = {0};
    SNDFILE *file = sf_open(argv[1], SFM_READ, &info);
    if (!file || info.channels != 1) return 66;
    SRC_STATE *state = src_new(atoi(argv[3]), 1, NULL);
    static float in[BLOCK], out[BLOCK];
    SRC_DATA data = {.src_ratio = atof(argv[2]) / info.samplerate, .data_out = out,
                     .output_frames = BLOCK};
    double inside = 0;
    long produced = 0;
    do {
        data.data_in = in;
        data.input_frames = sf_readf_float(file, in, BLOCK);
        data.end_of_input = data.input_frames < BLOCK;
        do {
            double start = now();
            src_process(state, &data);
            inside += now() - start;
            data.data_in += data.input_frames_used;
            data.input_frames -= data.input_frames_used;
            produced += data.output_frames_gen;
        } while (data.input_frames > 0 || data.output_frames_gen > 0);
    } while (!data.end_of_input);
    printf("%.3f\n", inside);
    fprintf(stderr, "%ld frames\n", produced);
    src_delete(state);
    sf_close(file);
    return 0;
}
