// The campaign as the judges of the checklist see it.
#include "report/paper/inspection.h"

#include "model/verdict.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct check check_of(const struct inspection *inspection, enum check_state state,
                      const char *format, ...)
{
    char words[2048];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    return (struct check){.state = state, .words = arena_strdup(inspection->arena, words)};
}

const char *inspected_fact(const struct inspection *inspection, const char *key)
{
    const char *value = store_get(inspection->store, inspection->arena, key);
    return value ? value : "";
}
