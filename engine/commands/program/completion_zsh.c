// The completion script for zsh.
#include "commands/program/internal.h"

#include <stdio.h>
#include <string.h>

static const char head[] =
    "#compdef eswexp\n"
    "# zsh completion for eswexp(1), printed by 'eswexp --completion zsh'\n"
    "_eswexp_experiment() {\n"
    "    if [[ $PREFIX == @* ]]; then\n"
    "        local -a names=(${(f)\"$(_call_program experiments eswexp --completion "
    "experiments)\"})\n"
    "        compadd -a names\n"
    "    else\n"
    "        _files\n"
    "    fi\n"
    "}\n"
    "_eswexp_revision() {\n"
    "    local -a names=(WORKTREE ${(f)\"$(_call_program revisions git for-each-ref \\\n"
    "        --format='%\\(refname:short\\)' refs/heads refs/remotes refs/tags)\"})\n"
    "    compadd -a names\n"
    "    _files -/\n"
    "}\n"
    "_eswexp() {\n"
    "    local -a commands=(\n";

static const char *const actions[] = {
    [WORD_ANY] = " ",
    [WORD_FILE] = "_files",
    [WORD_FOLDER] = "_files -/",
    [WORD_EXPERIMENT] = "_eswexp_experiment",
    [WORD_REVISION] = "_eswexp_revision",
    [WORD_COMMAND] = "_cmdstring",
};

// Prints text of a specification in single quotes, where a backslash protects ':', '[' and ']'.
static void print_text(const char *text)
{
    for (; *text; text++)
        if (*text == '\'')
            fputs("'\\''", stdout);
        else
            printf("%s%c", strchr(":[]\\", *text) ? "\\" : "", *text);
}

static void print_action(const char *name, const char *const *choices, bool several,
                         enum word_kind kind)
{
    putchar(':');
    print_text(name);
    putchar(':');
    if (!choices) {
        fputs(actions[kind], stdout);
        return;
    }
    fputs(several ? "_sequence compadd - " : "(", stdout);
    print_choices(choices);
    fputs(several ? "" : ")", stdout);
}

// '(-o --out)'{-o+,--out=}'[help]:DIR:_files -/'
static void print_option(const struct command_option *option)
{
    const char *value = option->kind == OPTION_FLAG ? "" : "=";
    fputs("            ", stdout);
    if (option->kind == OPTION_LIST)
        fputs("'*'", stdout);
    else if (option->letter)
        printf("'(-%c --%s)'", option->letter, option->name);
    if (option->letter)
        printf("{-%c%s,--%s%s}", option->letter, *value ? "+" : "", option->name, value);
    else
        printf("--%s%s", option->name, value);
    fputs("'[", stdout);
    print_text(option->help);
    putchar(']');
    if (*value)
        print_action(option->argument, option->choices, option->several, option->value);
    puts("' \\");
}

static void print_command(const struct command *command)
{
    printf("    %s%s%s)\n        _arguments -s -S \\\n", command->name, command->alias ? "|" : "",
           command->alias ? command->alias : "");
    for (const struct command_option *option = command->options; option->name; option++)
        print_option(option);
    fputs("            '*", stdout);
    print_action(command->arguments, command->word_choices, false, command->word);
    puts("'\n        ;;");
}

void completion_zsh(void)
{
    fputs(head, stdout);
    for (const struct command *const *command = commands; *command; command++) {
        char row[200];
        snprintf(row, sizeof row, "%s:%s", (*command)->name, (*command)->summary);
        fputs("        ", stdout);
        print_quoted(row, "'\\''");
        putchar('\n');
    }
    puts("    )\n"
         "    if ((CURRENT == 2)); then\n"
         "        _describe -t commands command commands\n"
         "        return\n"
         "    fi\n"
         "    local command=$words[2]\n"
         "    shift words\n"
         "    ((CURRENT--))\n"
         "    case $command in");
    for (const struct command *const *command = commands; *command; command++)
        print_command(*command);
    puts("    esac\n"
         "}\n"
         "if [[ $funcstack[1] == _eswexp ]]; then\n"
         "    _eswexp \"$@\"\n"
         "else\n"
         "    compdef _eswexp eswexp\n"
         "fi");
}
