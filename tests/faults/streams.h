// Streams whose reads and writes a preloaded library sees.
#pragma once

#include <stdio.h>
#include <unistd.h>

// A stream's own calls pass no function by name: it gets some that do.
static inline ssize_t stream_write(void *stream, const char *bytes, size_t size)
{
    ssize_t written = write(fileno(stream), bytes, size);
    return written < 0 ? 0 : written;
}

static inline ssize_t stream_read(void *stream, char *bytes, size_t size)
{
    return read(fileno(stream), bytes, size);
}

static inline int stream_close(void *stream)
{
    return fclose(stream);
}

// Calls read(), write() and fclose() by their names, as the program's own code does.
static inline FILE *stream_of(FILE *stream, const char *mode)
{
    const cookie_io_functions_t functions = {
        .read = stream_read, .write = stream_write, .close = stream_close};
    return stream ? fopencookie(stream, mode, functions) : NULL;
}
