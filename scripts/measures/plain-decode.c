/* Decodes 16 kHz WAV files once each by pocketsphinx and a JSGF grammar, nothing else.
 * usage: plain-decode MODEL GRAMMAR REPEAT FILE...
 * Prints FILE, a tab and what was understood, a line for each file of the first pass. */
#include <pocketsphinx.h>
#include <sndfile.h>
#include <stdio.h>
#include <stdlib.h>

static short samples[1 << 22];

int main(int count, char **arguments)
{
    if (count < 5) return 64;
    char model[4096], words[4096];
    snprintf(model, sizeof model, "%s/en-us", arguments[1]);
    snprintf(words, sizeof words, "%s/cmudict-en-us.dict", arguments[1]);
    cmd_ln_t *settings = cmd_ln_init(NULL, ps_args(), TRUE, "-hmm", model, "-dict", words,
                                     "-jsgf", arguments[2], "-logfn", "/dev/null", NULL);
    ps_decoder_t *decoder = ps_init(settings);
    if (!decoder) return 1;
    for (int pass = 0; pass < atoi(arguments[3]); pass++) {
        for (int place = 4; place < count; place++) {
            SF_INFO shape = {0};
            SNDFILE *file = sf_open(arguments[place], SFM_READ, &shape);
            if (!file || shape.samplerate != 16000 || shape.channels != 1) return 65;
            sf_count_t frames = sf_readf_short(file, samples, sizeof samples / sizeof *samples);
            sf_close(file);
            ps_start_stream(decoder);
            ps_start_utt(decoder);
            ps_process_raw(decoder, samples, (size_t)frames, FALSE, TRUE);
            ps_end_utt(decoder);
            int score;
            const char *said = ps_get_hyp(decoder, &score);
            if (pass == 0) printf("%s\t%s\n", arguments[place], said ? said : "");
        }
    }
    ps_free(decoder);
    cmd_ln_free_r(settings);
    return 0;
}
