// Samples that a pattern finds in a benchmark's output.
#include "run/matches.h"

#include "base/files/files.h"
#include "run/tail.h"
#include "stats/moments.h"

#include <errno.h>
#include <fcntl.h>
#include <regex.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TEXT_SHOWN = 100, SHORT_OUTPUT = 4096 };

const struct match_limits match_limits = {.cpu_s = 10, .bytes = (size_t)1 << 30};

// One search; `arena` owns what it finds.
struct search {
    struct arena *arena;
    const char *pattern;
    const regex_t *regex;
    double scale;
    struct matches *matches;
    bool apart; // in a process of its own, whose memory is limited
};

static void add(struct matches *matches, struct arena *arena, double value)
{
    if ((matches->count & (matches->count + 1)) == 0) { // grows at 0, 1, 3, 7, …
        double *values = arena_new_array(arena, double, matches->count * 2 + 1);
        if (matches->count)
            memcpy(values, matches->values, matches->count * sizeof *values);
        matches->values = values;
    }
    matches->values[matches->count++] = value;
}

static const char *without_memory(const struct search *search)
{
    return arena_printf(search->arena,
                        "the pattern '%s' takes too much memory on its output: write a simpler "
                        "one, or print shorter lines",
                        search->pattern);
}

// regexec() calls its want of memory no match.
static bool finds(const struct search *search, const char *line, regmatch_t found[2], int flags)
{
    errno = 0;
    bool matched = regexec(search->regex, line, 2, found, flags) == 0;
    if (!matched && errno == ENOMEM && !search->apart)
        out_of_memory();
    return matched;
}

// Collects all matches in one line.
static const char *search_line(const struct search *search, const char *line)
{
    struct matches *matches = search->matches;
    regmatch_t found[2];
    for (int flags = 0; finds(search, line, found, flags); flags = REG_NOTBOL) {
        regmatch_t group = found[1];
        if (group.rm_so >= 0) {
            const char *text = arena_strndup(search->arena, line + group.rm_so,
                                             (size_t)(group.rm_eo - group.rm_so));
            char *end;
            double value = strtod(text, &end) * search->scale;
            if (end == text || *end || !moments_takes(value))
                return arena_printf(search->arena, "sample %zu, '%s', is not a finite number",
                                    matches->count + 1,
                                    tail_of(search->arena, text, strlen(text), 1, TEXT_SHOWN));
            add(matches, search->arena, value);
        }
        if (found[0].rm_eo == found[0].rm_so)
            break; // an empty match would repeat endlessly
        line += found[0].rm_eo;
    }
    return NULL;
}

static const char *search_all(const struct search *search, char *output, size_t length)
{
    const char *failure = NULL;
    for (char *line = output; !failure && line < output + length; line += strlen(line) + 1) {
        line[strcspn(line, "\n")] = '\0';
        failure = search_line(search, line);
    }
    return failure;
}

// ---- Long outputs: in a process of its own, because glibc takes time by the square of a line's
// length and memory without a bound

// What the child writes, before the values and the text of the failure.
struct answer {
    size_t count, words;
};

static bool write_all(int fd, const void *bytes, size_t size)
{
    for (ssize_t done = 0; size; bytes = (const char *)bytes + done, size -= (size_t)done)
        if ((done = write(fd, bytes, size)) <= 0)
            return false;
    return true;
}

static bool read_all(int fd, void *bytes, size_t size)
{
    for (ssize_t done = 0; size; bytes = (char *)bytes + done, size -= (size_t)done) {
        done = read(fd, bytes, size);
        if (done == 0 || (done < 0 && errno != EINTR))
            return false;
        done = done < 0 ? 0 : done;
    }
    return true;
}

// The most memory that this process had, in bytes.
static size_t peak_of_memory(void)
{
    static const char key[] = "VmPeak:";
    TEXT_CLEANUP struct text status = {0};
    struct error ignored;
    if (!file_read("/proc/self/status", 1 << 16, &status, &ignored))
        return 0;
    const char *peak = strstr(status.bytes, key);
    return peak ? strtoull(peak + strlen(key), NULL, 10) << 10 : 0;
}

static void lower(int resource, size_t limit)
{
    struct rlimit now;
    if (getrlimit(resource, &now) == 0 && limit < now.rlim_cur) {
        now.rlim_cur = limit;
        setrlimit(resource, &now);
    }
}

__attribute__((noreturn)) static void search_in_child(const struct search *search,
                                                      const struct match_limits *limits,
                                                      char *output, size_t length, int to)
{
    signal(SIGXCPU, SIG_DFL);
    lower(RLIMIT_CORE, 0);
    lower(RLIMIT_CPU, limits->cpu_s);
    size_t before = peak_of_memory();
    lower(RLIMIT_AS, before + 4 * limits->bytes);
    const char *failure = search_all(search, output, length);
    if (peak_of_memory() > before + limits->bytes) // regexec() calls its want of memory no match
        failure = without_memory(search);
    const struct answer answer = {search->matches->count, failure ? strlen(failure) : 0};
    bool written = write_all(to, &answer, sizeof answer) &&
                   write_all(to, search->matches->values, answer.count * sizeof(double)) &&
                   write_all(to, failure, answer.words);
    _exit(written ? EXIT_FINE : EXIT_FAILED);
}

// False: the child wrote no whole answer.
static bool read_answer(const struct search *search, int from, const char **failure)
{
    struct answer answer;
    if (!read_all(from, &answer, sizeof answer))
        return false;
    char *words = arena_alloc(search->arena, answer.words + 1);
    *search->matches =
        (struct matches){arena_new_array(search->arena, double, answer.count), answer.count};
    *failure = answer.words ? words : NULL;
    return read_all(from, search->matches->values, answer.count * sizeof(double)) &&
           read_all(from, words, answer.words);
}

static const char *search_apart(const struct search *search, const struct match_limits *limits,
                                char *output, size_t length)
{
    int ends[2], status = 0;
    const char *failure = NULL;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return arena_printf(search->arena, "cannot search its output: %s", strerror(errno));
    FD_CLEANUP int from = ends[0], to = ends[1];
    pid_t child = fork();
    if (child == 0)
        search_in_child(search, limits, output, length, to);
    if (child < 0)
        return arena_printf(search->arena, "cannot search its output: %s", strerror(errno));
    close_fd(&to);
    to = -1;
    bool whole = read_answer(search, from, &failure);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    if (whole)
        return failure;
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU
               ? arena_printf(search->arena,
                              "the pattern '%s' takes more than %u s on its output: write a "
                              "simpler one, or print shorter lines",
                              search->pattern, limits->cpu_s)
               : without_memory(search);
}

const char *matches_find(struct arena *arena, const char *pattern, double scale,
                         const struct match_limits *limits, char *output, size_t length,
                         struct matches *matches)
{
    regex_t regex;
    int number = regcomp(&regex, pattern, REG_EXTENDED);
    if (number) {
        char words[128];
        regerror(number, &regex, words, sizeof words);
        return arena_printf(arena, "the pattern '%s' is wrong: %s", pattern, words);
    }
    const struct search search = {arena, pattern, &regex, scale, matches, length > SHORT_OUTPUT};
    const char *failure = search.apart ? search_apart(&search, limits, output, length)
                                       : search_all(&search, output, length);
    regfree(&regex);
    return failure || matches->count
               ? failure
               : arena_printf(arena, "no samples: nothing matched '%s'", pattern);
}
