// SPDX-License-Identifier: Apache-2.0
#include <QCoreApplication>

#include "ui/actions/action_table.h"

namespace ww::ui {

namespace {
struct FileActions { Q_DECLARE_TR_FUNCTIONS(FileActions) };
}  // namespace

ActionRows fileActions(EditorCommands& editor) {
  auto* e = &editor;
  return {
      {"file.new", FileActions::tr("&New"), FileActions::tr("Starts an empty world"), "new", {QKeySequence::New}, KeyContext::kWindow,
       [e] { e->newWorld(); }},
      {"file.open", FileActions::tr("&Open..."), FileActions::tr("Opens a world file"), "open", {QKeySequence::Open}, KeyContext::kWindow,
       [e] { e->openWorld(); }},
      {"file.sample", FileActions::tr("Open the &sample cell"), FileActions::tr("A robot, a table and parts to try things on"), "library", {},
       KeyContext::kWindow, [e] { e->openSample(); }, [e] { return e->whyNotOpenSample(); }},
      {"file.save", FileActions::tr("&Save"), FileActions::tr("Saves the world to its file"), "save", {QKeySequence::Save},
       KeyContext::kWindow, [e] { e->save(); }, [e] { return e->whyNotSave(); }},
      {"file.save-as", FileActions::tr("Save &as..."), FileActions::tr("Saves the world to another file"), "", {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S)},
       KeyContext::kWindow, [e] { e->saveAs(); }},
      {"file.import", FileActions::tr("&Import..."), FileActions::tr("Brings STEP, STL, OBJ, glTF, DAE, PLY, URDF or SDF files into the world"),
       "import", {QKeySequence(Qt::CTRL | Qt::Key_I)}, KeyContext::kWindow, [e] { e->importFiles(); }},
      {"file.quit", FileActions::tr("&Quit"), FileActions::tr("Closes the program"), "quit", {QKeySequence(Qt::CTRL | Qt::Key_Q)},
       KeyContext::kWindow, [e] { e->quit(); }},
  };
}

}  // namespace ww::ui
