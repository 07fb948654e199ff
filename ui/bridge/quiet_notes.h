// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QString>

#include "core/base/diagnostic.h"

// Notes tell what is odd and stops nothing. Which kinds of them the user does not want to see any more is kept in the
// settings.
namespace ww::ui {

// The kind of a note, and what it is called in the settings.
QString noteCode(const Diagnostic& note);
// Of an import, whether a finding is a note or something was lost.
bool isNote(const Diagnostic& finding);
bool isQuiet(const QString& code);
void setQuiet(const QString& code);
bool isAnyQuiet();
// All are shown again.
void forgetQuiet();
// Those that are to be shown.
Diagnostics shownNotes(const Diagnostics& notes);

}  // namespace ww::ui
