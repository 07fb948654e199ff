// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/usecase/curves/motion_marks.h"
#include "ui/panels/timeline/mark_strip.h"

namespace ww::ui {

// A mark of the core in words: names of the world that the motion was planned in, figures in the preferred units.
TimeMark timeMark(const usecase::MotionMark& mark, const usecase::MotionCurves& curves, const world::World& world);

}  // namespace ww::ui
