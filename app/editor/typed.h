// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "app/editor/window_parts.h"

namespace ww::editor {

// Text in a field of the window that is not entered yet.
bool isTyping(const QWidget& window);
// Enters it, as leaving the field does; the keys stay there.
void enterTyped(const QWidget& window);
// For as long as the window lives: what is typed or dragged when a file has been read is done in the world that
// it was begun in, and asked about, before that of the file is shown.
void keepWhatIsBegun(const WindowParts& parts);

}  // namespace ww::editor
