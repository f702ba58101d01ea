// Copies of the CSV files whose cells no spreadsheet takes for formulas.
#pragma once

#include "base/files/folder.h"

// Writes spreadsheet/ beside csv/ of the campaign, with a ' before each field that begins with
// = + - @ and is no number.
NODISCARD bool csv_for_spreadsheets(const struct folder *campaign, struct error *error);
