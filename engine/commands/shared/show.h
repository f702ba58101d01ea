// Showing a report on stdout.
#pragma once

#include "commands/shared/command.h"
#include "report/model/document.h"
#include "report/model/record.h"

// As the terminal allows; with the sections of rank RANK_NOTES where `notes` asks for them.
void show(const struct invocation *invocation, const struct document *document, bool notes);

// As JSON where `json` asks for it.
NODISCARD bool show_result(const struct invocation *invocation, bool json,
                           const struct document *document, const struct record *record,
                           struct error *error);
