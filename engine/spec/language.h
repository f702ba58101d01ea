// The language of a source file, by its suffix, as compilers do it.
#pragma once

enum language { LANGUAGE_NONE, LANGUAGE_C, LANGUAGE_CXX, LANGUAGE_ASSEMBLER };

// LANGUAGE_NONE: the suffix is not that of a source file.
enum language source_language(const char *path);
