// SPDX-License-Identifier: Apache-2.0
#include "ui/actions/search_words.h"

#include <QCoreApplication>

namespace ww::ui {
namespace {

// Ids of actions, or their beginning, "*" at the end; the first that fits counts.
struct WordsRow {
  const char* action;
  const char* words;
};

const WordsRow kWords[] = {
    {"file.new", QT_TRANSLATE_NOOP("SearchWords", "create empty blank clear start world scene project")},
    {"file.open", QT_TRANSLATE_NOOP("SearchWords", "load read file world project")},
    {"file.sample", QT_TRANSLATE_NOOP("SearchWords", "example demo tutorial cell robot")},
    {"file.save", QT_TRANSLATE_NOOP("SearchWords", "write store keep file")},
    {"file.save-as", QT_TRANSLATE_NOOP("SearchWords", "export copy write file name")},
    {"file.save-copy", QT_TRANSLATE_NOOP("SearchWords", "give send mail strip clean past")},
    {"file.import",
     QT_TRANSLATE_NOOP("SearchWords", "load insert model CAD mesh robot part URDF SDF STEP STL OBJ glTF")},
    {"file.export",
     QT_TRANSLATE_NOOP("SearchWords", "write convert robot mesh CAD URDF SDF USD STEP STL OBJ glTF Gazebo ROS Isaac")},
    {"file.reimport", QT_TRANSLATE_NOOP("SearchWords", "update reload refresh again changed revision file")},
    {"file.compare", QT_TRANSLATE_NOOP("SearchWords", "difference diff changes merge join versions other file")},
    {"file.quit", QT_TRANSLATE_NOOP("SearchWords", "exit close end leave")},
    {"edit.undo", QT_TRANSLATE_NOOP("SearchWords", "back revert take back step")},
    {"edit.redo", QT_TRANSLATE_NOOP("SearchWords", "again forward repeat")},
    {"edit.delete", QT_TRANSLATE_NOOP("SearchWords", "remove erase clear")},
    {"edit.rename", QT_TRANSLATE_NOOP("SearchWords", "name title call")},
    {"edit.duplicate", QT_TRANSLATE_NOOP("SearchWords", "copy clone again")},
    {"edit.attach",
     QT_TRANSLATE_NOOP("SearchWords", "mount hang fix bolt put on flange gripper tool parent reparent carry connect")},
    {"edit.parts-one", QT_TRANSLATE_NOOP("SearchWords", "parts assembly join merge combine group weld together")},
    {"edit.parts-links", QT_TRANSLATE_NOOP("SearchWords", "parts assembly split take apart group hierarchy links")},
    {"edit.parts-objects",
     QT_TRANSLATE_NOOP("SearchWords", "parts assembly split explode take apart ungroup separate")},
    {"edit.select-all", QT_TRANSLATE_NOOP("SearchWords", "everything mark")},
    {"edit.deselect", QT_TRANSLATE_NOOP("SearchWords", "nothing clear unmark escape")},
    {"edit.copy-pose", QT_TRANSLATE_NOOP("SearchWords", "position orientation transform coordinates matrix clipboard")},
    {"edit.allow-collisions", QT_TRANSLATE_NOOP("SearchWords", "contact touch ignore exclude rule exception")},
    {"edit.check-collisions", QT_TRANSLATE_NOOP("SearchWords", "contact touch rule include")},
    {"edit.enable-collisions", QT_TRANSLATE_NOOP("SearchWords", "contact touch check on")},
    {"edit.collision-shapes",
     QT_TRANSLATE_NOOP("SearchWords",
                       "hull convex decomposition pieces primitive box simplify decimate mesh triangles geometry")},
    {"rules.explain",
     QT_TRANSLATE_NOOP("SearchWords", "explain ignored excluded reason collision pair distance margin")},
    {"rules.new", QT_TRANSLATE_NOOP("SearchWords", "exclude allow margin clearance distance add collision")},
    {"rules.findings", QT_TRANSLATE_NOOP("SearchWords", "lint check repair fix unused collision rules")},
    {"panel.collisions", QT_TRANSLATE_NOOP("SearchWords", "rules exclude margin matrix linter explain contact")},
    {"edit.find", QT_TRANSLATE_NOOP("SearchWords", "search filter look for tree")},
    {"edit.preferences",
     QT_TRANSLATE_NOOP("SearchWords",
                       "settings options configuration units decimals language mouse navigation shortcuts keys")},
    {"add.box", QT_TRANSLATE_NOOP("SearchWords", "cube cuboid block primitive create insert")},
    {"add.sphere", QT_TRANSLATE_NOOP("SearchWords", "ball round primitive create insert")},
    {"add.cylinder", QT_TRANSLATE_NOOP("SearchWords", "tube rod pipe primitive create insert")},
    {"add.capsule", QT_TRANSLATE_NOOP("SearchWords", "pill primitive create insert")},
    {"add.ellipsoid", QT_TRANSLATE_NOOP("SearchWords", "egg primitive create insert")},
    {"add.frame", QT_TRANSLATE_NOOP("SearchWords", "coordinate system axes point target TCP tool tip marker")},
    {"add.feature-frame",
     QT_TRANSLATE_NOOP("SearchWords", "hole bore pin axis center centre circle edge face slot frame on feature")},
    {"edit.frame-onto-feature",
     QT_TRANSLATE_NOOP("SearchWords", "move frame hole bore pin axis center face snap reattach anchor pick again")},
    {"add.sample.arm6", QT_TRANSLATE_NOOP("SearchWords", "robot manipulator insert")},
    {"add.sample.arm7", QT_TRANSLATE_NOOP("SearchWords", "robot manipulator insert")},
    {"add.sample.gripper", QT_TRANSLATE_NOOP("SearchWords", "end effector tool hand fingers insert")},
    {"add.sample.machine", QT_TRANSLATE_NOOP("SearchWords", "CNC mill lathe door vice insert")},
    {"add.sample.rail", QT_TRANSLATE_NOOP("SearchWords", "track axis linear gantry insert")},
    {"add.sample.*", QT_TRANSLATE_NOOP("SearchWords", "insert library part")},
    {"view.fit", QT_TRANSLATE_NOOP("SearchWords", "zoom all everything home overview")},
    {"view.fit-selection", QT_TRANSLATE_NOOP("SearchWords", "zoom focus frame look at")},
    {"view.iso", QT_TRANSLATE_NOOP("SearchWords", "camera home perspective default")},
    {"view.projection", QT_TRANSLATE_NOOP("SearchWords", "orthographic perspective parallel camera")},
    {"view.grid", QT_TRANSLATE_NOOP("SearchWords", "floor lines raster hide show")},
    {"view.frames", QT_TRANSLATE_NOOP("SearchWords", "axes coordinate systems labels hide show")},
    {"view.collision", QT_TRANSLATE_NOOP("SearchWords", "hull shapes geometry hide show")},
    {"view.clearance", QT_TRANSLATE_NOOP("SearchWords", "distance gap nearest measure collision")},
    {"view.margins", QT_TRANSLATE_NOOP("SearchWords", "shell safety distance collision rule")},
    {"view.theme-*", QT_TRANSLATE_NOOP("SearchWords", "colour look appearance mode bright night")},
    {"view.reset-layout", QT_TRANSLATE_NOOP("SearchWords", "panels docks windows default arrange")},
    {"view.hide", QT_TRANSLATE_NOOP("SearchWords", "eye invisible off visibility")},
    {"view.isolate", QT_TRANSLATE_NOOP("SearchWords", "solo alone only others visibility")},
    {"view.lock", QT_TRANSLATE_NOOP("SearchWords", "freeze protect fix pin")},
    {"view.x-ray*", QT_TRANSLATE_NOOP("SearchWords", "transparent see through ghost opacity")},
    {"view.section", QT_TRANSLATE_NOOP("SearchWords", "cut clip clipping slice cross section")},
    {"view.save*", QT_TRANSLATE_NOOP("SearchWords", "camera bookmark viewpoint position")},
    {"view.*", QT_TRANSLATE_NOOP("SearchWords", "camera side look")},
    {"tool.select", QT_TRANSLATE_NOOP("SearchWords", "tool pick choose pointer cursor mark")},
    {"tool.move", QT_TRANSLATE_NOOP("SearchWords", "tool translate shift drag turn object position gizmo handle")},
    {"tool.rotate", QT_TRANSLATE_NOOP("SearchWords", "tool turn spin object orientation gizmo handle")},
    {"tool.hand",
     QT_TRANSLATE_NOOP("SearchWords", "tool robot TCP jog drag IK inverse kinematics teach lead posture branch")},
    {"tool.target", QT_TRANSLATE_NOOP("SearchWords", "tool surface normal approach aim point program step teach")},
    {"tool.world", QT_TRANSLATE_NOOP("SearchWords", "axes global coordinates space")},
    {"tool.local", QT_TRANSLATE_NOOP("SearchWords", "axes object coordinates space")},
    {"tool.snap", QT_TRANSLATE_NOOP("SearchWords", "grid raster steps magnet")},
    {"tool.redefine", QT_TRANSLATE_NOOP("SearchWords", "TCP end effector frame tip")},
    {"tools.messages",
     QT_TRANSLATE_NOOP("SearchWords", "log cask record replay capnp publish subscribe camera stream bridge")},
    {"tools.share", QT_TRANSLATE_NOOP("SearchWords", "server network gRPC API remote connect publish")},
    {"motion.plan", QT_TRANSLATE_NOOP("SearchWords", "path trajectory move go compute solve")},
    {"motion.play", QT_TRANSLATE_NOOP("SearchWords", "run start pause simulate animate preview")},
    {"motion.stop", QT_TRANSLATE_NOOP("SearchWords", "end halt cancel preview")},
    {"motion.curves", QT_TRANSLATE_NOOP("SearchWords", "plot graph diagram speed acceleration jerk joint limits")},
    {"motion.report", QT_TRANSLATE_NOOP("SearchWords", "figures cycle time clearance margin peak table copy")},
    {"motion.onion", QT_TRANSLATE_NOOP("SearchWords", "onion skin poses trail shadow preview")},
    {"motion.picture", QT_TRANSLATE_NOOP("SearchWords", "screenshot image export view")},
    {"motion.frames", QT_TRANSLATE_NOOP("SearchWords", "images sequence export animation")},
    {"motion.movie", QT_TRANSLATE_NOOP("SearchWords", "video film record animation export ffmpeg")},
    {"help.page", QT_TRANSLATE_NOOP("SearchWords", "manual documentation handbook guide how")},
    {"help.whats-this", QT_TRANSLATE_NOOP("SearchWords", "explain tip meaning field")},
    {"help.welcome", QT_TRANSLATE_NOOP("SearchWords", "start page recent samples examples home")},
    {"help.about", QT_TRANSLATE_NOOP("SearchWords", "version licence info")},
};

}  // namespace

QString searchWords(const QString& action) {
  for (const WordsRow& row : kWords) {
    const QString id = QLatin1String(row.action);
    const bool group = id.endsWith(QLatin1Char('*'));
    if (group ? !action.startsWith(id.chopped(1)) : action != id) continue;
    const QString own = QCoreApplication::translate("SearchWords", row.words), english = QLatin1String(row.words);
    return own == english ? own : own + QLatin1Char('\n') + english;
  }
  return {};
}

}  // namespace ww::ui
