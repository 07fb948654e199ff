// SPDX-License-Identifier: Apache-2.0
#include <QCoreApplication>

#include "ui/actions/action_table.h"

namespace ww::ui {

namespace {
struct FileActions {
  Q_DECLARE_TR_FUNCTIONS(FileActions)
};

ActionRows worldRows(FileCommands* f) {
  return {
      {"file.new",
       FileActions::tr("&New"),
       FileActions::tr("Starts an empty world"),
       "new",
       {QKeySequence::New},
       KeyContext::kWindow,
       [f] { f->newWorld(); }},
      {"file.open",
       FileActions::tr("&Open..."),
       FileActions::tr("Opens a world file"),
       "open",
       {QKeySequence::Open},
       KeyContext::kWindow,
       [f] { f->openWorld(); }},
      {"file.sample",
       FileActions::tr("Open the &sample cell"),
       FileActions::tr("A robot, a table and parts to try things on"),
       "library",
       {},
       KeyContext::kWindow,
       [f] { f->openSample(); },
       [f] { return f->whyNotOpenSample(); }},
      {"file.save",
       FileActions::tr("&Save"),
       FileActions::tr("Saves the world to its file"),
       "save",
       {QKeySequence::Save},
       KeyContext::kWindow,
       [f] { f->save(); },
       [f] { return f->whyNotSave(); }},
      {"file.save-as",
       FileActions::tr("Save &as..."),
       FileActions::tr("Saves the world to another file"),
       "",
       {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S)},
       KeyContext::kWindow,
       [f] { f->saveAs(); }},
      {"file.save-copy",
       FileActions::tr("Save a &copy without history..."),
       FileActions::tr("Saves a copy that tells nothing of what was done before: to be given to others"),
       "",
       {},
       KeyContext::kWindow,
       [f] { f->saveCopyWithoutHistory(); }},
  };
}

}  // namespace

ActionRows fileActions(const EditorCommands& editor) {
  auto* f = &editor.files;
  auto* w = &editor.window;
  ActionRows rows = worldRows(f);
  for (ActionRow& row : ActionRows{
           {"file.import",
            FileActions::tr("&Import..."),
            FileActions::tr("Brings STEP, STL, OBJ, glTF, DAE, PLY, URDF or SDF files into the world"),
            "import",
            {QKeySequence(Qt::CTRL | Qt::Key_I)},
            KeyContext::kWindow,
            [w] { w->importFiles(); }},
           {"file.reimport",
            FileActions::tr("Re-i&mport..."),
            FileActions::tr("Reads the file of the selected object again, and shows what changed in it"),
            "",
            {},
            KeyContext::kWindow,
            [w] { w->reimport(); },
            [w] { return w->whyNotReimport(); }},
           {"file.export",
            FileActions::tr("&Export..."),
            FileActions::tr("Writes objects or the whole world as SDF, URDF, USD, STEP, GLB, OBJ or STL"),
            "",
            {},
            KeyContext::kWindow,
            [w] { w->exportFiles(); },
            [w] { return w->whyNotExport(); }},
           {"file.compare",
            FileActions::tr("&Compare..."),
            FileActions::tr("Shows what differs from another world file, to be taken over item by item"),
            "",
            {},
            KeyContext::kWindow,
            [f] { f->compare(); }},
           {"file.quit",
            FileActions::tr("&Quit"),
            FileActions::tr("Closes the program"),
            "quit",
            {QKeySequence(Qt::CTRL | Qt::Key_Q)},
            KeyContext::kWindow,
            [w] { w->quit(); }},
       })
    rows.push_back(std::move(row));
  return rows;
}

}  // namespace ww::ui
