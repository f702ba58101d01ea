// The report in GitHub's Markdown.
#pragma once

#include "analysis/findings.h"
#include "base/files/folder.h"

#include <stdio.h>

// Prints the text that report.md holds. The function does not report write errors: the caller
// checks ferror().
void report_markdown(const struct findings *findings, FILE *out);
