// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "core/base/phrase.h"
#include "core/difference/records.h"

namespace ww::difference {

struct StepIn {
  const worldwright::v1::ProgramStep& step;
  const Records& records;
};

// What a step does, in short: "LINEAR to grasp", "attach part".
Phrase stepWords(const worldwright::v1::ProgramStep& step, const Records& records);
// "step 3 now LINEAR", "step 3: speed 1 to 0.5"; `number` is the step's, from 1.
void tellStepChange(const StepIn& before, const StepIn& after, std::size_t number, std::vector<Phrase>& words);

}  // namespace ww::difference
