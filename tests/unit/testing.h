// What every unit test needs: cmocka, and closeness of doubles, lists of words.
#pragma once

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

// |a - b| <= relative * max(|a|, |b|); two NaN are not close.
#define assert_close(a, b, relative)                                                               \
    do {                                                                                           \
        double close_a = (a), close_b = (b);                                                       \
        double close_most = fmax(fabs(close_a), fabs(close_b));                                    \
        if (!(fabs(close_a - close_b) <= close_most * (relative)))                                 \
            fail_msg("%s = %.17g is not close to %s = %.17g", #a, close_a, #b, close_b);           \
    } while (0)

// Whether to try all of what is otherwise tried in part, as `./bootstrap prove` does.
static inline bool is_thorough(void)
{
    return getenv("ESWEXP_THOROUGH") != NULL;
}

// A list of strings as execve() wants it; valid in the block around it.
#define WORDS(...) ((char *const *)(const char *const[]){__VA_ARGS__, NULL})
