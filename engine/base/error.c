// Errors: filling in the sentence.
#include "base/error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void compose(struct error *error, const char *format, va_list arguments)
{
    vsnprintf(error->text, sizeof error->text, format, arguments);
}

bool failed(struct error *error, enum exit_code code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    compose(error, format, arguments);
    va_end(arguments);
    error->code = code;
    return false;
}

bool failed_errno(struct error *error, const char *format, ...)
{
    int number = errno;
    va_list arguments;
    va_start(arguments, format);
    compose(error, format, arguments);
    va_end(arguments);
    size_t used = strlen(error->text);
    snprintf(error->text + used, sizeof error->text - used, ": %s", strerror(number));
    error->code = EXIT_FAILED;
    return false;
}

bool failed_within(struct error *error, const char *format, ...)
{
    struct error inner = *error;
    va_list arguments;
    va_start(arguments, format);
    compose(error, format, arguments);
    va_end(arguments);
    size_t used = strlen(error->text);
    snprintf(error->text + used, sizeof error->text - used, ": %s", inner.text);
    return false;
}
