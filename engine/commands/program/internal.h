// The completion script of each shell.
#pragma once

#include "commands/program/registry.h"

// Each prints a whole script on stdout.
void completion_bash(void);
void completion_zsh(void);
void completion_fish(void);

// Prints `text` in single quotes, with `escape` for each single quote in it.
void print_quoted(const char *text, const char *escape);

// Prints the choices, separated by blanks.
void print_choices(const char *const *choices);
