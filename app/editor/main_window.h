// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QHash>
#include <QMainWindow>
#include <QPointer>
#include <QTimer>
#include <deque>
#include <memory>

#include "app/editor/document.h"
#include "app/editor/view_host.h"
#include "ui/actions/action_table.h"
#include "ui/actions/command_palette.h"
#include "ui/bridge/collision_watch.h"
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
struct MotionOutcome;
class PropertiesPanel;
}

namespace ww::editor {

// The window of one world.
class MainWindow : public QMainWindow, public ui::EditorCommands {
  Q_OBJECT
 public:
  explicit MainWindow(std::shared_ptr<session::WorldSession> session, QWidget* parent = nullptr);
  ~MainWindow() override;

  Document& document() { return *document_; }
  ui::ActionTable& actions() { return *actions_; }
  ui::SessionBridge& bridge() { return *bridge_; }
  ui::Selection& selection() { return *selection_; }
  ui::JobBridge& jobs() { return *jobs_; }
  ui::LogModel& log() { return *log_; }
  ui::Notifications& notifications() { return *notifications_; }
  ViewHost& viewHost() { return *view_; }
  ui::MotionPanel& motion() { return *motion_; }
  ui::PoseLayer& poseLayer() { return *layer_; }
  ui::Share& share() { return *share_; }
  // World files are opened (the first), everything else is imported.
  void openFiles(const QStringList& files);
  // Puts what is sound in a damaged world file into another one, as a job.
  void recoverTo(const QString& path, const QString& to);

  // EditorCommands
  void newWorld() override;
  void openWorld() override;
  void openSample() override;
  bool save() override;
  void saveAs() override;
  void importFiles() override;
  void quit() override;
  QString whyNotSave() const override;
  QString whyNotOpenSample() const override;
  Vec3 freeSpot(const Vec3& size) const override;
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
  void setTool(ui::Tool tool) override { view_->setTool(tool); }
  ui::Tool tool() const override { return view_->tool(); }
  void setSpace(ui::Space space) override { view_->setSpace(space); }
  ui::Space space() const override { return view_->space(); }
  void setSnap(bool on) override { view_->setSnap(on); }
  bool snap() const override { return view_->snap(); }
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
  bool eventFilter(QObject* watched, QEvent* event) override;

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
  void importPaths(const QStringList& files, std::optional<Vec3> where);
  session::EditsPtr createFree(const world::World& world, const std::string& name, const intrinsic_proto::scene_object::v1::SceneObject& object) const;
  void nextImport();
  void showWaiting();
  void placeWizard();
  void importGoesElsewhere();
  // False when the world did not take it.
  bool addImported(const ui::ImportWizard& wizard, std::optional<Vec3> where);
  void connectMotion();
  QWidget* buildShare();
  void shareChanged();
  void updateShareChip();
  void updateMotionState();
  void showContact(const ui::MotionOutcome& outcome);
  void showCollisions();
  void updateCollisionChip();
  // In the status line alone, until something else is done here.
  void tell(const QString& text);
  void report(const QString& title, const Status& status);
  void failure(const QString& title, const QString& hint, const QString& subject);
  void openFailed(const QString& path, const Status& status);
  void recover(const QString& path);
  void askToOverwrite(const QString& path, const std::function<void(bool)>& done);
  void lookAtFile();
  void raiseWizard();
  // Within the screen, frame included.
  void fitToScreen();
  void restoreDockWidths();
  // Asks what to do with unsaved changes; calls `go` when they may be left.
  void leaveWorld(std::function<void()> go);
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
  Document* document_;
  ViewHost* view_;
  ui::ActionTable* actions_ = nullptr;
  ui::CommandPalette* palette_ = nullptr;
  ui::Notifications* notifications_;
  ui::StatusLine* status_;
  ui::ScenePanel* scene_ = nullptr;
  ui::PropertiesPanel* properties_ = nullptr;
  ui::JointsPanel* joints_ = nullptr;
  ui::MotionPanel* motion_ = nullptr;
  ui::CollisionWatch* collisions_ = nullptr;
  ui::Chip* collision_chip_ = nullptr;
  ui::Chip* plan_chip_ = nullptr;
  ui::Chip* share_chip_ = nullptr;
  QMenu* recent_ = nullptr;
  QMenu* panels_ = nullptr;
  QByteArray first_layout_;
  bool leaving_ = false;
  std::uint64_t told_revision_ = 0;  // of the world when something was said last
  struct Import {
    QString file;
    std::optional<Vec3> where;  // dropped there, in the root frame
  };
  QPointer<ui::ImportWizard> wizard_;
  Import import_;  // what the wizard is open for
  std::deque<Import> waiting_imports_;
  QHash<QString, int> dock_widths_;  // as the user left them; the window may be too narrow for them now
  QTimer widen_docks_;
};

}  // namespace ww::editor
