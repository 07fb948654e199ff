// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QString>
#include <vector>

namespace ww::editor {

// A sample cell as the welcome page shows it, in the language of the window.
struct SampleText {
  QString name;  // of the sample
  QString title, text;
};
std::vector<SampleText> sampleTexts();

}  // namespace ww::editor
