// --on-finish: the user's command that runs when a campaign or a sweep has ended.
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
// flushes stdout first. The command reads /dev/null, has its own process group, and its output goes
// to stderr when it has ended. The group is killed after `most_s` seconds, or when `stop` becomes
// set. A failure is a warning.
void on_finish_run(const char *command, const struct ending_told *ending, double most_s,
                   const struct log *log, const volatile sig_atomic_t *stop);
