// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QString>
#include <string_view>

namespace ww::ui {

// A finished sentence of the core in the language of the window. The template that it was made from is
// found in core_texts.inc, its translation gets the same names and numbers; names are left as they are.
// A sentence that is unknown, or has no translation, comes back unchanged. Any thread.
QString coreText(std::string_view english);

}  // namespace ww::ui
