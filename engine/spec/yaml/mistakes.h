// The mistakes of an experiment file: collected, then reported in the order of the file.
#pragma once

#include "base/arena.h"
#include "base/error.h"
#include "base/text.h"

enum { MISTAKES_MAX = 100 };

// A place in the file (setting 0) or in the n-th --set of the command line.
struct place {
    size_t setting, line, column; // counted from 1
};

struct mistake {
    struct place place;
    const char *message;
};

struct mistakes {
    struct arena *arena;
    const char *path;
    const struct text_list *settings; // "key=value" of every --set
    struct mistake items[MISTAKES_MAX];
    size_t count;
    bool more; // there were more than fit
};

// Notes a mistake, each once; beyond MISTAKES_MAX it only sets `more`.
void mistake(struct mistakes *mistakes, struct place place, const char *format, ...)
    PRINTF_LIKE(3, 4);

bool mistakes_full(const struct mistakes *mistakes);

// "; did you mean 'x'?" with the candidate nearest to the word, or "". Also "" once the mistakes
// are full: comparing every wrong word of a large file would take long.
const char *did_you_mean(const struct mistakes *mistakes, const char *word,
                         const char *const *candidates);

// One "file:line:col: error: …" a line.
void mistakes_report(const struct mistakes *mistakes, struct text *report);

// Adds "file:line:col: …" for each.
void mistakes_list(const struct mistakes *mistakes, struct text_list *list);

// A text that must not be repeated: a key of a map, a value of an axis.
struct entry {
    const char *text;
    struct place place;
    size_t order; // as written
};

// Notes every entry that repeats an earlier one; sorts the entries.
void mistakes_repeated(struct mistakes *mistakes, struct entry *entries, size_t count,
                       const char *what);
