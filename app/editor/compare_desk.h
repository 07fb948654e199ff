// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <QPointer>
#include <QSet>
#include <memory>

#include "app/editor/window_parts.h"
#include "core/difference/difference.h"

namespace ww::ui {
class CompareDialog;
struct CompareRow;
}  // namespace ww::ui

namespace ww::editor {

// A file against the open world: the list of what differs, ghosts of what stands elsewhere there, and what is taken
// over, as one step. Where it is known what both come from, only what others changed is offered, and what both changed
// stays as it is here unless somebody chooses.
class CompareDesk : public QObject {
  Q_OBJECT
 public:
  explicit CompareDesk(const WindowParts& parts);

  // Asks for the file.
  void compare();
  void compareWith(const QString& file) { read(file, Way::kCompare); }
  // The file has what was saved before the edits that are open now: nothing of it is meant to be taken.
  void compareRecovered(const QString& file) { read(file, Way::kLook); }
  // What others have changed in the file of the document since it was read or saved here.
  void takeOver(const QString& file) { read(file, Way::kTakeOver); }
  ui::CompareDialog* dialog() const;

 private:
  enum class Way { kCompare, kLook, kTakeOver };
  struct Other;
  using OtherPtr = std::shared_ptr<const Other>;
  struct Comparison;
  using ComparisonPtr = std::shared_ptr<const Comparison>;
  static Result<ComparisonPtr> compared(const session::Snapshot& open, const Other& other,
                                        const geometry::GeometryStore& store);
  void read(const QString& file, Way way);
  void find(const OtherPtr& other, const QString& name);
  void show(ComparisonPtr found, const OtherPtr& other, const QString& name);
  void take();
  void taken(const difference::Merged& merged, const difference::MergeOptions& options, std::uint64_t revision);
  static ui::CompareRow conflictRow(const difference::Conflict& conflict);
  void settle();
  void decline();
  bool wasDeclined(const std::string& key) const;
  void showCurrent();
  void endGhosts();

  WindowParts parts_;
  QPointer<ui::CompareDialog> dialog_;
  ComparisonPtr shown_;
  OtherPtr other_;
  QString name_;
  quint64 worlds_ = 0;  // counts those that were open: what is found for one is not told to the next
  QString note_;        // for the list that is shown next
  // Of that state of that file, rows that somebody did not want: they are not offered checked again.
  OtherPtr declined_of_;
  QSet<QString> declined_;
  // The state of the document's own file (project::fileMark) that was decided about, and what it had before: who looks
  // at it once more can have what was left then.
  struct Settled {
    std::string mark;
    world::WorldPtr before;
  };
  Settled settled_;
};

}  // namespace ww::editor
