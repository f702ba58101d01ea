// The report on a terminal.
#pragma once

#include "analysis/findings.h"
#include "base/files/folder.h"

#include <stdio.h>

// Lines keep within `columns` (at least 40). The function does not report write errors: the caller
// checks ferror().
void report_text(const struct findings *findings, FILE *out, size_t columns, bool colour);
