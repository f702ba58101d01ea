// A program of two units, of which layouts are linked.
#pragma once

#include "linking.h"

static const char first_source[] = "extern volatile int table[8];\n"
                                   "__attribute__((noinline)) static int own(int x)\n"
                                   "{ return table[x & 7] + 1; }\n"
                                   "__attribute__((noinline)) int one(int x)\n"
                                   "{ return own(x) * 3 + own(x + 1); }\n"
                                   "__attribute__((noinline)) int two(int x)\n"
                                   "{ return own(x) * 5 + own(x + 3); }\n";
static const char second_source[] = "#include <stdio.h>\n"
                                    "volatile int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};\n"
                                    "int one(int), two(int);\n"
                                    "__attribute__((noinline)) static int own(int x)\n"
                                    "{ return one(table[x & 7]); }\n"
                                    "int main(void)\n"
                                    "{ printf(\"%d\\n\", own(2) + two(table[1])); return 0; }\n";

static const char *const names[] = {"link_order", "function_alignment", "aslr", NULL};

static inline void link_unit(struct build *build, size_t index, struct build_result *result)
{
    const char *output = output_path(build, index);
    if (!try_link(build, names, 40 + index, output, result))
        fail_msg("%s", build->error.text);
    assert_prints(build, output, "44\n");
}

// Layouts of one program: each prints the same, and they differ.
static inline void link_two(struct build *build)
{
    struct build_result results[2] = {0};
    for (size_t i = 0; i < 2; i++)
        link_unit(build, i, &results[i]);
    assert_string_not_equal(results[0].layout_id, results[1].layout_id);
}
