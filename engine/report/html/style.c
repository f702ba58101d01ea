// The style of the page: light and dark, on a phone and in print.
#include "report/html/style.h"

static void colours(struct html *html)
{
    html_add(html, ":root { color-scheme: light dark; --paper: #fdfcfa; --ink: #1f1e1c;\n"
                   "  --faint: #66625b; --line: #dad6cd; --wash: #f4f1ea;\n"
                   "  --shade: rgb(0 0 0 / 0.16); --accent: #1c5a84; }\n"
                   "@media screen and (prefers-color-scheme: dark) { :root {\n"
                   "  --paper: #171614; --ink: #e6e2da; --faint: #a19b90; --line: #3a3732;\n"
                   "  --wash: #211f1c; --shade: rgb(255 255 255 / 0.16);\n"
                   "  --accent: #86bce3; } }\n");
}

static void text(struct html *html)
{
    html_add(html, "* { box-sizing: border-box; }\n"
                   "html { -webkit-text-size-adjust: 100%%; text-size-adjust: 100%%; }\n"
                   "body { margin: 0 auto; padding: 2.5rem 1.25rem 4rem; max-width: 50rem;\n"
                   "  background: var(--paper); color: var(--ink); overflow-wrap: anywhere;\n"
                   "  font: 1.0625rem/1.55 Charter, 'Bitstream Charter', 'Source Serif 4',\n"
                   "    'Noto Serif', 'Liberation Serif', Cambria, Georgia, serif;\n"
                   "  font-variant-numeric: lining-nums; }\n"
                   "h1, h2, h3 { line-height: 1.2; font-weight: 600; text-wrap: balance; }\n"
                   "h1 { margin: 0; font-size: 2rem; letter-spacing: -0.01em; }\n"
                   "h2 { margin: 2.75rem 0 0.75rem; padding-top: 0.75rem; font-size: 1.3rem;\n"
                   "  border-top: 1px solid var(--line); }\n"
                   "h3 { margin: 1.75rem 0 0.5rem; font-size: 1.05rem; }\n"
                   "p { margin: 0.6rem 0; }\n"
                   "a { color: var(--accent); text-underline-offset: 0.15em;\n"
                   "  text-decoration-thickness: 1px; }\n"
                   ".question { margin: 0.6rem 0; font-size: 1.25rem; font-style: italic;\n"
                   "  line-height: 1.4; }\n"
                   "figcaption, .more, footer { color: var(--faint); font-size: 0.9rem; }\n"
                   ".answers { margin: 0.5rem 0; padding: 0; list-style: none; }\n"
                   ".answers li { margin: 0.5rem 0; padding-left: 0.9rem;\n"
                   "  border-left: 3px solid var(--line); }\n"
                   ".answers .decided { border-color: var(--accent); }\n"
                   ".notes { margin: 0.75rem 0; padding-left: 1.2rem; font-size: 0.95rem; }\n"
                   ".notes li { margin: 0.2rem 0; }\n"
                   "pre { margin: 0.75rem 0; padding: 0.75rem 1rem; overflow-x: auto;\n"
                   "  background: var(--wash); font: 0.8rem/1.5 ui-monospace, 'DejaVu Sans Mono',\n"
                   "    Menlo, Consolas, monospace; }\n"
                   "code { font: inherit; }\n"
                   "summary { cursor: pointer; }\n"
                   "footer { margin-top: 3rem; border-top: 1px solid var(--line); }\n"
                   ":focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }\n");
}

static void tables(struct html *html)
{
    html_add(html, ".table { margin: 1rem 0 1.5rem; }\n"
                   "table { border-collapse: collapse; min-width: 100%%; font-size: 0.9rem;\n"
                   "  line-height: 1.4; font-variant-numeric: tabular-nums lining-nums;\n"
                   "  border: solid var(--ink); border-width: 1.5px 0; }\n"
                   "caption { padding-bottom: 0.4rem; text-align: left; font-weight: 600; }\n"
                   "th, td { padding: 0.28rem 0.9rem 0.28rem 0; text-align: left;\n"
                   "  vertical-align: baseline; }\n"
                   "th:last-child, td:last-child { padding-right: 0; }\n"
                   "th { font-weight: 400; overflow-wrap: normal; }\n"
                   "td { min-width: 5rem; }\n"
                   "thead th { border-bottom: 1px solid var(--ink); vertical-align: bottom; }\n"
                   ".n { text-align: right; }\n"
                   "td.n { min-width: 0; white-space: nowrap; }\n"
                   ".group th { padding-top: 0.6rem; font-style: italic; color: var(--faint); }\n"
                   "tbody tr + tr { border-top: 1px solid var(--line); }\n"
                   ".group + tr { border-top: 0; }\n"
                   "dl.terms { display: grid; grid-template-columns: max-content 1fr;\n"
                   "  gap: 0.25rem 1rem; font-size: 0.95rem; }\n"
                   "dt, dd { margin: 0; }\n"
                   "dd { color: var(--faint); }\n");
}

// Tables wider than the screen scroll on their own; a shadow shows that they continue.
static void wide(struct html *html)
{
    html_add(html, ".table { overflow-x: auto; background:\n"
                   "  linear-gradient(to right, var(--paper) 40%%, transparent) left / 2rem 100%%\n"
                   "    no-repeat local,\n"
                   "  linear-gradient(to left, var(--paper) 40%%, transparent) right / 2rem 100%%\n"
                   "    no-repeat local,\n"
                   "  linear-gradient(to right, var(--shade), transparent) left / 0.6rem 100%%\n"
                   "    no-repeat scroll,\n"
                   "  linear-gradient(to left, var(--shade), transparent) right / 0.6rem 100%%\n"
                   "    no-repeat scroll; }\n"
                   "figure { margin: 1.5rem 0 2rem; }\n"
                   "img { display: block; width: 100%%; height: auto; }\n"
                   "figcaption { margin-top: 0.4rem; }\n"
                   "figcaption b { color: var(--ink); font-weight: 600; }\n"
                   "@media (max-width: 34rem) {\n"
                   "  body { padding: 1.25rem 1rem 2.5rem; font-size: 1rem; }\n"
                   "  h1 { font-size: 1.6rem; }\n"
                   "  .question { font-size: 1.1rem; }\n"
                   "  dl.terms { display: block; }\n"
                   "  dd { margin-bottom: 0.5rem; }\n"
                   "}\n");
}

static void print(struct html *html)
{
    html_add(html,
             "@page { margin: 18mm 16mm; }\n"
             "@media print {\n"
             "  :root { font-size: 9.5pt; --paper: #fff; --ink: #000; --faint: #444;\n"
             "    --line: #bbb; --wash: #fff; --accent: #000; }\n"
             "  body { max-width: none; padding: 0; font-size: 1rem; }\n"
             "  h2, h3, caption, thead, .group { break-after: avoid; }\n"
             "  figure, tr, li { break-inside: avoid; }\n"
             "  .table { overflow: visible; background: none; }\n"
             "  details::details-content { content-visibility: visible; display: block; }\n"
             "  pre { white-space: pre-wrap; padding: 0; }\n"
             "  th, td, td.n { min-width: 0; white-space: normal; overflow-wrap: anywhere; }\n"
             "}\n");
}

void html_style(struct html *html)
{
    colours(html);
    text(html);
    tables(html);
    wide(html);
    print(html);
}
