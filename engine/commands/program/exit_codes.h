// What exit codes mean, for --help and the man page.
#pragma once

struct exit_meaning {
    const char *code, *meaning;
};

extern const struct exit_meaning exit_meanings[]; // ends with a row without a code
