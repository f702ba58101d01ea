// The options that several commands share, each written once.
#include "commands/shared/command.h"

#include <stddef.h>

#define FIELD(name) offsetof(struct command_line, name)

const struct command_option option_help = {
    "help", 'h', OPTION_FLAG, NULL, "say what the command does", FIELD(help)};
const struct command_option option_quiet = {
    "quiet",     'q', OPTION_FLAG, NULL, "no progress and no notes, only warnings and errors",
    FIELD(quiet)};
const struct command_option option_no_colour = {
    "no-color",      0, OPTION_FLAG, NULL, "no colour (as with NO_COLOR, or off a terminal)",
    FIELD(no_colour)};
const struct command_option option_json = {
    "json", 0, OPTION_FLAG, NULL, "the result as JSON on stdout", FIELD(json)};
const struct command_option option_set = {
    "set",     's', OPTION_LIST, "KEY=VALUE", "change the experiment, e.g. repeat.precision=2%",
    FIELD(set)};
const struct command_option option_seed = {
    "seed", 0, OPTION_TEXT, "N", "seed of every random choice", FIELD(seed)};
const struct command_option option_quick = {
    "quick", 0, OPTION_FLAG, NULL, "a smaller run, marked as such", FIELD(quick)};
const struct command_option option_out = {
    "out", 'o', OPTION_TEXT, "DIR", "where the results go", FIELD(out)};
const struct command_option option_until = {
    "until",     0, OPTION_TEXT, "06:30", "begin no block that would end later; exit code 75",
    FIELD(until)};
const struct command_option option_no_wait = {
    "no-wait",     0, OPTION_FLAG, NULL, "exit code 5 while another campaign is measuring here",
    FIELD(no_wait)};
const struct command_option option_wait_idle = {
    "wait-idle",     0, OPTION_FLAG, NULL, "first wait until nothing else keeps this machine busy",
    FIELD(wait_idle)};
const struct command_option option_tune = {
    "tune",     0, OPTION_FLAG, NULL, "make this machine quieter, and restore it at the end",
    FIELD(tune)};
const struct command_option option_on_finish = {
    "on-finish",     0, OPTION_TEXT, "CMD", "run this at the end, whatever the end is",
    FIELD(on_finish)};
const struct command_option option_strict = {
    "strict", 0, OPTION_FLAG, NULL, "a verdict that is not clear is exit code 4", FIELD(strict)};
const struct command_option option_profile = {
    "profile",
    0,
    OPTION_TEXT,
    "perf|gdb",
    "then show where one execution of each spends its time",
    FIELD(profile)};
const struct command_option option_plot = {
    "plot",     0, OPTION_FLAG, NULL, "draw the pictures at the end, into report.html too",
    FIELD(plot)};
