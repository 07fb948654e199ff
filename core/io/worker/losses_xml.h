// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

#include "core/io/worker/context.h"
#include "core/io/worker/xml_words.h"

namespace ww::io::worker {

// Notes what a robot or world says that no world of ours has a place for (transmissions, settings of simulators,
// friction of surfaces, lights, ...): one note for each kind of element, with how many, whose, the first line, and what
// its loss means. `text` is what scanXml() has found sound.
void noteLostElements(std::string_view text, const std::string& file, XmlKind kind, Reporter& report);

}  // namespace ww::io::worker
