// SPDX-License-Identifier: Apache-2.0
#include <QCoreApplication>

#include "ui/actions/action_table.h"

namespace ww::ui {

namespace {
struct FileActions { Q_DECLARE_TR_FUNCTIONS(FileActions) };
}  // namespace

ActionRows fileActions(EditorCommands& editor) {
  auto* e = &editor;
  using F = FileActions;
  return {
      {"file.new", F::tr("&New"), F::tr("Starts an empty world"), "new", {QKeySequence::New}, KeyContext::kWindow,
       [e] { e->newWorld(); }},
      {"file.open", F::tr("&Open..."), F::tr("Opens a world file"), "open", {QKeySequence::Open}, KeyContext::kWindow,
       [e] { e->openWorld(); }},
      {"file.sample", F::tr("Open the &sample cell"), F::tr("A robot, a table and parts to try things on"), "library", {},
       KeyContext::kWindow, [e] { e->openSample(); }, [e] { return e->whyNotOpenSample(); }},
      {"file.save", F::tr("&Save"), F::tr("Saves the world to its file"), "save", {QKeySequence::Save},
       KeyContext::kWindow, [e] { e->save(); }, [e] { return e->whyNotSave(); }},
      {"file.save-as", F::tr("Save &as..."), F::tr("Saves the world to another file"), "", {QKeySequence::SaveAs},
       KeyContext::kWindow, [e] { e->saveAs(); }},
      {"file.import", F::tr("&Import..."), F::tr("Brings STEP, STL, OBJ, glTF, DAE, PLY, URDF or SDF files into the world"),
       "import", {QKeySequence(Qt::CTRL | Qt::Key_I)}, KeyContext::kWindow, [e] { e->importFiles(); }},
      {"file.quit", F::tr("&Quit"), F::tr("Closes the program"), "quit", {QKeySequence(Qt::CTRL | Qt::Key_Q)},
       KeyContext::kWindow, [e] { e->quit(); }},
  };
}

}  // namespace ww::ui
