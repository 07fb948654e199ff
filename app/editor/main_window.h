// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QMainWindow>
#include <QPointer>
#include <deque>
#include <memory>

#include "app/editor/collision_display.h"
#include "app/editor/document.h"
#include "app/editor/file_desk.h"
#include "app/editor/import_place.h"
#include "app/editor/problem_watch.h"
#include "app/editor/view_host.h"
#include "ui/actions/action_table.h"
#include "ui/actions/command_palette.h"
#include "ui/bridge/job_bridge.h"
#include "ui/bridge/share.h"
#include "ui/models/history_model.h"
#include "ui/models/jobs_model.h"
#include "ui/models/log_model.h"
#include "ui/panels/scene_panel.h"
#include "ui/panels/status_line.h"
#include "ui/widgets/chip.h"
#include "ui/widgets/notifications.h"

namespace ww::ui {
class ImportWizard;
class JointsPanel;
class MotionPanel;
class PropertiesPanel;
}

namespace ww::editor {
class DockWidths;
class FocusRound;
class MotionView;
class PlanMoves;

// The window of one world.
class MainWindow : public QMainWindow, public ui::EditorCommands {
  Q_OBJECT
 public:
  explicit MainWindow(std::shared_ptr<session::WorldSession> session, QWidget* parent = nullptr);
  ~MainWindow() override;

  Document& document() { return *document_; }
  FileDesk& files() { return *files_; }
  ui::ActionTable& actions() { return *actions_; }
  ui::SessionBridge& bridge() { return *bridge_; }
  ui::Selection& selection() { return *selection_; }
  ui::JobBridge& jobs() { return *jobs_; }
  ui::LogModel& log() { return *log_; }
  ProblemWatch& problems() { return *problem_watch_; }
  ui::Notifications& notifications() { return *notifications_; }
  ViewHost& viewHost() { return *view_; }
  ui::MotionPanel& motion() { return *motion_; }
  ui::PoseLayer& poseLayer() { return *layer_; }
  ui::Share& share() { return *share_; }
  // World files are opened (the first), everything else is imported.
  void openFiles(const QStringList& files);
  // `source`: of ProblemWatch, who tells it; edits() when empty.
  void report(const QString& title, const Status& status, const QString& source = {});

  // EditorCommands
  void newWorld() override { document_->reset(Document::Leave::kAsk); }
  void openWorld() override { files_->chooseAndOpen(); }
  void openSample() override;
  void save() override { files_->save(); }
  void saveAs() override { files_->saveAs(); }
  void importFiles() override;
  void quit() override { close(); }
  QString whyNotSave() const override { return files_->whyNotSave(); }
  QString whyNotOpenSample() const override;
  Vec3 freeSpot(const Vec3& size) const override;
  Vec3 lookedAt() const;  // on the floor, root frame
  Vec3 freeSpotNear(const Vec3& wish, const Vec3& size) const override;
  void showNew(const std::vector<world::NodeRef>& nodes) override;
  void renameSelected() override;
  void showCommandSearch() override;
  void filterScene() override;
  void fitAll() override { view_->fitAll(); }
  void fitSelection() override { view_->fitSelection(); }
  void setStandardView(ui::StandardView view) override { view_->setStandardView(view); }
  void toggleProjection() override { view_->toggleProjection(); }
  void setShown(ui::Shown what, bool shown) override { view_->setShown(what, shown); }
  bool isShown(ui::Shown what) const override { return view_->isShown(what); }
  void setTheme(int choice) override;
  int theme() const override;
  void resetLayout() override;
  void goRound(bool next) override;
  void setTool(ui::Tool tool) override { view_->setTool(tool); }
  ui::Tool tool() const override { return view_->tool(); }
  void setSpace(ui::Space space) override { view_->setSpace(space); }
  ui::Space space() const override { return view_->space(); }
  void setSnap(bool on) override { view_->setSnap(on); }
  bool snap() const override { return view_->snap(); }
  ui::ToolLock& toolLock() override { return view_->toolLock(); }
  void plan() override;
  QString whyNotPlan() const override;
  void playOrPause() override;
  bool isPlaying() const override;
  void stopMotion() override;
  QString whyNotPlay() const override;
  QStringList sampleObjects() const override;
  void addSampleObject(const QString& id) override;
  void setSharing(bool on) override;
  bool isSharing() const override;
  QString whyNotShare() const override;
  void about() override;
  void say(const QString& text) override;

 protected:
  void closeEvent(QCloseEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  bool event(QEvent* event) override;
  bool focusNextPrevChild(bool next) override;

 private:
  void buildDocks();
  void buildMenus();
  void buildToolBar();
  void buildViewStrips();
  void connectAll();
  QDockWidget* addDock(const QString& id, const QString& title, QWidget* panel, Qt::DockWidgetArea area);
  void showDock(const QString& id);
  void fillRecent();
  void updateTitle();
  void contextMenu(const QPoint& global);
  void importPaths(const QStringList& files, std::optional<ui::DropPoint> where);
  session::EditsPtr createFree(const world::World& world, const std::string& name, const intrinsic_proto::scene_object::v1::SceneObject& object) const;
  void nextImport();
  void showWaiting();
  void placeWizard();
  void importGoesElsewhere();
  bool addImported(const ui::ImportWizard& wizard);
  void offerPlaces();
  void showFirst(const std::vector<world::NodeRef>& nodes);
  void connectMotion();
  QWidget* buildShare();
  void shareChanged();
  void updateShareChip();
  void updateMotionState();
  // In the status line alone, until something else is done here.
  void tell(const QString& text);
  void failure(const QString& title, const QString& hint, const QString& subject, const QString& source = {});
  void raiseWizard();
  // Within the screen, frame included.
  void fitToScreen();
  void placeNotifications();
  void goTo(const QString& subject);

  std::unique_ptr<ui::JobBridge> jobs_;
  std::unique_ptr<ui::SessionBridge> bridge_;
  std::unique_ptr<ui::Share> share_;  // ends before what it uses
  ui::Selection* selection_;
  ui::PoseLayer* layer_;
  ui::LogModel* log_;
  ui::HistoryModel* history_;
  ui::JobsModel* jobs_model_;
  ui::ProblemsModel* problems_;
  ProblemWatch* problem_watch_ = nullptr;
  Document* document_;
  FileDesk* files_ = nullptr;
  ViewHost* view_;
  ui::ActionTable* actions_ = nullptr;
  ui::CommandPalette* palette_ = nullptr;
  ui::Notifications* notifications_;
  ui::StatusLine* status_;
  ui::ScenePanel* scene_ = nullptr;
  ui::PropertiesPanel* properties_ = nullptr;
  ui::JointsPanel* joints_ = nullptr;
  ui::MotionPanel* motion_ = nullptr;
  CollisionDisplay* collisions_ = nullptr;
  MotionView* motion_view_ = nullptr;
  PlanMoves* plan_moves_ = nullptr;
  ui::Chip* plan_chip_ = nullptr;
  ui::Chip* share_chip_ = nullptr;
  QMenu* recent_ = nullptr;
  QMenu* panels_ = nullptr;
  QByteArray first_layout_;
  bool leaving_ = false;
  std::uint64_t told_revision_ = 0;  // of the world when something was said last
  struct Import {
    QString file;
    std::optional<ui::DropPoint> where = {};  // dropped there
    bool as_in_file = false;                  // as the file before it
    std::vector<ImportPlace> places = {};     // that the wizard offers
  };
  QPointer<ui::ImportWizard> wizard_;
  Import import_;  // what the wizard is open for
  std::deque<Import> waiting_imports_;
  DockWidths* widths_;
  FocusRound* round_ = nullptr;
};

}  // namespace ww::editor
