// Reading experiment files in a folder of their own, for tests.
#pragma once

#include "temporary.h"
#include "testing.h"

#include "base/files/files.h"
#include "base/files/trees.h"
#include "plan/levels.h"
#include "spec/keys/experiment.h"
#include "spec/spec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Files that are right, to put more behind.
#define GOOD "experiment: e\nbenchmarks: {t: {command: 'true'}}\n"
#define SOURCES "experiment: e\nbenchmarks: {t: {sources: a.c}}\n"

struct reading {
    struct arena arena;
    struct text report;
    struct error error;
    struct spec_overrides overrides;
    struct spec *spec;
};

static inline void read_yaml(struct reading *reading, const char *yaml)
{
    reading->spec = spec_parse(&reading->arena, "x.yaml", yaml, strlen(yaml), &reading->overrides,
                               &reading->report, &reading->error);
}

static inline void release(struct reading *reading)
{
    arena_release(&reading->arena);
    text_release(&reading->report);
}
#define READING __attribute__((cleanup(release))) struct reading

static inline struct spec *valid(struct reading *reading, const char *yaml)
{
    read_yaml(reading, yaml);
    if (!reading->spec)
        fail_msg("%s", reading->report.bytes);
    return reading->spec;
}

static inline void set(struct reading *reading, const char *setting)
{
    text_list_add(&reading->overrides.settings, &reading->arena, setting);
}

// "1:2: text" a line becomes "x.yaml:1:2: error: text"; a line without a place continues one.
static inline void full_report(const char *expected, struct text *full)
{
    while (*expected) {
        size_t place = strspn(expected, "0123456789:"), rest = strcspn(expected, "\n");
        if (place)
            text_printf(full, "x.yaml:%.*s error:", (int)place, expected);
        text_printf(full, "%.*s\n", (int)(rest - place), expected + place);
        expected += rest + (expected[rest] == '\n');
    }
}

static inline void assert_pilot(const struct spec *spec, size_t iterations, size_t executions,
                                size_t builds)
{
    size_t counts[LEVELS_MAX];
    pilot_counts(spec, &spec->cells[0], counts);
    assert_int_equal(counts[0], iterations);
    assert_int_equal(counts[1], executions);
    assert_int_equal(counts[2], builds);
}

// The words as "[a][b]".
static inline void assert_words(const struct text_list *list, const char *joined)
{
    TEXT_CLEANUP struct text all = {0};
    text_add(&all, "");
    for (size_t i = 0; i < list->count; i++)
        text_printf(&all, "[%s]", list->items[i]);
    assert_string_equal(all.bytes, joined);
    assert_true(list->items && !list->items[list->count]);
}

// The working folder of a test, with a.c, project/ and sub/ in it.
static struct arena folder_memory;
static char *folder;

static inline int enter_folder(void **state)
{
    (void)state;
    struct error error;
    folder = temporary_folder(&folder_memory);
    return folder && chdir(folder) == 0 && file_write("a.c", "", 0, &error) &&
                   folder_make("project", &error) &&
                   file_write("project/Makefile", "", 0, &error) && folder_make("sub", &error)
               ? 0
               : -1;
}

static inline int leave_folder(void **state)
{
    (void)state;
    struct error error;
    bool removed = chdir("/") == 0 && tree_remove(folder, &error);
    arena_release(&folder_memory);
    return removed ? 0 : -1;
}
