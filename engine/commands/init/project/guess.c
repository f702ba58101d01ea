// Asking each build system's reader in turn, and choosing the best program.
#include "commands/init/project/internal.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "commands/init/project/programs.h"
#include "spec/values.h"

#include <string.h>

enum { FILE_LIMIT = 4 << 20 };

size_t guess_project(struct arena *arena, const char *folder, struct guess guesses[GUESSES_MOST])
{
    bool (*const guessers[GUESSES_MOST])(struct arena *, const char *, struct guess *) = {
        guess_cargo, guess_cmake,    guess_meson,   guess_autotools,
        guess_go,    guess_makefile, guess_sources,
    };
    size_t count = 0;
    for (size_t i = 0; i < GUESSES_MOST; i++) {
        guesses[count] = (struct guess){0};
        count += guessers[i](arena, folder, &guesses[count]);
    }
    if (!count)
        (void)guess_script(arena, folder, &guesses[0]);
    return count;
}

bool is_plain(const char *word)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                  "_.+-/";
    return *word && *word != '-' && word[strspn(word, letters)] == '\0';
}

bool contains_any(const char *text, const char *const *words)
{
    while (*words && !strcasestr(text, *words))
        words++;
    return *words != NULL;
}

bool is_test(const char *path)
{
    static const char *const words[] = {"test", "fuzz", "example", "demo", NULL};
    return contains_any(path, words);
}

bool guess_is_benchmark(const struct guess *guess)
{
    const char *first = guess->sources.count ? guess->sources.items[0] : guess->command;
    return guess->suites.count || guess->is_own_benchmark || guess_is_ready(guess) ||
           guess->harness || (guess->program && is_benchmark(first));
}

static int rank_of(const struct candidate *candidate, const struct text_list *names)
{
    enum { WITHOUT_OPTION = 10 };
    static const char *const best[] = {"bench", NULL};
    static const char *const good[] = {"perf", "speed", NULL};
    const char *path = candidate->path;
    int rank = candidate->command                    ? 7
               : is_named(candidate->name, names)    ? 6
               : contains_any(candidate->name, best) ? 5
               : contains_any(path, best)            ? 4
               : contains_any(path, good)            ? 3
               : is_test(path)                       ? 1
                                                     : 2;
    return candidate->option ? rank : rank + WITHOUT_OPTION;
}

void choice_consider(struct choice *choice, struct candidate candidate)
{
    if (!is_plain(candidate.name) || name_problem(candidate.name) || !is_plain(candidate.path) ||
        (candidate.option && !is_plain(candidate.option)))
        return;
    int rank = rank_of(&candidate, &choice->names);
    if (rank > choice->rank) {
        choice->rank = rank;
        choice->best = candidate;
    }
}

char *project_read(struct arena *arena, const char *folder, const char *name)
{
    TEXT_CLEANUP struct text text = {0};
    struct error error;
    const char *path = path_join(arena, folder, name);
    bool good = file_exists(path) && file_read(path, FILE_LIMIT, &text, &error);
    return good ? arena_strdup(arena, text.bytes) : NULL;
}

char *project_read_uncommented(struct arena *arena, const char *folder, const char *name)
{
    char *text = project_read(arena, folder, name);
    for (char *c = text ? strchr(text, '#') : NULL; c; c = strchr(c, '#'))
        memset(c, ' ', strcspn(c, "\n"));
    return text;
}
