// The man page eswexp(1).
#pragma once

// Prints the page in mdoc on stdout.
void manual_print(void);
