// Suffixes of sources.
#include "spec/language.h"

#include "base/text.h"

static const struct {
    const char *suffix;
    enum language language;
} suffixes[] = {
    {".c", LANGUAGE_C},         {".i", LANGUAGE_C},          {".cc", LANGUAGE_CXX},
    {".cpp", LANGUAGE_CXX},     {".cxx", LANGUAGE_CXX},      {".c++", LANGUAGE_CXX},
    {".C", LANGUAGE_CXX},       {".ii", LANGUAGE_CXX},       {".s", LANGUAGE_ASSEMBLER},
    {".S", LANGUAGE_ASSEMBLER}, {".sx", LANGUAGE_ASSEMBLER},
};

enum language source_language(const char *path)
{
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
        if (text_ends(path, suffixes[i].suffix))
            return suffixes[i].language;
    return LANGUAGE_NONE;
}
