// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QString>

namespace ww::ui {

// Other words for what an action does, with blanks between them, the one that says most first: a line in the language
// of the window, and one in English.
QString searchWords(const QString& action);

}  // namespace ww::ui
