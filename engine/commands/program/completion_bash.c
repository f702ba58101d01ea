// The completion script for bash.
#include "commands/program/internal.h"

#include <stdio.h>

// Words are split at blanks here: bash itself would split them at '=', ':' and '@', too. What it
// has split off is not part of a reply.
static const char head[] =
    "# bash completion for eswexp(1), printed by 'eswexp --completion bash'\n"
    "_eswexp() {\n"
    "    local line=${COMP_LINE:0:COMP_POINT} word= option= options= kind= choices= list= broken\n"
    "    local words=any word_choices=\n"
    "    local -a typed\n"
    "    read -ra typed <<<\"$line\"\n"
    "    if [[ $line != *[[:space:]] ]]; then\n"
    "        word=${typed[${#typed[@]} - 1]}\n"
    "        unset \"typed[${#typed[@]} - 1]\"\n"
    "    fi\n"
    "    option=${typed[${#typed[@]} - 1]}\n"
    "    if [[ $word == --*=* ]]; then\n"
    "        option=${word%%=*}\n"
    "        word=${word#*=}\n"
    "    fi\n"
    "    case ${typed[1]-} in\n";

static const char tail[] =
    "    *) return ;;\n"
    "    esac\n"
    "    if [[ -z $kind && $word == -* ]]; then\n"
    "        kind=choice choices=$options\n"
    "    elif [[ -z $kind ]]; then\n"
    "        kind=$words choices=$word_choices\n"
    "    fi\n"
    "    case $kind in\n"
    "    choice)\n"
    "        [[ $list && $word == *,* ]] && list=${word%,*},\n"
    "        [[ $list == *, ]] || list=\n"
    "        mapfile -t COMPREPLY < <(compgen -P \"$list\" -W \"$choices\" -- "
    "\"${word#\"$list\"}\")\n"
    "        ;;\n"
    "    folder) mapfile -t COMPREPLY < <(compgen -d -- \"$word\") ;;\n"
    "    command) mapfile -t COMPREPLY < <(compgen -c -- \"$word\") ;;\n"
    "    revision)\n"
    "        choices=\"WORKTREE $(git for-each-ref --format='%(refname:short)' \\\n"
    "            refs/heads refs/remotes refs/tags 2>/dev/null)\"\n"
    "        mapfile -t COMPREPLY < <(compgen -d -W \"$choices\" -- \"$word\")\n"
    "        ;;\n"
    "    experiment)\n"
    "        if [[ $word == @* ]]; then\n"
    "            choices=$(\"${typed[0]}\" --completion experiments 2>/dev/null)\n"
    "            mapfile -t COMPREPLY < <(compgen -W \"$choices\" -- \"$word\")\n"
    "            kind=choice\n"
    "        else\n"
    "            kind=file\n"
    "        fi\n"
    "        ;;\n"
    "    esac\n"
    "    [[ $kind != file ]] || mapfile -t COMPREPLY < <(compgen -f -- \"$word\")\n"
    "    [[ $kind == choice ]] || compopt -o filenames 2>/dev/null\n"
    "    broken=${word%\"${word##*[:=]}\"}\n"
    "    COMPREPLY=(\"${COMPREPLY[@]#\"$broken\"}\")\n"
    "}\n"
    "complete -F _eswexp eswexp\n";

static const char *const kinds[] = {
    [WORD_ANY] = "any",           [WORD_FILE] = "file",
    [WORD_FOLDER] = "folder",     [WORD_EXPERIMENT] = "experiment",
    [WORD_REVISION] = "revision", [WORD_COMMAND] = "command",
};

static void print_value(const struct command_option *option)
{
    printf("        --%s", option->name);
    if (option->letter)
        printf(" | -%c", option->letter);
    printf(") kind=%s", option->choices ? "choice" : kinds[option->value]);
    if (option->choices) {
        fputs(" choices='", stdout);
        print_choices(option->choices);
        printf("'%s", option->several ? " list=yes" : "");
    }
    puts(" ;;");
}

static void print_command(const struct command *command)
{
    printf("    %s", command->name);
    if (command->alias)
        printf(" | %s", command->alias);
    fputs(")\n        options='", stdout);
    for (const struct command_option *option = command->options; option->name; option++)
        printf("%s--%s", option == command->options ? "" : " ", option->name);
    printf("'\n        words=%s", command->word_choices ? "choice" : kinds[command->word]);
    if (command->word_choices) {
        fputs(" word_choices='", stdout);
        print_choices(command->word_choices);
        putchar('\'');
    }
    puts("\n        case $option in");
    for (const struct command_option *option = command->options; option->name; option++)
        if (option->kind != OPTION_FLAG)
            print_value(option);
    puts("        esac\n        ;;");
}

void completion_bash(void)
{
    fputs(head, stdout);
    fputs("    '') kind=choice choices='", stdout);
    for (const struct command *const *command = commands; *command; command++)
        printf("%s ", (*command)->name);
    puts("--help --version' ;;");
    for (const struct command *const *command = commands; *command; command++)
        print_command(*command);
    fputs(tail, stdout);
}
