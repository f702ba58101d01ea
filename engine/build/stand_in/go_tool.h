// Stands between the go command and its tools: go calls it with each tool (-toolexec), so that
// links by Go's linker are recorded.
#pragma once

// The name under which the shim is this.
#define GO_TOOL_NAME "go-tool"

// Environment variable with the command line of the user's own -toolexec, if there is one: it then
// runs the tools.
#define GO_USER_TOOL_VARIABLE "ESWEXP_GO_TOOL"

// Runs a tool, and records a link that makes a program. `argv`: of the tool, whose path comes
// first. `run` runs a program with its argv. Returns the exit status.
int go_tool(char **argv, int (*run)(const char *path, char **argv));
