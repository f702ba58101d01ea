// Keeps what links read, at the moment of the link: builds delete much of it right afterwards.
#pragma once

#include "build/capture/record.h"

// Keeps the regular files that a link in record->folder read, outside of the system's folders, in
// the folder `records`, each content once, and notes them in the record. Beyond the limit of
// ESWEXP_INPUTS_SIZE a file is noted, and not kept.
NODISCARD bool inputs_keep(struct arena *arena, struct link_record *record, const char *records,
                           struct error *error);

// Keeps one file, each content once; *kept becomes the path of what is kept: beyond the limit that
// of the file itself.
NODISCARD bool input_keep(struct arena *arena, const char *path, const char *records,
                          const char **kept, struct error *error);

// Replaces words of `arguments` that name pipes by files with the same bytes, so that the linker
// and later links can both read them; then *spooled becomes true.
NODISCARD bool inputs_spool(struct arena *arena, char **arguments, const char *records,
                            bool *spooled, struct error *error);
