// Showing a report on stdout.
#pragma once

#include "commands/shared/command.h"
#include "report/model/document.h"

// As the terminal allows; with the sections of rank RANK_NOTES where `notes` asks for them.
void show(const struct invocation *invocation, const struct document *document, bool notes);
