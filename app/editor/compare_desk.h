// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <QPointer>
#include <memory>

#include "app/editor/window_parts.h"
#include "core/difference/difference.h"

namespace ww::ui {
class CompareDialog;
}

namespace ww::editor {

// A file against the open world: the list of what differs, ghosts of what stands elsewhere there, and what is taken
// over, as one step.
class CompareDesk : public QObject {
  Q_OBJECT
 public:
  explicit CompareDesk(const WindowParts& parts);

  // Asks for the file.
  void compare();
  void compareWith(const QString& file);
  ui::CompareDialog* dialog() const;

 private:
  struct Other;
  using OtherPtr = std::shared_ptr<const Other>;
  struct Comparison;
  using ComparisonPtr = std::shared_ptr<const Comparison>;
  static Result<ComparisonPtr> compared(const session::Snapshot& open, const world::World& other,
                                        const geometry::GeometryStore& store);
  void find(const OtherPtr& other, const QString& name);
  void show(ComparisonPtr found, const OtherPtr& other, const QString& name);
  void take();
  void taken(const difference::Merged& merged, std::uint64_t revision);
  void showCurrent();
  void endGhosts();

  WindowParts parts_;
  QPointer<ui::CompareDialog> dialog_;
  ComparisonPtr shown_;
  OtherPtr other_;
  QString name_;
  QString note_;  // for the list that is shown next
};

}  // namespace ww::editor
