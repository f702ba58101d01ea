// What it takes to repeat the campaign: the experiment file as it was read.
#include "report/html_parts.h"

#include <string.h>

enum { FILE_BYTES_MOST = 64 << 10 };

void html_repeat(const struct html_page *page)
{
    const char *text = store_get(page->store, page->arena, "spec");
    if (!text || !*text)
        return;
    bool whole = strlen(text) <= FILE_BYTES_MOST;
    html_section(page, "repeat", "How to repeat it");
    html_add(page->html,
             "<details>\n<summary>The experiment file, as it was read</summary>\n"
             "<pre tabindex=\"0\"><code>%s%s</code></pre>\n</details>\n",
             whole ? text : arena_strndup(page->arena, text, FILE_BYTES_MOST),
             whole ? "" : "\n… the rest is in campaign.db");
    html_section_end(page);
}
