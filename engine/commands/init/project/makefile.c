// Finding the programs of a makefile.
#include "commands/init/project/internal.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "commands/init/project/programs.h"
#include "commands/init/project/rules.h"

#include <string.h>

struct reader {
    struct arena *arena;
    const char *folder;
    struct rules rules;
    struct choice *choice;
};

// By make's own rule, from a source of the same name.
static bool is_implicit(const struct reader *reader, const char *name)
{
    static const char *const suffixes[] = {".c", ".cc", ".cpp", ".cxx", NULL};
    for (const char *const *suffix = suffixes; *suffix; suffix++) {
        char *source = arena_printf(reader->arena, "%s%s", name, *suffix);
        if (file_exists(path_join(reader->arena, reader->folder, source)))
            return true;
    }
    return false;
}

// Names with a dot are objects, libraries, documents; an absolute one is installed.
static bool is_program_name(const char *name)
{
    const char *slash = strrchr(name, '/');
    return *name != '/' && !strchr(slash ? slash : name, '.');
}

static void consider(const struct reader *reader, const char *path, const char *goal,
                     const char *command)
{
    path += text_starts(path, "./") ? 2 : 0;
    if (is_program_name(path) && is_plain(goal))
        choice_consider(reader->choice, (struct candidate){.name = path_base(path),
                                                           .path = path,
                                                           .goal = goal,
                                                           .command = command});
}

static void consider_needs(const struct reader *reader, const struct rule *rule)
{
    for (size_t i = 0; i < rule->needs.count; i++) {
        const char *need = rule->needs.items[i];
        const struct rule *own = rules_find(&reader->rules, need);
        if (is_program_name(need) && (!own || !*own->recipe) && is_implicit(reader, need))
            consider(reader, need, need, NULL);
    }
}

// The target that makes the program; itself if only a pattern does.
static const char *goal_of(const struct reader *reader, const char *path)
{
    const struct rules *rules = &reader->rules;
    for (size_t i = 0; i < rules->rule_count && !rules_find(rules, path); i++)
        if (text_equal(rule_program(reader->arena, &rules->rules[i]), path))
            return rules->rules[i].targets.count ? rules->rules[i].targets.items[0] : path;
    return path;
}

// "bench: prog", then "./prog 1000": how the project itself times it, without a shell's words.
static void consider_run(const struct reader *reader, const struct rule *rule)
{
    static const char harmless[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                   "_.+-/=, ";
    for (const char *line = rule->recipe; *line;
         line += strcspn(line, "\n"), line += *line == '\n') {
        size_t length = strcspn(line, "\n");
        if (!text_starts(line, "./"))
            continue;
        const char *command = arena_strndup(reader->arena, line + 2, length - 2);
        const char *path = arena_strndup(reader->arena, command, strcspn(command, " \t"));
        bool plain = command[strspn(command, harmless)] == '\0';
        consider(reader, path, goal_of(reader, path), plain ? command : path);
    }
}

static void consider_rule(const struct reader *reader, const struct rule *rule)
{
    const char *program = rule_program(reader->arena, rule);
    const char *target = rule->targets.count ? rule->targets.items[0] : NULL;
    if (!target)
        return;
    if (program)
        consider(reader, program, target, NULL);
    else if (strcasestr(target, "bench"))
        consider_run(reader, rule);
    else if (is_named(target, &reader->choice->names) ||
             (!*rule->recipe && is_program_name(target) && is_implicit(reader, target)))
        consider(reader, target, target, NULL);
    consider_needs(reader, rule);
}

bool makefile_consider(struct arena *arena, const char *folder, const char *name,
                       struct choice *choice)
{
    const char *text = project_read(arena, folder, name);
    if (!text)
        return false;
    struct reader reader = {
        .arena = arena, .folder = folder, .rules = rules_read(arena, text), .choice = choice};
    for (size_t i = 0; i < reader.rules.rule_count; i++)
        consider_rule(&reader, &reader.rules.rules[i]);
    return true;
}

// CC="gcc -ffunction-sections": what the makefile sets as CFLAGS stays, of every revision.
static const char *compiler(struct arena *arena, const struct rules *rules, const char *text,
                            const char *name, const char *usual)
{
    if (!strstr(text, arena_printf(arena, "$(%s)", name)) &&
        !strstr(text, arena_printf(arena, "${%s}", name)))
        return "";
    const char *value = rules_variable(arena, rules, name);
    return arena_printf(arena, " %s=\"%s -ffunction-sections\"", name,
                        value && is_plain(value) ? value : usual);
}

// A copy of the folder may hold objects that are up to date, and their build would link nothing. A
// revision may lack the rule.
// `sub` is where the makefile is, "" for the project's own folder.
static void write_lines(struct arena *arena, const char *sub, const char *text,
                        const struct candidate *best, struct guess *guess)
{
    struct rules rules = rules_read(arena, text);
    const char *c = compiler(arena, &rules, text, "CC", "cc");
    const char *cxx = compiler(arena, &rules, text, "CXX", "c++");
    if (!*c && !*cxx) { // make's own rules, or words of its own
        c = " CC=\"cc -ffunction-sections\"";
        cxx = " CXX=\"c++ -ffunction-sections\"";
    }
    const char *make = *sub ? arena_printf(arena, "make -C %s", sub) : "make";
    const char *run = best->command ? best->command : best->path ? best->path : "program";
    guess->setup =
        rules_find(&rules, "clean") ? arena_printf(arena, "%s clean || true", make) : NULL;
    guess->setup_of_all = guess->setup;
    guess->build_of_all = arena_printf(arena, "%s -j2%s%s", make, c, cxx);
    guess->is_own_benchmark = best->command != NULL;
    guess->build = arena_printf(arena, "%s -j2%s%s%s%s", make, best->goal ? " " : "",
                                best->goal ? best->goal : "", c, cxx);
    guess->command = path_join(arena, sub, run);
}

// The makefile in folder/sub; false if there is none.
static bool guess_in(struct arena *arena, const char *folder, const char *sub, struct guess *guess)
{
    static const char *const names[] = {"GNUmakefile", "makefile", "Makefile", NULL};
    const char *here = path_join(arena, folder, sub);
    for (const char *const *name = names; *name; name++) {
        struct choice choice = {.names = project_names(arena, folder)};
        if (!makefile_consider(arena, here, *name, &choice))
            continue;
        *guess = (struct guess){.found = path_join(arena, sub, *name), .program = choice.best.name};
        write_lines(arena, sub, project_read(arena, here, *name), &choice.best, guess);
        return true;
    }
    return false;
}

bool guess_makefile(struct arena *arena, const char *folder, struct guess *guess)
{
    // Below a makefile that only calls others.
    static const char *const subs[] = {"bench", "benches", "benchmarks", "programs", "src", NULL};
    if (!guess_in(arena, folder, "", guess))
        return false;
    struct guess below = {0};
    for (const char *const *sub = subs; *sub && !guess->program && !below.program; sub++)
        if (guess_in(arena, folder, *sub, &below) && below.program) {
            below.setup_of_all = guess->setup_of_all;
            below.build_of_all = guess->build_of_all;
            *guess = below;
        }
    return true;
}
