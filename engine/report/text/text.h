// The report on a terminal.
#pragma once

#include "analysis/findings.h"
#include "base/files/folder.h"
#include <stdio.h>

// For ten seconds of reading; lines keep within `columns` (at least 40).
void report_text(const struct findings *findings, FILE *out, size_t columns, bool colour);
