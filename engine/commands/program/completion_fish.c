// The completion script for fish.
#include "commands/program/internal.h"

#include <stdio.h>

static const char head[] =
    "# fish completion for eswexp(1), printed by 'eswexp --completion fish'\n"
    "function __eswexp_command\n"
    "    set -l typed (commandline -opc)\n"
    "    test (count $typed) -ge 2; and contains -- $typed[2] $argv\n"
    "end\n"
    "function __eswexp_no_command\n"
    "    test (count (commandline -opc)) -eq 1\n"
    "end\n"
    "function __eswexp_experiments\n"
    "    set -l word (commandline -ct)\n"
    "    if string match -q -- '@*' \"$word\"\n"
    "        eswexp --completion experiments 2>/dev/null\n"
    "    else\n"
    "        __fish_complete_path \"$word\"\n"
    "    end\n"
    "end\n"
    "function __eswexp_revisions\n"
    "    echo WORKTREE\n"
    "    git for-each-ref --format='%(refname:short)' refs/heads refs/remotes refs/tags "
    "2>/dev/null\n"
    "    __fish_complete_directories (commandline -ct)\n"
    "end\n"
    "complete -c eswexp -f\n";

static const char *const candidates[] = {
    [WORD_ANY] = NULL,
    [WORD_FILE] = "(__fish_complete_path (commandline -ct))",
    [WORD_FOLDER] = "(__fish_complete_directories (commandline -ct))",
    [WORD_EXPERIMENT] = "(__eswexp_experiments)",
    [WORD_REVISION] = "(__eswexp_revisions)",
    [WORD_COMMAND] = "(__fish_complete_command)",
};

static void print_candidates(const char *const *choices, bool several, enum word_kind kind)
{
    if (!choices && !candidates[kind])
        return;
    printf(" -a '%s", several ? "(__fish_append , " : "");
    if (choices)
        print_choices(choices);
    else
        fputs(candidates[kind], stdout);
    fputs(several ? ")'" : "'", stdout);
}

static void print_condition(const struct command *command)
{
    printf("complete -c eswexp -n '__eswexp_command %s%s%s'", command->name,
           command->alias ? " " : "", command->alias ? command->alias : "");
}

static void print_command(const struct command *command)
{
    for (const struct command_option *option = command->options; option->name; option++) {
        print_condition(command);
        printf(" -l %s", option->name);
        if (option->letter)
            printf(" -s %c", option->letter);
        if (option->kind != OPTION_FLAG) {
            fputs(" -x", stdout);
            print_candidates(option->choices, option->several, option->value);
        }
        fputs(" -d ", stdout);
        print_quoted(option->help, "\\'");
        putchar('\n');
    }
    if (!command->word_choices && !candidates[command->word])
        return;
    print_condition(command);
    print_candidates(command->word_choices, false, command->word);
    putchar('\n');
}

void completion_fish(void)
{
    fputs(head, stdout);
    for (const struct command *const *command = commands; *command; command++) {
        printf("complete -c eswexp -n __eswexp_no_command -a %s -d ", (*command)->name);
        print_quoted((*command)->summary, "\\'");
        putchar('\n');
    }
    for (const struct command *const *command = commands; *command; command++)
        print_command(*command);
}
