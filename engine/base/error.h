// An error on its way up: one sentence that every caller may put context before.
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
    EXIT_INCONCLUSIVE = 4, // inconclusive, where that is not enough
    EXIT_UNFIT = 5,        // this machine cannot measure now
    EXIT_DEADLINE = 75,    // resumable
    EXIT_INTERRUPTED = 130,
};

struct error {
    enum exit_code code; // EXIT_FINE: no error
    char text[4096];     // truncated at the end, never overrun
};

// Sets the error and returns false, so that `return failed(...)` reads as a sentence. The arguments
// may hold error->text, of an error that is set already.
bool failed(struct error *error, enum exit_code code, const char *format, ...) PRINTF_LIKE(3, 4);

// As failed(), with ": " and the words of errno at its end; a full disk or a missing right is
// EXIT_FAILED.
bool failed_errno(struct error *error, const char *format, ...) PRINTF_LIKE(2, 3);

// Puts "context: " before an error that is set already; returns false.
bool failed_within(struct error *error, const char *format, ...) PRINTF_LIKE(2, 3);
