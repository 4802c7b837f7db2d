/* A program under test in C, written from the protocol's page alone: it asks, waits five seconds for an answer, and
   asks once more. It reads what it needs of a line by the names of the members. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = (1 << 20) + 2, INPUTS = 4096, SECONDS = 5, REFUSED = 65 };
enum state { ASKING, LISTENING, OVER };

static char line[LINE], acts[LINE];
static char *inputs[INPUTS];
static int count, isBegun, number;
static enum state state = ASKING;
static long rate, frame, timer = -1;

/* Behind the member's name and colon; NULL where the line has none. */
static const char *member(const char *text, const char *name) {
    char quoted[64];
    snprintf(quoted, sizeof quoted, "\"%s\":", name);
    const char *found = strstr(text, quoted);
    if (!found) return NULL;
    found += strlen(quoted);
    return found + strspn(found, " ");
}

static long whole(const char *text, const char *name) {
    const char *value = member(text, name);
    return value ? strtol(value, NULL, 10) : 0;
}

static int is(const char *text, const char *name, const char *value) {
    const char *found = member(text, name);
    return found && !strncmp(found, value, strlen(value));
}

static void act(const char *text) {
    if (strlen(acts) + strlen(text) + 2 > LINE) exit(70);
    strcat(strcat(acts, text), "\n");
}

static void ask(void) {
    char text[128];
    snprintf(text, sizeof text, "{\"kind\":\"play\",\"id\":%d,\"text\":\"Which size?\",\"last\":true,\"line\":\"dialog.c:46 ask\"}", ++number);
    act(text);
    state = ASKING;
}

static void take(const char *input) {
    char text[128];
    if (is(input, "kind", "\"playEnded\"") && state == ASKING) {
        snprintf(text, sizeof text, "{\"kind\":\"listen\",\"id\":%d,\"task\":{},\"line\":\"dialog.c:54 take\"}", ++number);
        act(text);
        state = LISTENING;
        timer = frame + SECONDS * rate;
    } else if (is(input, "kind", "\"words\"") && is(input, "final", "true") && state == LISTENING) {
        act("{\"kind\":\"emit\",\"event\":\"decided\",\"fields\":{\"state\":\"done\"},\"line\":\"dialog.c:59 take\"}");
        act("{\"kind\":\"ended\"}");
        state = OVER;
        timer = -1;
    }
}

static void expire(void) {
    char text[64];
    timer = -1;
    snprintf(text, sizeof text, "{\"kind\":\"stop\",\"id\":%d}", number);
    act(text);
    act("{\"kind\":\"emit\",\"event\":\"timeout\",\"line\":\"dialog.c:71 expire\"}");
    ask();
}

static void go(long until) {
    int next = 0;
    if (!isBegun) {
        isBegun = 1;
        ask();
    }
    for (;;) {
        long input = next < count ? whole(inputs[next], "at") : -1;
        long due = input >= 0 && (timer < 0 || input <= timer) ? input : timer;
        if (due < 0 || due > until || (acts[0] && due > frame)) break;
        if (due > frame) frame = due;
        if (input >= 0 && input <= frame) {
            while (next < count && whole(inputs[next], "at") <= frame) take(inputs[next++]);
        } else {
            expire();
        }
    }
    if (!acts[0]) frame = until;
    for (next = 0; next < count; next++) free(inputs[next]);
    count = 0;
    fputs(acts, stdout);
    acts[0] = 0;
    if (timer >= 0) printf("{\"kind\":\"idle\",\"t\":%ld,\"next\":%ld}\n", frame, timer);
    else printf("{\"kind\":\"idle\",\"t\":%ld,\"next\":null}\n", frame);
    fflush(stdout);
}

int main(void) {
    if (!fgets(line, LINE, stdin)) return 0;
    if (whole(line, "protocol") != 1) return REFUSED;
    rate = whole(line, "sampleRate");
    puts("{\"kind\":\"ready\",\"protocol\":1,\"name\":\"dialog\",\"version\":\"1\",\"hears\":\"words\","
         "\"kinds\":{\"decided\":{\"role\":\"decision\",\"fields\":{\"state\":\"text\"}},\"timeout\":{\"role\":\"decision\"}}}");
    fflush(stdout);
    while (fgets(line, LINE, stdin)) {
        if (!member(line, "kind")) return REFUSED;
        if (is(line, "kind", "\"end\"")) return 0;
        if (is(line, "kind", "\"go\"")) go(whole(line, "until"));
        else if (count < INPUTS) inputs[count++] = strdup(line);
    }
    return 0;
}
