// Showing a report on stdout.
#include "commands/shared/show.h"

#include "base/terminal.h"
#include "report/json.h"
#include "report/terminal.h"

#include <unistd.h>

void show(const struct invocation *invocation, const struct document *document, bool notes)
{
    const struct terminal_view terminal = {stdout_columns(COLUMNS_OF_TABLES),
                                           invocation->log.colour && isatty(STDOUT_FILENO), notes};
    document_terminal(document, &terminal, stdout);
}

bool show_result(const struct invocation *invocation, bool json, const struct document *document,
                 const struct record *record, struct error *error)
{
    if (json)
        return json_of_result(record, document, stdout, error);
    show(invocation, document, false);
    return true;
}
