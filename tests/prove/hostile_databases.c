// Edits the database of a campaign at random, and runs commands on it within one process: prints
// how often each ended with which exit code. A crash or a command that hangs ends the program.
#include "commands/program/registry.h"
#include "tests/fuzz/edits.h"

#include <gsl/gsl_errno.h>
#include <inttypes.h>
#include <locale.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

enum { SECONDS_MOST = 60, WORDS_MOST = 5, CODES = 8 };

static const char *const commands_run[][WORDS_MOST] = {
    {"status", "EDITED"},
    {"report", "EDITED"},
    {"report", "--format", "json", "EDITED"},
    {"report", "--format", "latex", "EDITED"},
    {"compare", "EDITED"},
    {"compare", "WHOLE", "EDITED"},
    {"reproduce", "EDITED"},
};
enum { COMMANDS_RUN = sizeof commands_run / sizeof *commands_run };

static volatile sig_atomic_t ticks;

static const char *word_of(const char *word, const char *edited, const char *whole)
{
    return strcmp(word, "EDITED") == 0 ? edited : strcmp(word, "WHOLE") == 0 ? whole : word;
}

// Ticks, not a time: while the program is stopped there is one.
static void on_tick(int number)
{
    static const char said[] = "a command does not end\n";
    (void)number;
    if (++ticks < SECONDS_MOST)
        return;
    (void)!write(STDERR_FILENO, said, sizeof said - 1);
    abort();
}

static void tick_every(time_t seconds)
{
    const struct itimerval every = {{seconds, 0}, {seconds, 0}};
    ticks = 0;
    setitimer(ITIMER_REAL, &every, NULL);
}

// As main() runs it.
static enum exit_code run_one(size_t number, const char *edited, const char *whole)
{
    static volatile sig_atomic_t stop;
    struct arena arena = {0};
    struct error error = {.code = EXIT_FINE};
    struct invocation invocation = {
        .arena = &arena, .log = log_for_terminal(true, true), .stop = &stop};
    char *words[WORDS_MOST + 1] = {NULL};
    int count = 0;
    for (; count < WORDS_MOST && commands_run[number][count]; count++)
        words[count] = arena_strdup(&arena, word_of(commands_run[number][count], edited, whole));
    const struct command *command = command_find(words[0], &error);
    void *options = arena_alloc(&arena, command->options_size);
    if (!options_parse(&arena, command->options, options, count, words, &invocation.words,
                       &invocation.after_dashes, &error))
        abort();
    tick_every(1);
    enum exit_code code = command->run(&invocation, options, &error);
    tick_every(0);
    arena_release(&arena);
    return code;
}

// splitmix64
static uint64_t draw(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

// One value mostly; every eighth time two, every sixteenth a byte of the file.
static size_t draw_edits(uint64_t number, struct edit edits[2])
{
    uint64_t state = number;
    for (size_t i = 0; i < 2; i++) {
        uint64_t bits = draw(&state);
        memcpy(&edits[i], &bits, sizeof edits[i]);
        edits[i].kind = number % 16 == 15;
    }
    return number % 8 == 7 ? 2 : 1;
}

// Status, and another command.
static void count_one(uint64_t number, const char *edited, const char *whole,
                      size_t counts[COMMANDS_RUN][CODES])
{
    const size_t chosen[] = {0, 1 + number % (COMMANDS_RUN - 1)};
    for (size_t i = 0; i < 2; i++) {
        enum exit_code code = run_one(chosen[i], edited, whole);
        if (code >= CODES)
            abort();
        counts[chosen[i]][code]++;
    }
}

static void print(size_t counts[COMMANDS_RUN][CODES], FILE *out)
{
    for (size_t i = 0; i < COMMANDS_RUN; i++)
        for (size_t code = 0; code < CODES; code++)
            if (counts[i][code])
                fprintf(out, "%zu\t%zu\t%zu\n", i, code, counts[i][code]);
    fflush(out);
}

// WHOLE EDITED FIRST COUNT: folders of the campaign and for its copies, numbers of the edits.
int main(int argc, char **argv)
{
    static size_t counts[COMMANDS_RUN][CODES];
    struct arena arena = {0};
    if (argc != 5)
        return EXIT_USAGE;
    FILE *out = fdopen(dup(STDOUT_FILENO), "w");
    if (!out || !freopen("/dev/null", "w", stdout))
        return EXIT_FAILED;
    setlocale(LC_CTYPE, "");
    gsl_set_error_handler_off();
    signal(SIGALRM, on_tick);
    struct text whole = whole_file(path_join(&arena, argv[1], "campaign.db"));
    const char *path = path_join(&arena, argv[2], "campaign.db");
    uint64_t first = strtoull(argv[3], NULL, 10), count = strtoull(argv[4], NULL, 10);
    for (uint64_t number = first; number < first + count; number++) {
        struct edit edits[2];
        size_t bytes = draw_edits(number, edits) * sizeof *edits;
        fprintf(stderr, "edit %" PRIu64 "\n", number);
        write_edited(path, &whole, (const uint8_t *)edits, bytes);
        count_one(number, argv[2], argv[1], counts);
    }
    print(counts, out);
    text_release(&whole);
    arena_release(&arena);
    return EXIT_FINE;
}
