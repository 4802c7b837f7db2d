/* Decodes raw utterances (16 kHz, 16 bit) with pocketsphinx and nothing else: the peer that
 * scripts/measure-speed compares replay with. usage: decode-alone MODE GRAMMAR REPEAT FILE...
 * MODE is `same` for the settings that voicetest decodes with, `default` for the library's own. */
#include <pocketsphinx.h>
#include <sphinxbase/err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MODEL "/usr/share/pocketsphinx/model/en-us/"

int main(int argc, char **argv) {
    if (argc < 5) return 64;
    err_set_logfp(NULL);
    cmd_ln_t *settings = cmd_ln_init(NULL, ps_args(), TRUE, "-hmm", MODEL "en-us", "-dict",
                                     MODEL "cmudict-en-us.dict", "-jsgf", argv[2], NULL);
    if (!strcmp(argv[1], "same")) {
        cmd_ln_set_str_r(settings, "-cmn", "batch");
        cmd_ln_set_int_r(settings, "-remove_noise", 0);
        cmd_ln_set_int_r(settings, "-remove_silence", 0);
        cmd_ln_set_int_r(settings, "-pl_window", 5);
    }
    ps_decoder_t *decoder = ps_init(settings);
    if (!decoder) return 69;
    for (int turn = 0; turn < atoi(argv[3]); turn++) {
        for (int i = 4; i < argc; i++) {
            FILE *file = fopen(argv[i], "rb");
            if (!file) return 66;
            static int16 samples[16000 * 60];
            size_t count = fread(samples, 2, 16000 * 60, file);
            fclose(file);
            ps_start_utt(decoder);
            ps_process_raw(decoder, samples, count, FALSE, TRUE);
            ps_end_utt(decoder);
            int32 score;
            ps_get_hyp(decoder, &score);
        }
    }
    ps_free(decoder);
    cmd_ln_free_r(settings);
    return 0;
}
