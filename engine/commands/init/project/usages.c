// Where the project itself calls a program: lines of READMEs, makefiles and test scripts.
#include "commands/init/project/usages.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/shell_words.h"
#include "commands/init/project/internal.h"

#include <ctype.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS_MOST = 24, FILES_MOST = 64 };

struct search {
    struct arena *arena;
    const char *tree, *sub, *file; // the file in the folder tree/sub
    const char *name, *variable;   // "sort-it" and, as a makefile or script calls it, "SORT_IT"
    struct usage *usages;
    size_t count;
};

// ---- One line

static bool is_name_letter(char letter)
{
    return isalnum((unsigned char)letter) || strchr("_-.", letter);
}

// "name: words" and "name = words" call nothing.
static bool defines_name(const char *behind)
{
    behind += strspn(behind, " \t");
    return text_starts(behind, ":") || text_starts(behind + strspn(behind, "+?!"), "=");
}

// Behind the program's name or variable at `c` ("./sub/name", "$(NAME)", "$NAME"), or NULL.
static const char *skip_program(const struct search *search, const char *c)
{
    bool quote = *c == '"';
    c += quote;
    const char *word = search->name;
    if (*c == '$') {
        c += 1 + (c[1] == '(' || c[1] == '{');
        word = search->variable;
    } else {
        const char *end = c + strcspn(c, " \t\"'`|;&<>()"),
                   *slash = memrchr(c, '/', (size_t)(end - c));
        c = slash ? slash + 1 : c;
    }
    if (!text_starts(c, word))
        return NULL;
    c += strlen(word);
    c += *c == ')' || *c == '}';
    c += quote && *c == '"';
    return (*c && is_name_letter(*c)) || defines_name(c) ? NULL : c;
}

// Before a command stand prompts, the signs of a makefile, marks of markdown, or "time".
static const char *skip_prompt(const char *line)
{
    line += strspn(line, " \t");
    for (size_t length; (length = strspn(line, "$%>#@-`*+")) && strchr(" \t./`", line[length]);)
        line += length + strspn(line + length, " \t");
    if (*line == '@' || *line == '-' || *line == '`')
        line++;
    return text_starts(line, "time ") ? line + strlen("time ") : line;
}

// Prose may begin with the program's name, too: in a README a command is indented, in a block of
// code, behind a prompt, or begins with "./".
static bool is_command(const char *line, const char *command, bool is_prose)
{
    bool indented = text_starts(line, "    ") || *line == '\t';
    return !is_prose || indented || text_starts(command, "./") ||
           strpbrk(line, "$%`") == line + strspn(line, " \t");
}

// The length up to what only a shell understands; 0 where the command needs it.
static size_t length_of_arguments(const char *c)
{
    size_t length = 0;
    char quote = 0;
    for (; c[length]; length++) {
        char letter = c[length];
        if (quote != '\'' && strchr("$\\", letter))
            return 0;
        if (quote)
            quote = letter == quote ? 0 : quote;
        else if (letter == '"' || letter == '\'')
            quote = letter;
        else if (strchr("<*?[]{}~", letter))
            return 0;
        else if (strchr("|>&;`()#", letter))
            break;
    }
    if (c[length] == '>' && length && isdigit((unsigned char)c[length - 1]))
        length--; // "2>file"
    return quote ? 0 : length;
}

// ---- Arguments

static bool stays_inside(const char *word)
{
    const char *value = strchr(word, '=');
    return *word != '/' && *word != '~' && !strstr(word, "..") && !(value && value[1] == '/') &&
           !strchr(word, '\'') && !strchr(word, '$');
}

static bool is_there(const struct search *search, const char *sub, const char *word)
{
    const char *path = path_join(search->arena, path_join(search->arena, search->tree, sub), word);
    return file_exists(path) || folder_exists(path);
}

static bool arguments_of(const struct search *search, const char *line, struct text_list *arguments)
{
    struct error none;
    struct text_list words;
    if (!text_split_words(search->arena, line, &words, &none) || words.count > WORDS_MOST)
        return false;
    for (size_t i = 0; i < words.count; i++) {
        const char *word = words.items[i];
        if (!stays_inside(word))
            return false;
        bool beside = *word && !is_there(search, "", word) && is_there(search, search->sub, word);
        text_list_add(arguments, search->arena,
                      beside ? path_join(search->arena, search->sub, word) : word);
    }
    return words.count > 0;
}

static bool is_known(const struct search *search, const struct text_list *arguments)
{
    for (size_t i = 0; i < search->count; i++)
        if (text_lists_equal(&search->usages[i].arguments, arguments))
            return true;
    return false;
}

// ---- Files

static void read_line(struct search *search, const char *line, bool is_prose)
{
    const char *command = skip_prompt(line), *behind = skip_program(search, command);
    struct text_list arguments = {0};
    if (!behind || !is_command(line, command, is_prose))
        return;
    const char *rest = arena_strndup(search->arena, behind, length_of_arguments(behind));
    if (arguments_of(search, rest, &arguments) && !is_known(search, &arguments))
        search->usages[search->count++] =
            (struct usage){path_join(search->arena, search->sub, search->file), arguments};
}

static bool is_readme(const char *name)
{
    return strncasecmp(name, "readme", strlen("readme")) == 0 || text_ends(name, ".md");
}

static bool is_makefile(const char *name)
{
    return strcasestr(name, "makefile") != NULL;
}

static void read_file(struct search *search)
{
    char *text = project_read(search->arena, path_join(search->arena, search->tree, search->sub),
                              search->file);
    bool is_fenced = false;
    for (char *line; search->count < USAGES_MOST && (line = strsep(&text, "\n"));) {
        line[strcspn(line, "\r")] = '\0';
        is_fenced ^= text_starts(line + strspn(line, " "), "```");
        if (!is_makefile(search->file) || *line == '\t') // others are rules and variables
            read_line(search, line, is_readme(search->file) && !is_fenced);
    }
}

static int is_interesting(const struct dirent *entry)
{
    const char *name = entry->d_name;
    return is_readme(name) || is_makefile(name) || text_ends(name, ".sh");
}

static void read_folder(struct search *search, const char *sub)
{
    struct dirent **entries = NULL;
    search->sub = sub;
    int found =
        scandir(path_join(search->arena, search->tree, sub), &entries, is_interesting, alphasort);
    for (int i = 0; i < found; i++) {
        search->file = arena_strdup(search->arena, entries[i]->d_name);
        if (i < FILES_MOST)
            read_file(search);
        free(entries[i]);
    }
    free(entries);
}

static char *variable_of(struct arena *arena, const char *name)
{
    char *variable = arena_strdup(arena, name);
    for (char *c = variable; *c; c++)
        *c = isalnum((unsigned char)*c) ? (char)toupper((unsigned char)*c) : '_';
    return variable;
}

size_t usages_find(struct arena *arena, const char *tree, const char *name,
                   struct usage usages[USAGES_MOST])
{
    static const char *const folders[] = {"",           "bench",    "benches", "benchmark",
                                          "benchmarks", "tests",    "test",    "t",
                                          "examples",   "programs", "src"};
    struct search search = {.arena = arena,
                            .tree = tree,
                            .name = name,
                            .variable = variable_of(arena, name),
                            .usages = usages};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        read_folder(&search, folders[i]);
    return search.count;
}
