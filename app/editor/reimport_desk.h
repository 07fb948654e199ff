// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <QPointer>
#include <memory>
#include <string>

#include "app/editor/window_parts.h"
#include "core/usecase/revision/revision.h"

namespace ww::ui {
class CompareDialog;
}

namespace ww::editor {

class SourceWatch;

// Files of imported objects that are read again: the list of what changed, each item to be taken or left, and what is
// taken, as one step. Says when such a file changes on the disk.
class ReimportDesk : public QObject {
  Q_OBJECT
 public:
  explicit ReimportDesk(const WindowParts& parts);

  // Of the object that is selected.
  void reimportSelected();
  // `file` empty: as the object says; one that says nothing is asked about.
  void reimport(ObjectId object, const QString& file = {});
  QString whyNot() const;
  ui::CompareDialog* dialog() const;
  SourceWatch& watch() { return *watch_; }

  // A frame that lost what it stood on, and what there is to say about it.
  struct LostFrame {
    FrameId frame;
    QString words;
  };

 Q_SIGNALS:
  void framesLost(const std::vector<ReimportDesk::LostFrame>& frames);

 private:
  // What was read, and what it means for the object.
  struct Reading;
  using ReadingPtr = std::shared_ptr<const Reading>;
  void read(ObjectId object, const usecase::SourceNote& note);
  void compareAgain();
  void show(ReadingPtr found);
  void take();
  void taken(const session::EditsPtr& edits, std::uint64_t revision);
  void tellLost();
  void showCurrent();
  void showGhosts();
  void hideGhosts();
  void tellFailed(const Status& status);
  void tellChanged(ObjectId object, const QString& file);
  QString fileName() const;

  WindowParts parts_;
  SourceWatch* watch_;
  QPointer<ui::CompareDialog> dialog_;
  ReadingPtr shown_;
  quint64 job_ = 0, take_job_ = 0;
  quint64 worlds_ = 0;  // counts those that came: what was asked for one is not for the next
};

}  // namespace ww::editor
