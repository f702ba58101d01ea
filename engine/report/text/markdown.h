// The report in GitHub's Markdown.
#pragma once

#include "analysis/findings.h"
#include "base/files/folder.h"
#include <stdio.h>

// GitHub's dialect; also the campaign's report.md.
void report_markdown(const struct findings *findings, FILE *out);
