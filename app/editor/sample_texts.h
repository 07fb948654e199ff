// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QString>
#include <vector>

#include "ui/actions/editor_commands.h"

namespace ww::editor {

// A sample cell as the welcome page shows it, in the language of the window.
struct SampleText {
  QString name;  // of the sample
  QString title, text;
};
std::vector<SampleText> sampleTexts();
// The objects and sensors that can be added.
std::vector<ui::SampleObject> libraryTexts();

}  // namespace ww::editor
