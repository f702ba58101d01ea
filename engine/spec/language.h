// The language of a source, by its suffix as compilers tell it.
#pragma once

enum language { LANGUAGE_NONE, LANGUAGE_C, LANGUAGE_CXX, LANGUAGE_ASSEMBLER };

// LANGUAGE_NONE: it is no source.
enum language source_language(const char *path);
