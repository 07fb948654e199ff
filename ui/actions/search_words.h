// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QString>

namespace ww::ui {

// Other words for what an action does, with blanks between them: in the language of the window, and in English.
QString searchWords(const QString& action);

}  // namespace ww::ui
