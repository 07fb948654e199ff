// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QMainWindow>
#include <memory>

#include "app/editor/compare_desk.h"
#include "app/editor/docks.h"
#include "app/editor/export_desk.h"
#include "app/editor/file_desk.h"
#include "app/editor/first_contact.h"
#include "app/editor/hand_desk.h"
#include "app/editor/import_desk.h"
#include "app/editor/journal_desk.h"
#include "app/editor/messages.h"
#include "app/editor/motion_desk.h"
#include "app/editor/new_objects.h"
#include "app/editor/other_programs.h"
#include "app/editor/play_choice.h"
#include "app/editor/problem_watch.h"
#include "app/editor/program_desk.h"
#include "app/editor/reimport_desk.h"
#include "app/editor/rules_desk.h"
#include "app/editor/share_desk.h"
#include "app/editor/view_desk.h"
#include "app/editor/view_host.h"
#include "app/editor/window_bars.h"
#include "app/editor/window_parts.h"
#include "app/editor/workspaces.h"
#include "ui/actions/action_table.h"
#include "ui/actions/command_palette.h"
#include "ui/models/history_model.h"
#include "ui/panels/scene_panel.h"

namespace ww::editor {
class ClearanceDesk;
class SensorDesk;
class ShapesDesk;
class FocusRound;
class GeneratorOffer;
class PhysicsDesk;
class TimelineDesk;

// The window of one world: makes its parts and connects them. What it does, they do.
class MainWindow : public QMainWindow, private ui::WindowCommands {
  Q_OBJECT
 public:
  explicit MainWindow(std::shared_ptr<session::WorldSession> session, QWidget* parent = nullptr);
  ~MainWindow() override;

  Document& document() { return *document_; }
  FileDesk& files() { return *files_; }
  JournalDesk& journals() { return *journals_; }
  CompareDesk& comparing() { return *compare_; }
  FirstContact& firstContact() { return *first_contact_; }
  ui::ActionTable& actions() { return *actions_; }
  ui::SessionBridge& bridge() { return *bridge_; }
  ui::Selection& selection() { return *selection_; }
  ui::JobBridge& jobs() { return *jobs_; }
  ui::LogModel& log() { return messages_->log(); }
  ui::Notifications& notifications() { return messages_->notifications(); }
  ViewHost& viewHost() { return *view_; }
  Docks& docks() { return *docks_; }
  ProgramDesk& programs() { return *programs_; }
  PhysicsDesk& physics() { return *physics_; }
  ui::CollisionsPanel& collisionRules() { return *rules_->panel(); }
  ui::MotionPanel& motion() { return docks_->motion(); }
  CollisionDisplay& collisions() { return *collisions_; }
  ClearanceDesk& clearance() { return *clearance_; }
  SensorDesk& sensors() { return *sensors_; }
  ShapesDesk& collisionShapes() { return *shapes_; }
  TimelineDesk& timeline() { return *timeline_; }
  ui::PoseLayer& poseLayer() { return *layer_; }
  ui::Hand& hand() { return *hand_; }
  ui::Share& share() { return sharing_->share(); }
  GeneratorOffer& generatorOffer() { return *generator_; }
  // World files are opened (the first), everything else is imported.
  void openFiles(const QStringList& files);

  // What its actions do.
  void importFiles() override { imports_->choose(); }
  void exportFiles() override { exports_->choose(); }
  void addSampleObject(const QString& id) { objects_->addSampleObject(id); }
  bool isShown(ui::Shown what) const { return view_->isShown(what); }
  ui::Tool tool() const { return view_->tool(); }
  QString whyNotPlay() const { return motion_->whyNotPlay(); }
  void setSharing(bool on) { sharing_->setSharing(on); }
  void say(const QString& text) override { messages_->say(text); }

 protected:
  void closeEvent(QCloseEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool event(QEvent* event) override;
  bool focusNextPrevChild(bool next) override;

 private:
  void reimport() override { reimports_->reimportSelected(); }
  QString whyNotReimport() const override { return reimports_->whyNot(); }
  void quit() override { close(); }
  QString whyNotExport() const override { return exports_->whyNot(); }
  void chooseCollisionShapes() override;
  QString whyNotCollisionShapes() const override;
  void renameSelected() override;
  void filterScene() override;
  void showCommandSearch() override;
  void showPreferences() override { first_contact_->showPreferences(); }
  void showHelp() override { first_contact_->showHelp(); }
  void showWelcome() override { first_contact_->showWelcome(); }
  void setTheme(int choice) override;
  int theme() const override;
  void goRound(bool next) override;
  void about() override;

  void makeParts();
  void makeBars();
  void connectWorld();
  void connectDocument();
  void connectParts();
  void connectRules();
  void connectPrograms();
  bool isRecorded();
  void restoreLayout();
  void tellNotImported(const QStringList& files, const QString& world);
  void updateTitle();
  // Within the screen, frame included.
  void fitToScreen();
  void placeNotifications();

  std::unique_ptr<ui::JobBridge> jobs_;
  std::unique_ptr<ui::SessionBridge> bridge_;
  ui::Selection* selection_;
  ui::PoseLayer* layer_;
  ui::Hand* hand_;
  ViewHost* view_;
  Document* document_;
  Messages* messages_;
  WindowParts parts_;
  FileDesk* files_ = nullptr;
  OtherPrograms* others_ = nullptr;
  JournalDesk* journals_ = nullptr;
  CompareDesk* compare_ = nullptr;
  ShareDesk* sharing_ = nullptr;
  RulesDesk* rules_ = nullptr;
  ProgramDesk* programs_ = nullptr;
  PhysicsDesk* physics_ = nullptr;
  std::unique_ptr<PlayChoice> play_;
  Docks* docks_ = nullptr;
  Workspaces* workspaces_ = nullptr;
  NewObjects* objects_ = nullptr;
  CollisionDisplay* collisions_ = nullptr;
  MotionDesk* motion_ = nullptr;
  ClearanceDesk* clearance_ = nullptr;
  SensorDesk* sensors_ = nullptr;
  ShapesDesk* shapes_ = nullptr;
  TimelineDesk* timeline_ = nullptr;
  HandDesk* hand_desk_ = nullptr;
  ImportDesk* imports_ = nullptr;
  ReimportDesk* reimports_ = nullptr;
  ExportDesk* exports_ = nullptr;
  GeneratorOffer* generator_ = nullptr;
  ProblemWatch* problems_ = nullptr;
  ViewDesk* look_ = nullptr;
  ui::ActionTable* actions_ = nullptr;
  ui::CommandPalette* palette_ = nullptr;
  WindowBars* bars_ = nullptr;
  FocusRound* round_ = nullptr;
  FirstContact* first_contact_ = nullptr;
  bool leaving_ = false;
};

}  // namespace ww::editor
