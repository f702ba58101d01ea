// How the keys of an experiment file work together: the first part of docs/experiment-file.md.
#pragma once

extern const char reference_introduction[]; // Markdown
