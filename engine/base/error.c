// Errors: composes their texts.
#include "base/error.h"

#include "base/text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// Through a second buffer, because an argument may be error->text itself.
PRINTF_LIKE(2, 0)
static void compose(struct error *error, const char *format, va_list arguments)
{
    char text[sizeof error->text];
    vsnprintf(text, sizeof text, format, arguments);
    memcpy(error->text, text, strlen(text) + 1);
}

// Adds ": more", truncated to the space left.
static void append(struct error *error, const char *more)
{
    size_t used = strlen(error->text), room = sizeof error->text - used;
    if ((size_t)snprintf(error->text + used, room, ": %s", more) >= room)
        memcpy(error->text + sizeof error->text - 4, "...", 4);
}

bool failed(struct error *error, enum exit_code code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    compose(error, format, arguments);
    va_end(arguments);
    error->code = code;
    error->of_machine = false;
    return false;
}

static const int of_machine[] = {ENOMEM, EAGAIN, EMFILE, ENFILE, ENOSPC, EDQUOT, EIO};
enum { OF_MACHINE = sizeof of_machine / sizeof *of_machine };

static bool is_of_machine(int number)
{
    for (size_t i = 0; i < OF_MACHINE; i++)
        if (number == of_machine[i])
            return true;
    return false;
}

bool words_of_machine(const char *words)
{
    for (size_t i = 0; i < OF_MACHINE; i++)
        if (text_ends(words, strerror(of_machine[i])))
            return true;
    return false;
}

bool failed_errno(struct error *error, const char *format, ...)
{
    int number = errno;
    va_list arguments;
    va_start(arguments, format);
    compose(error, format, arguments);
    va_end(arguments);
    append(error, strerror(number));
    error->code = EXIT_FAILED;
    error->of_machine = is_of_machine(number);
    return false;
}

void out_of_memory(void)
{
    static const char sentence[] = "eswexp: error: out of memory\n";
    (void)!write(STDERR_FILENO, sentence, sizeof sentence - 1);
    _exit(EXIT_FAILED);
}

bool failed_within(struct error *error, const char *format, ...)
{
    struct error inner = *error;
    va_list arguments;
    va_start(arguments, format);
    compose(error, format, arguments);
    va_end(arguments);
    append(error, inner.text);
    return false;
}
