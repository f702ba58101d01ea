// Expected prose in files, tests/golden/NAME: how to rewrite them stands in the README beside them.
#pragma once

#include "testing.h"

#include "base/files/files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The text with VERSION for eswexp's own version; takes the text.
static inline char *golden_masked(char *printed)
{
    struct text masked = {0};
    const char *rest = printed;
    for (const char *at; (at = strstr(rest, ESWEXP_VERSION)); rest = at + strlen(ESWEXP_VERSION)) {
        text_add_bytes(&masked, rest, (size_t)(at - rest));
        text_add(&masked, "VERSION");
    }
    text_add(&masked, rest);
    free(printed);
    return masked.bytes;
}

static inline void golden_write(const char *path, const char *printed)
{
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fputs(printed, out);
    assert_int_equal(fclose(out), 0);
}

// Three lines of each, from the first that differs.
static inline void golden_fail(const char *path, const char *expected, const char *printed)
{
    enum { LINES_SHOWN = 3 };
    const char *sides[] = {expected, printed};
    size_t line = 1, same = 0, lengths[2];
    for (size_t i = 0; expected[i] && expected[i] == printed[i]; i++) {
        line += expected[i] == '\n';
        same = expected[i] == '\n' ? i + 1 : same;
    }
    for (size_t side = 0; side < 2; side++) {
        lengths[side] = 0;
        for (size_t lines = 0; sides[side][same + lengths[side]] && lines < LINES_SHOWN;)
            lines += sides[side][same + lengths[side]++] == '\n';
    }
    fail_msg("%s:%zu: expected:\n%.*sprinted:\n%.*s(ESWEXP_UPDATE_GOLDEN=1 rewrites the file)",
             path, line, (int)lengths[0], expected + same, (int)lengths[1], printed + same);
}

// Compares with tests/golden/NAME; takes the text.
static inline void assert_golden(const char *name, char *text)
{
    char path[4096];
    struct error error = {0};
    TEXT_CLEANUP struct text expected = {0};
    char *printed = golden_masked(text);
    snprintf(path, sizeof path, "%s/golden/%s", ESWEXP_TEST_FOLDER, name);
    bool known = file_read(path, 1 << 24, &expected, &error);
    bool same = known && strcmp(expected.bytes ? expected.bytes : "", printed) == 0;
    if (!same && getenv("ESWEXP_UPDATE_GOLDEN"))
        golden_write(path, printed);
    else if (!known)
        fail_msg("%s", error.text);
    else if (!same)
        golden_fail(path, expected.bytes ? expected.bytes : "", printed);
    free(printed);
}
