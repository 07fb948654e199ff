// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QString>
#include <QStringList>
#include <vector>

#include "core/world/values/world.h"
#include "ui/bridge/tool_lock.h"
#include "ui/bridge/view_keeper.h"

namespace ww::ui {

enum class Tool { kSelect, kMove, kRotate, kHand, kTarget };
enum class Space { kWorld, kLocal };
enum class StandardView { kIso, kFront, kBack, kLeft, kRight, kTop, kBottom };
// Where the eye goes; the picture turns with a roll.
enum class ViewStep { kLeft, kRight, kUp, kDown, kRollLeft, kRollRight };
enum class Shown { kGrid, kFrames, kCollision, kClearance, kMargins };
enum class Workspace { kLayout, kMotion, kCollisions, kReview };

// What actions ask of the parts of a window: everything that is more than a commit to the session. A text that is
// not empty says why something cannot be done now.

class FileCommands {
 public:
  virtual ~FileCommands() = default;
  virtual void newWorld() = 0;
  virtual void openWorld() = 0;
  virtual void openSample() = 0;
  virtual QString whyNotOpenSample() const = 0;
  virtual void save() = 0;
  virtual void saveAs() = 0;
  virtual void saveCopyWithoutHistory() = 0;
  virtual QString whyNotSave() const = 0;
  // The open world with a file.
  virtual void compare() = 0;
};

class ViewCommands {
 public:
  virtual ~ViewCommands() = default;
  virtual void fitAll() = 0;
  virtual void fitSelection() = 0;
  virtual void setStandardView(StandardView view) = 0;
  // To the next side, edge or corner to look from.
  virtual void stepView(ViewStep step) = 0;
  virtual void toggleProjection() = 0;
  virtual void setShown(Shown what, bool shown) = 0;
  virtual bool isShown(Shown what) const = 0;
};

class ToolCommands {
 public:
  virtual ~ToolCommands() = default;
  virtual void setTool(Tool tool) = 0;
  virtual Tool tool() const = 0;
  virtual void setSpace(Space space) = 0;
  virtual Space space() const = 0;
  virtual void setSnap(bool on) = 0;
  virtual bool snap() const = 0;
  virtual ToolLock& toolLock() const = 0;
};

// What is shown, and how; the state itself is the keeper's.
class ShowCommands {
 public:
  virtual ~ShowCommands() = default;
  virtual ViewKeeper& keeper() const = 0;
  // On where it was before, at first through the middle of the world.
  virtual void setSection(bool on) = 0;
  virtual void saveView() = 0;
  virtual QString whyNotSaveView() const = 0;
  virtual void openSavedViews() = 0;
  virtual void openSurroundings() = 0;
};

class MotionCommands {
 public:
  virtual ~MotionCommands() = default;
  virtual void plan() = 0;
  virtual QString whyNotPlan() const = 0;
  virtual void playOrPause() = 0;
  virtual bool isPlaying() const = 0;
  virtual void stopMotion() = 0;
  virtual QString whyNotPlay() const = 0;
};

// What stands along the time of a planned motion, and what is made of it.
class TimelineCommands {
 public:
  virtual ~TimelineCommands() = default;
  virtual void showCurves(bool on) = 0;
  virtual bool areCurvesShown() const = 0;
  virtual void showReport() = 0;
  virtual void showOnion(bool on) = 0;  // the robot at some places along its way
  virtual bool isOnionShown() const = 0;
  virtual void savePicture() = 0;  // of the view
  virtual void saveFrames() = 0;   // of the motion, a picture each
  virtual void saveMovie() = 0;
  virtual QString whyNoMotion() const = 0;
  virtual QString whyNotFilm() const = 0;
};

// An object of the bundled library, in the language of the window.
struct SampleObject {
  QString id, title, text;
};

// What an assembly can be.
enum class PartsForm { kOne, kLinks, kObjects };

class ObjectCommands {
 public:
  virtual ~ObjectCommands() = default;
  // Where a box of that size stands free of everything and is seen, on the floor or on a top, near to the middle of the
  // view: the middle of its footprint, root frame, metres.
  virtual Vec3 freeSpot(const Vec3& size) const = 0;
  // The same of something without size.
  virtual Vec3 spotInView() const = 0;
  // The same near to a point, at its height.
  virtual Vec3 freeSpotNear(const Vec3& wish, const Vec3& size) const = 0;
  // Selects what was just made, and brings it into view when it is not; a frame is ready to be named.
  virtual void showNew(const std::vector<world::NodeRef>& nodes) = 0;
  // With all that hangs on them, in a free place beside them, as one step; many of them off this thread. None hangs on
  // another one.
  virtual void duplicate(const std::vector<ObjectId>& objects, const QString& label) = 0;
  // Asks what the selected objects and frames are to be attached to.
  virtual void attach() = 0;
  virtual QString whyNotAttach() const = 0;
  // Makes that of what is selected, as one step; what takes long off this thread.
  virtual void makeParts(PartsForm form) = 0;
  virtual QString whyNotParts(PartsForm form) const = 0;
  virtual std::vector<SampleObject> sampleObjects() const = 0;
  virtual void addSampleObject(const QString& id) = 0;
  // A frame on the bore, pin or plane that was clicked, else on the one that is clicked next.
  virtual void addFrameOnFeature() = 0;
  virtual bool isPickingFeature() const = 0;
  // The frame that is selected goes onto the feature that is clicked next.
  virtual void moveFrameOntoFeature() = 0;
};

class ShareCommands {
 public:
  virtual ~ShareCommands() = default;
  virtual void setSharing(bool on) = 0;
  virtual bool isSharing() const = 0;
  virtual QString whyNotShare() const = 0;
  // The window of messages of the Isaac SDK.
  virtual void showMessages() = 0;
};

// The panels around the view.
class LayoutCommands {
 public:
  virtual ~LayoutCommands() = default;
  virtual void setWorkspace(Workspace workspace) = 0;
  virtual Workspace workspace() const = 0;
  virtual void resetWorkspace() = 0;
  virtual void togglePanel(const QString& id) = 0;
  virtual bool isPanelOpen(const QString& id) const = 0;
  virtual void toggleRoom() = 0;  // folds all panels, then opens those again
  virtual bool hasAllRoom() const = 0;
};

// Collision rules, and why two things are checked against each other.
class RuleCommands {
 public:
  virtual ~RuleCommands() = default;
  virtual void explainSelection() = 0;  // of two
  virtual QString whyNotExplain() const = 0;
  virtual void newRule() = 0;
  virtual void showFindings() = 0;
};

// Programs: what robots do, step by step.
class ProgramCommands {
 public:
  virtual ~ProgramCommands() = default;
  virtual void newProgram() = 0;
  virtual void teach() = 0;
  virtual QString whyNotTeach() const = 0;
  // Of the steps that are chosen.
  virtual void lockSteps() = 0;
  virtual QString whyNotLockSteps() const = 0;
  virtual void planProgram() = 0;
  virtual QString whyNotPlanProgram() const = 0;
  virtual void planAll() = 0;
  virtual QString whyNotPlanAll() const = 0;
  virtual void exportProgram() = 0;
  virtual QString whyNotExport() const = 0;
};

class WindowCommands {
 public:
  virtual ~WindowCommands() = default;
  virtual void importFiles() = 0;
  // The file of the selected object once more.
  virtual void reimport() = 0;
  virtual QString whyNotReimport() const = 0;
  virtual void exportFiles() = 0;
  virtual QString whyNotExport() const = 0;
  // With what the selected parts are checked for collisions.
  virtual void chooseCollisionShapes() = 0;
  virtual QString whyNotCollisionShapes() const = 0;
  virtual void quit() = 0;
  virtual void renameSelected() = 0;
  virtual void filterScene() = 0;
  virtual void showCommandSearch() = 0;
  virtual void showPreferences() = 0;
  virtual void showHelp() = 0;  // the page of what has the keys
  virtual void showWelcome() = 0;
  virtual void setTheme(int choice) = 0;  // Theme::Choice
  virtual int theme() const = 0;
  virtual void goRound(bool next) = 0;  // the keys go to the next part of the window, or the one before
  virtual void about() = 0;
  // Something to say that needs no answer.
  virtual void say(const QString& text) = 0;
};

// All of a window. They outlive its actions.
struct EditorCommands {
  FileCommands& files;
  ViewCommands& view;
  ShowCommands& show;
  ToolCommands& tools;
  MotionCommands& motion;
  TimelineCommands& timeline;
  ObjectCommands& objects;
  ShareCommands& sharing;
  LayoutCommands& layout;
  RuleCommands& rules;
  ProgramCommands& programs;
  WindowCommands& window;
};

}  // namespace ww::ui
