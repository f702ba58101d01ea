// The page's style sheet.
#pragma once

#include "report/html/writer.h"

// The contents of <style>.
void html_style(struct html *html);
