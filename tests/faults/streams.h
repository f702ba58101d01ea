// Streams whose writes a preloaded library sees.
#pragma once

#include <stdio.h>
#include <unistd.h>

// A stream's own writes pass no function by name: it gets one that does.
static inline ssize_t stream_write(void *stream, const char *bytes, size_t size)
{
    ssize_t written = write(fileno(stream), bytes, size);
    return written < 0 ? 0 : written;
}

static inline int stream_close(void *stream)
{
    return fclose(stream);
}

// Calls write() and fclose() by their names, as the program's own code does.
static inline FILE *stream_of(FILE *stream)
{
    const cookie_io_functions_t functions = {.write = stream_write, .close = stream_close};
    return stream ? fopencookie(stream, "w", functions) : NULL;
}
