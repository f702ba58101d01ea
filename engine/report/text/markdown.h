// The report in GitHub's Markdown.
#pragma once

#include "analysis/findings.h"
#include "base/files/folder.h"

#include <stdio.h>

// Also the campaign's report.md. Writing does not fail here: the caller checks ferror().
void report_markdown(const struct findings *findings, FILE *out);
