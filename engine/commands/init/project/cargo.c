// Finding the programs of cargo packages and workspaces.
#include "commands/init/project/internal.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "commands/init/project/programs.h"

#include <dirent.h>
#include <glob.h>
#include <string.h>

enum { MEMBERS_MOST = 256 };

#define RELEASE "cargo build --release --offline"

struct reader {
    struct arena *arena;
    const char *folder;
    const char *package; // "-p NAME " of the member of a workspace that is read, or ""
    struct choice choice;
    struct suites suites;
};

// ---- Cargo.toml

// The value of `name` in a line `name = value`: without quotes, "" for other words, or NULL.
static const char *value_in(struct arena *arena, const char *line, const char *name)
{
    size_t length = strlen(name);
    line += strspn(line, " \t");
    if (strncmp(line, name, length) != 0)
        return NULL;
    line += length + strspn(line + length, " \t");
    if (*line != '=')
        return NULL;
    line += 1 + strspn(line + 1, " \t");
    const char ends[] = {*line, '\n', '\0'};
    return *line == '"' || *line == '\'' ? arena_strndup(arena, line + 1, strcspn(line + 1, ends))
                                         : arena_strndup(arena, line, strcspn(line, " \t\r\n"));
}

// Of the section that begins at `section` ("[package]"), up to the next.
static const char *value_of(struct arena *arena, const char *section, const char *name)
{
    const char *value = NULL;
    for (const char *line = section; line && !value;) {
        line = strchr(line, '\n');
        if (!line || line[1 + strspn(line + 1, " \t")] == '[')
            break;
        value = value_in(arena, ++line, name);
    }
    return value;
}

// The next section of this heading, at the begin of a line; NULL: there is none.
static const char *find_section(const char *text, const char *heading)
{
    for (const char *at = text; at && (at = strstr(at, heading)); at++)
        if (at == text || at[-1] == '\n')
            return at;
    return NULL;
}

// ---- Programs

static void consider(struct reader *reader, const char *name, const char *path, const char *goal)
{
    choice_consider(&reader->choice, (struct candidate){.name = name, .path = path, .goal = goal});
}

static void consider_binary(struct reader *reader, const char *name)
{
    consider(reader, name, arena_printf(reader->arena, "target/release/%s", name),
             arena_printf(reader->arena, RELEASE " %s--bin %s", reader->package, name));
}

// criterion = "0.3", or {version = "0.3"}
static bool is_old_criterion(const char *dependency)
{
    const char *version = dependency + strcspn(dependency, "0123456789\n");
    return text_starts(version, "0.") && version[2] >= '1' && version[2] <= '3' &&
           (version[3] < '0' || version[3] > '9');
}

// The harness that the source of a benchmark uses; without the source, one among the dependencies.
static const struct suite_harness *harness_of(const char *source, const char *manifest)
{
    const char *criterion = strstr(manifest, "criterion"), *text = source ? source : manifest;
    if (criterion && strstr(text, "criterion"))
        return is_old_criterion(criterion) ? &old_criterion_suite : &criterion_suite;
    return strstr(text, "divan") ? &divan_suite : NULL;
}

// `section`: "[[bench]]" in the manifest of the package in `folder`. NULL: it is not there.
static const char *source_of_bench(const struct reader *reader, const char *folder,
                                   const char *section, const char *name)
{
    const char *path = value_of(reader->arena, section, "path");
    if (path)
        return project_read(reader->arena, folder, path);
    const char *source =
        project_read(reader->arena, folder, arena_printf(reader->arena, "benches/%s.rs", name));
    return source ? source
                  : project_read(reader->arena, folder,
                                 arena_printf(reader->arena, "benches/%s/main.rs", name));
}

// cargo gives a benchmark a name with a hash, as of a binary with the same name, and says which one
// it is. The link beside the binaries has a constant name.
static const char *build_of_bench(struct reader *reader, const char *name, const char *path)
{
    return arena_printf(reader->arena,
                        "bench=$(cargo bench --no-run --offline %s--bench %s "
                        "--message-format=json-render-diagnostics | sed -n "
                        "'/\"kind\":\\[\"bench\"\\]/s/.*\"executable\":\"\\([^\"]*\\)\".*/\\1/p') "
                        "&& ln -f \"$bench\" %s",
                        reader->package, name, path);
}

static void consider_bench(struct reader *reader, const char *name,
                           const struct suite_harness *harness)
{
    if (!is_plain(name))
        return;
    const char *path = arena_printf(reader->arena, "target/release/%s-bench", name);
    const char *line = build_of_bench(reader, name, path);
    if (harness)
        suites_add(reader->arena, &reader->suites,
                   (struct suite){.name = name, .path = path, .build = line, .harness = harness});
    else
        consider(reader, arena_printf(reader->arena, "%s-bench", name), path, line);
}

// `text` is the Cargo.toml of the package in `folder`.
static void consider_listed(struct reader *reader, const char *folder, const char *text)
{
    static const char bin[] = "[[bin]]", bench[] = "[[bench]]";
    for (const char *at = text; (at = find_section(at, bin)); at++) {
        const char *name = value_of(reader->arena, at, "name");
        if (name)
            consider_binary(reader, name);
    }
    for (const char *at = text; (at = find_section(at, bench)); at++) {
        const char *name = value_of(reader->arena, at, "name");
        if (name && text_equal(value_of(reader->arena, at, "harness"), "false"))
            consider_bench(reader, name,
                           harness_of(source_of_bench(reader, folder, at, name), text));
    }
}

// src/bin/NAME.rs, src/bin/NAME/main.rs
static void consider_folder(struct reader *reader, const char *folder)
{
    const char *here = path_join(reader->arena, folder, "src/bin");
    DIR *entries = opendir(here);
    struct error ignored;
    bool good = true;
    for (struct dirent *entry; entries && (entry = entry_next(entries, here, &good, &ignored));) {
        const char *name = arena_strdup(reader->arena, entry->d_name), *dot = strrchr(name, '.');
        const char *inner = arena_printf(reader->arena, "%s/%s/main.rs", here, name);
        if (text_equal(dot, ".rs"))
            consider_binary(reader, arena_strndup(reader->arena, name, (size_t)(dot - name)));
        else if (file_exists(inner))
            consider_binary(reader, name);
    }
    if (entries)
        closedir(entries);
}

static void consider_package(struct reader *reader, const char *folder, bool member)
{
    const char *text = project_read_uncommented(reader->arena, folder, "Cargo.toml");
    const char *package = text ? find_section(text, "[package]") : NULL;
    const char *name = package ? value_of(reader->arena, package, "name") : NULL;
    if (!name || !is_plain(name))
        return;
    reader->package = member ? arena_printf(reader->arena, "-p %s ", name) : "";
    if (file_exists(path_join(reader->arena, folder, "src/main.rs")))
        consider_binary(reader, name);
    consider_folder(reader, folder);
    consider_listed(reader, folder, text);
}

// ---- Workspaces

static void consider_member(struct reader *reader, const char *folder)
{
    const char *root = path_absolute(reader->arena, reader->folder);
    if (!text_equal(path_absolute(reader->arena, folder), root)) // "." in its own list
        consider_package(reader, folder, true);
}

// "crates/*" is every folder of crates.
static void consider_members(struct reader *reader, const char *pattern)
{
    glob_t found;
    TEXT_CLEANUP struct text escaped = {0};
    for (const char *c = reader->folder; *c; c++)
        text_printf(&escaped, "%s%c", strchr("*?[\\", *c) ? "\\" : "", *c);
    text_printf(&escaped, "/%s", pattern);
    if (glob(escaped.bytes, 0, NULL, &found) == 0)
        for (size_t i = 0; i < found.gl_pathc && i < MEMBERS_MOST; i++)
            consider_member(reader, found.gl_pathv[i]);
    globfree(&found);
}

static void consider_workspace(struct reader *reader, const char *text)
{
    const char *workspace = find_section(text, "[workspace]");
    const char *members = workspace ? strstr(workspace, "members") : NULL;
    const char *begin = members ? strchr(members, '[') : NULL;
    const char *end = begin ? strchr(begin, ']') : NULL;
    for (const char *quote = begin; end && (quote = strpbrk(quote, "'\"")) && quote < end;) {
        const char quotes[] = {*quote, '\0'};
        size_t length = strcspn(quote + 1, quotes);
        consider_members(reader, arena_strndup(reader->arena, quote + 1, length));
        quote += 1 + length + (quote[1 + length] == *quotes);
    }
}

bool guess_cargo(struct arena *arena, const char *folder, struct guess *guess)
{
    struct reader reader = {
        .arena = arena, .folder = folder, .choice.names = project_names(arena, folder)};
    const char *text = project_read_uncommented(arena, folder, "Cargo.toml");
    if (!text)
        return false;
    consider_package(&reader, folder, false);
    consider_workspace(&reader, text);
    const struct candidate *best = &reader.choice.best;
    *guess = (struct guess){.found = "Cargo.toml",
                            .program = best->name,
                            .build = best->goal ? best->goal : RELEASE,
                            .command = best->path ? best->path : "target/release/program",
                            .suites = reader.suites,
                            .moves_functions = true};
    return true;
}
