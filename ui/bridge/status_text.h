// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QString>

#include "core/base/diagnostic.h"
#include "core/base/phrase.h"
#include "core/base/status.h"

namespace ww::ui {

// A status as people read it: what failed, details, what to do, on what.
struct Message {
  QString title, details, hint, subject;
  QString action;  // of the editor, that a button does; empty: none
};
Message toMessage(const Status& status);
Message toMessage(const Diagnostic& diagnostic);
// "What failed. What to do." in one line.
QString toLine(const Status& status);
QString toLine(const Diagnostic& diagnostic);
// A label, a stage of work, a reason: as the window says it.
QString toText(const Phrase& phrase);

}  // namespace ww::ui
