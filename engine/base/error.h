// Errors: one sentence, before which callers put context.
#pragma once

#include <stdbool.h>

#define NODISCARD __attribute__((warn_unused_result))
#define PRINTF_LIKE(at, first) __attribute__((format(printf, at, first)))

// The program's exit codes.
enum exit_code {
    EXIT_FINE = 0,
    EXIT_REGRESSION = 1,
    EXIT_USAGE = 2,
    EXIT_FAILED = 3,
    EXIT_INCONCLUSIVE = 4, // of a gate: unfinished, or it requires a conclusive result
    EXIT_UNFIT = 5,        // this machine cannot measure now
    EXIT_DEADLINE = 75,    // resumable
    EXIT_SKIP = 125,       // to 'git bisect run': this commit cannot be judged
    EXIT_ABORT = 128,      // to 'git bisect run': no commit can be judged
    EXIT_INTERRUPTED = 130,
};

struct error {
    enum exit_code code; // EXIT_FINE: no error
    char text[4096];     // truncated at the end, never overrun
    bool of_machine;     // memory, processes, descriptors, room or a disk failed: not the work
};

// Sets the error and returns false, for `return failed(...)`. error->text may be an argument.
bool failed(struct error *error, enum exit_code code, const char *format, ...) PRINTF_LIKE(3, 4);

// failed() with EXIT_FAILED, and ": " and strerror(errno) appended; says whether it is of_machine.
bool failed_errno(struct error *error, const char *format, ...) PRINTF_LIKE(2, 3);

// Whether words, as of a library, end with the cause of a failure that is of_machine.
bool words_of_machine(const char *words);

// Says so and ends the program with EXIT_FAILED, as a signal would: what is half done is left to
// the next command.
_Noreturn void out_of_memory(void);

// Puts the context and ": " before an error that is set; returns false.
bool failed_within(struct error *error, const char *format, ...) PRINTF_LIKE(2, 3);
