// How to reproduce the campaign: commands, and the experiment file as it was read.
#include "report/html/internal.h"

#include "report/html/frame/section.h"
#include "report/html/frame/writer.h"
#include "report/paper/reproducing.h"
#include "store/facts.h"

#include <string.h>

enum { FILE_BYTES_MOST = 64 << 10 };

static void commands_block(const struct html_page *page, const struct text_list *commands)
{
    if (commands->count == 0)
        return;
    html_add(page->html, "<pre tabindex=\"0\"><code>");
    for (size_t i = 0; i < commands->count; i++)
        html_add(page->html, "%s\n", commands->items[i]);
    html_add(page->html, "</code></pre>\n");
}

static void experiment_file(const struct html_page *page, const char *text)
{
    bool whole = strlen(text) <= FILE_BYTES_MOST;
    html_add(page->html,
             "<details>\n<summary>The experiment file, as it was read</summary>\n"
             "<pre tabindex=\"0\"><code>%s%s</code></pre>\n</details>\n",
             whole ? text : arena_strndup(page->arena, text, FILE_BYTES_MOST),
             whole ? "" : "\n… the rest is in campaign.db");
}

void html_reproduce(const struct html_page *page)
{
    const char *text = store_get(page->store, page->arena, FACT_SPEC);
    if (!text || !*text)
        return;
    struct text_list commands = commands_to_reproduce(page->arena, page->store, page->findings);
    html_section(page, "reproduce", "How to reproduce it");
    commands_block(page, &commands);
    experiment_file(page, text);
    html_section_end(page);
}
