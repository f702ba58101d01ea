// The width of the terminal.
#pragma once

#include <stddef.h>

enum { COLUMNS_LEAST = 40, COLUMNS_OF_TEXT = 80, COLUMNS_OF_TABLES = 100 };

// Columns of the terminal that is open as `descriptor`; 0 if it is none, or does not tell.
size_t terminal_columns(int descriptor);

// Columns for what goes to stdout: $COLUMNS, or those of its terminal, or 80; from COLUMNS_LEAST to
// `most`.
size_t stdout_columns(size_t most);
