// The page's style sheet.
#pragma once

#include "report/html/frame/writer.h"

// The contents of <style>.
void html_style(struct html *html);
