// The width of the terminal.
#include "base/terminal.h"

#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { COLUMNS_USUAL = 80 };

size_t terminal_columns(int descriptor)
{
    struct winsize size;
    return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

size_t stdout_columns(size_t most)
{
    const char *asked = getenv("COLUMNS");
    size_t columns = asked ? strtoul(asked, NULL, 10) : 0;
    if (columns == 0)
        columns = terminal_columns(STDOUT_FILENO);
    if (columns == 0)
        columns = COLUMNS_USUAL;
    return columns < COLUMNS_LEAST ? COLUMNS_LEAST : columns < most ? columns : most;
}
