// Showing a report on stdout.
#include "commands/shared/show.h"

#include "base/terminal.h"
#include "report/terminal.h"

#include <unistd.h>

void show(const struct invocation *invocation, const struct document *document, bool notes)
{
    const struct terminal_view terminal = {stdout_columns(COLUMNS_OF_TABLES),
                                           invocation->log.colour && isatty(STDOUT_FILENO), notes};
    document_terminal(document, &terminal, stdout);
}
