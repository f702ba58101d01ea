// The user's command that is told how a campaign or a sweep ended.
#pragma once

#include "base/log.h"
#include "base/text.h"

#include <signal.h>

enum { ON_FINISH_MOST_S = 60 };

struct ending_told {
    enum exit_code code;
    const char *message;        // of the error, or NULL
    struct text_list campaigns; // their folders
};

// One word of an exit code: finished, regression, refused (usage), failed, inconclusive, unfit,
// deadline, interrupted.
const char *on_finish_word(enum exit_code code);

// Runs `command` (NULL: nothing) by /bin/sh -c, with ESWEXP_RESULT (the word), ESWEXP_EXIT (the
// number), ESWEXP_CAMPAIGNS (absolute folders, one a line) and ESWEXP_MESSAGE in its environment;
// what is printed on stdout so far is written out before. It reads /dev/null, has a process group
// of its own, and what it writes goes to stderr when it has ended. After `most_s` seconds, or when
// `stop` becomes set that was not, its group is ended. That it failed is a warning, no more.
void on_finish_run(const char *command, const struct ending_told *ending, double most_s,
                   const struct log *log, const volatile sig_atomic_t *stop);
