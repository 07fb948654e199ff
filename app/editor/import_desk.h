// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QPointer>
#include <deque>
#include <memory>
#include <optional>

#include "app/editor/import_ghost.h"
#include "app/editor/imports_under_way.h"
#include "app/editor/new_objects.h"
#include "app/editor/place_pick.h"
#include "app/editor/problem_watch.h"
#include "app/editor/window_parts.h"
#include "core/usecase/import_place.h"
#include "ui/scene/drop_point.h"

namespace ww::ui {
class ImportWizard;
}

namespace ww::editor {

// Files that come into the world: one wizard after the other, beside the work.
class ImportDesk : public QObject {
  Q_OBJECT
 public:
  ImportDesk(const WindowParts& parts, ProblemWatch& problems, NewObjects& objects);

  // Asks which files.
  void choose();
  // `where`: they were dropped there.
  void take(const QStringList& files, const std::optional<ui::DropPoint>& where = {});
  // Which files are under way is kept beside these journals, and what a crash ended is offered again.
  void keepIn(const std::string& journals);
  // A place in the world of before says nothing in this one.
  void worldReplaced();
  // Nothing comes any more.
  void end();

 Q_SIGNALS:
  // Among the files that were taken are worlds.
  void worldsTaken(const QStringList& files);
  // What comes is shown in the view from here on, or no longer.
  void previews(bool on);
  // They are in the world, and are shown.
  void imported(const std::vector<ww::world::NodeRef>& made);

 private:
  struct Import {
    QString file;
    std::optional<ui::DropPoint> where = {};        // dropped there
    bool as_in_file = false;                        // as the file before it
    std::vector<usecase::ImportPlace> places = {};  // that the wizard offers
    std::size_t picked = 0;                         // so many of them, the first, were clicked
    // The free place for what was read, and where it was looked for.
    std::shared_ptr<const io::ImportResult> free_for = {};
    std::optional<Vec3> p_in_root = {};
  };
  void next();
  void openWizard();
  void showWaiting();
  void tellUnderWay();
  void offerLeft(const QStringList& files, const QStringList& worlds);
  void placeWizard();
  void raiseWizard();
  void offerPlaces();
  void takePicked(const std::vector<PickedPlace>& picked);
  usecase::ImportPlace placeOf(int chosen, const std::shared_ptr<const io::ImportResult>& read);
  void showGhost();
  bool add(const ui::ImportWizard& wizard);
  // This file and those that wait, as one step.
  struct ReadFile;
  using ReadFiles = std::shared_ptr<const std::vector<ReadFile>>;
  void readAll(ui::ImportWizard& wizard);
  bool addAll(const ReadFiles& files, const usecase::ImportPlace& place);
  void showMade(const std::vector<world::NodeRef>& made, bool first);
  void tellAdded(const QString& file, const Diagnostics& found, const usecase::ImportPlace& place,
                 const std::vector<world::NodeRef>& made);
  void importAgain(const QString& file, const std::vector<world::NodeRef>& made, double metres_per_unit);
  void tellFailed(const QString& file, const Status& status);

  WindowParts parts_;
  ProblemWatch& problems_;
  NewObjects& objects_;
  QPointer<ui::ImportWizard> wizard_;
  ImportGhost* ghost_;
  PlacePick* pick_;
  Import import_;  // what the wizard is open for
  std::deque<Import> waiting_;
  quint64 read_job_ = 0;      // of several files
  std::uint64_t worlds_ = 0;  // that were opened
  ImportsUnderWay* under_way_;
};

}  // namespace ww::editor
