// What a key takes, in words.
#pragma once

#include "spec/yaml/keyword.h"

// "share such as 5% or 0.05, from 50% to 99.99%", "one of search, closed-form".
const char *reference_value(struct arena *arena, const struct keyword *keyword);

// "repeat.real.builds" as its last part: "builds".
const char *reference_name(const char *path);

// The example as a line of the file: "builds: 30", "- wall_time".
const char *reference_example(struct arena *arena, const char *path, const struct keyword *keyword);
