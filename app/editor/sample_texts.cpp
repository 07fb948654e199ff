// SPDX-License-Identifier: Apache-2.0
#include "app/editor/sample_texts.h"

#include <QCoreApplication>

#include "resources/samples/samples.h"

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

// Titles and texts of resources/samples, so that they are translated; tests hold them to each other.
[[maybe_unused]] constexpr const char* kLibrary[] = {
    QT_TRANSLATE_NOOP("Samples", "6-axis arm"),
    QT_TRANSLATE_NOOP("Samples", "Industrial arm with a spherical wrist, 0.9 m reach"),
    QT_TRANSLATE_NOOP("Samples", "7-axis arm"),
    QT_TRANSLATE_NOOP("Samples", "Arm with a spare axis, 0.8 m reach"),
    QT_TRANSLATE_NOOP("Samples", "Parallel gripper"),
    QT_TRANSLATE_NOOP("Samples", "Two fingers, 84 mm opening"),
    QT_TRANSLATE_NOOP("Samples", "Pedestal"),
    QT_TRANSLATE_NOOP("Samples", "Robot stand, 0.60 m high"),
    QT_TRANSLATE_NOOP("Samples", "Table"),
    QT_TRANSLATE_NOOP("Samples", "Work table, 0.80 x 1.10 m, 0.72 m high"),
    QT_TRANSLATE_NOOP("Samples", "Fixture"),
    QT_TRANSLATE_NOOP("Samples", "Foot plate with a column, 0.50 m high"),
    QT_TRANSLATE_NOOP("Samples", "Conveyor"),
    QT_TRANSLATE_NOOP("Samples", "Belt conveyor, 1.8 m long, 0.70 m high"),
    QT_TRANSLATE_NOOP("Samples", "Machine tool"),
    QT_TRANSLATE_NOOP("Samples", "Housing with a sliding door and a vice, 1.80 m high"),
    QT_TRANSLATE_NOOP("Samples", "Rail"),
    QT_TRANSLATE_NOOP("Samples", "Linear axis for a robot, 2.6 m long, 2 m of travel"),
    QT_TRANSLATE_NOOP("Samples", "Crate"),
    QT_TRANSLATE_NOOP("Samples", "Open plastic crate, 400 x 300 x 120 mm"),
    QT_TRANSLATE_NOOP("Samples", "Pallet"),
    QT_TRANSLATE_NOOP("Samples", "Wooden pallet, 1200 x 800 x 144 mm"),
    QT_TRANSLATE_NOOP("Samples", "Carton"),
    QT_TRANSLATE_NOOP("Samples", "Closed carton, 300 x 200 x 180 mm"),
    QT_TRANSLATE_NOOP("Samples", "Block with bore"),
    QT_TRANSLATE_NOOP("Samples", "80 x 40 x 40 mm, bore 24 mm"),
    QT_TRANSLATE_NOOP("Samples", "Stepped shaft"),
    QT_TRANSLATE_NOOP("Samples", "40 and 24 mm across, 60 mm high"),
    QT_TRANSLATE_NOOP("Samples", "Camera"),
    QT_TRANSLATE_NOOP("Samples", "640 x 480 pixels, 60 degrees"),
    QT_TRANSLATE_NOOP("Samples", "Depth camera"),
    QT_TRANSLATE_NOOP("Samples", "640 x 480 pixels, 70 degrees"),
    QT_TRANSLATE_NOOP("Samples", "Laser scanner"),
    QT_TRANSLATE_NOOP("Samples", "1081 rays in a plane, 270 degrees, 30 m"),
    QT_TRANSLATE_NOOP("Samples", "Lidar"),
    QT_TRANSLATE_NOOP("Samples", "16 rows of 720 rays, 360 degrees, 30 m"),
    QT_TRANSLATE_NOOP("Samples", "Force-torque sensor"),
    QT_TRANSLATE_NOOP("Samples", "80 mm wide; measures what hangs on it"),
};

QString inWindowsLanguage(const std::string& text) { return QCoreApplication::translate("Samples", text.c_str()); }

}  // namespace

std::vector<SampleText> sampleTexts() {
  std::vector<SampleText> texts;
  for (const SampleRow& row : kSamples)
    texts.push_back({QLatin1String(row.name), QCoreApplication::translate("Samples", row.title),
                     QCoreApplication::translate("Samples", row.text)});
  return texts;
}

std::vector<ui::SampleObject> libraryTexts() {
  std::vector<ui::SampleObject> texts;
  for (const auto& list : {samples::libraryList(), samples::sensorList()})
    for (const samples::SampleInfo& info : list)
      texts.push_back(
          {QString::fromStdString(info.name), inWindowsLanguage(info.title), inWindowsLanguage(info.description)});
  return texts;
}

}  // namespace ww::editor
