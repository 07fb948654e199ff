// SPDX-License-Identifier: Apache-2.0
#include "app/editor/sample_texts.h"

#include <QCoreApplication>

namespace ww::editor {
namespace {

struct SampleRow {
  const char *name, *title, *text;
};

const SampleRow kSamples[] = {
    {"pick_and_place", QT_TRANSLATE_NOOP("Samples", "Pick and place"),
     QT_TRANSLATE_NOOP("Samples", "A robot with gripper, a conveyor, and a column in the way")},
    {"machine_tending", QT_TRANSLATE_NOOP("Samples", "Machine tending"),
     QT_TRANSLATE_NOOP("Samples", "A machine tool with a door and a vice to load")},
    {"palletising", QT_TRANSLATE_NOOP("Samples", "Palletising"),
     QT_TRANSLATE_NOOP("Samples", "Cartons from a conveyor onto two pallets")},
    {"arm_on_rail", QT_TRANSLATE_NOOP("Samples", "Robot on a rail"),
     QT_TRANSLATE_NOOP("Samples", "A robot that goes along a linear axis between two tables")},
    {"two_arms", QT_TRANSLATE_NOOP("Samples", "Two robots"),
     QT_TRANSLATE_NOOP("Samples", "Two arms of seven axes at one table")},
    {"seven_axis", QT_TRANSLATE_NOOP("Samples", "Seven axes"),
     QT_TRANSLATE_NOOP("Samples", "An arm with a spare axis, small and quick to try")},
};

}  // namespace

std::vector<SampleText> sampleTexts() {
  std::vector<SampleText> texts;
  for (const SampleRow& row : kSamples)
    texts.push_back({QLatin1String(row.name), QCoreApplication::translate("Samples", row.title),
                     QCoreApplication::translate("Samples", row.text)});
  return texts;
}

}  // namespace ww::editor
