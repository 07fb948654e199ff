// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "core/base/phrase.h"
#include "core/difference/difference.h"

namespace ww::difference {

// Writes lengths in millimetres below a metre, angles in degrees: what people compare by.
const Voice& differenceVoice();

// "gripper", "program pick_place", "the world".
Phrase subjectWords(const Subject& subject);

// A line for each thing: "gripper: moved 3.2 mm, 0.4 deg; payload removed".
std::string textOf(const std::vector<Item>& items, const Voice& voice);
// "gripper#place: ours: moved 3.2 mm; theirs: turned 2 deg; taken: ours".
std::string textOf(const Conflict& conflict, const Voice& voice);

}  // namespace ww::difference
