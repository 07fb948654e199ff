// SPDX-License-Identifier: Apache-2.0
#include "app/editor/history_desk.h"

#include <QCoreApplication>
#include <QPointer>
#include <QThreadPool>

#include "core/usecase/picture.h"
#include "ui/bridge/status_text.h"

namespace ww::editor {

HistoryDesk::HistoryDesk(const WindowParts& parts, ui::HistoryPanel& panel, ui::HistoryTreeModel& model,
                         ui::HistoryModel& line)
    : QObject(&parts.window), parts_(parts), panel_(panel), model_(model), tree_(parts.document.keeping().history) {
  connect(&panel_, &ui::HistoryPanel::goAsked, this, &HistoryDesk::goTo);
  connect(&panel_, &ui::HistoryPanel::backAsked, this, &HistoryDesk::bringBack);
  connect(&panel_, &ui::HistoryPanel::keepAsked, this, &HistoryDesk::keep);
  connect(&panel_, &ui::HistoryPanel::forgetAsked, this, &HistoryDesk::forget);
  connect(&panel_, &ui::HistoryPanel::pictureAsked, this, &HistoryDesk::draw);
  constexpr int kLookMs = 400;
  connect(&look_, &QTimer::timeout, this, &HistoryDesk::drawNext);
  look_.start(kLookMs);
  connect(&parts_.document, &Document::opened, this, [this] {
    ++worlds_;
    tried_.clear();
  });
  // Another world has other states, and a save gives one its picture.
  connect(&parts_.document, &Document::opened, &model_, &ui::HistoryTreeModel::reload);
  connect(&parts_.document, &Document::saved, &model_, &ui::HistoryTreeModel::reload);
  followFile(line);
  // What a save had no room for; once, as long as it is the same.
  connect(&parts_.document, &Document::saved, this, [this, told = std::string()]() mutable {
    std::string now;
    for (const Status& note : parts_.document.savedFile().state().notes) {
      now += note.title;
      if (now != told) parts_.messages.warn(tr("Not all of the history was saved"), note);
    }
    told = now;
  });
}

// Which step the file has. What was recovered is in none, nor what is called nothing yet.
void HistoryDesk::followFile(ui::HistoryModel& line) {
  const Document& document = parts_.document;
  const auto mark = [&document, &line] {
    if (document.isDirty() || document.path().isEmpty()) line.markNoneSaved();
    else line.markSaved();
  };
  SavedFile& file = document.savedFile();
  connect(&document, &Document::opened, &line, mark);
  connect(&file, &SavedFile::settled, &line, mark);
  connect(&document, &Document::saved, &line, [&document, &line] {
    if (!document.isDirty()) line.markSaved();
  });
  connect(&file, &SavedFile::lostChanged, &line, [&file, &line] { line.setSavedThere(!file.isLost()); });
}

void HistoryDesk::tell(const Status& status) {
  if (!status.ok()) parts_.messages.report(tr("The world could not go there"), status);
}

void HistoryDesk::whenReady(history::NodeId id, const std::function<Status()>& run) {
  if (tree_->isReady(id)) return tell(run());
  parts_.jobs.start(
      tr("Going back in the history"),
      [tree = tree_, id](const std::stop_token&, const Progress&) { return tree->prepare(id); },
      [this, run, world = worlds_](const Status& made) {
        if (world == worlds_) tell(made.ok() ? run() : made);
      });
}

void HistoryDesk::goTo(history::NodeId id) {
  if (id != 0) whenReady(id, [this, id] { return tree_->goTo(id); });
}

void HistoryDesk::bringBack(history::NodeId id) {
  const int row = model_.rowOf(id);
  if (row < 0) return;
  const QString name = model_.index(row).data(ui::HistoryTreeModel::kCheckpointRole).toString();
  const Phrase label = name.isEmpty()
                           ? phrase(WW_TEXT("Core", "Back to an earlier state"))
                           : phrase(WW_TEXT("Core", "Back to {name}"), {{"name", arg::Words{name.toStdString()}}});
  whenReady(id, [this, id, label] { return tree_->goBack(id, label); });
}

void HistoryDesk::keep(const QString& name) {
  const history::NodeId now = model_.idAt(model_.currentRow());
  const Status done = tree_->setCheckpoint(now, name.toStdString());
  if (!done.ok()) return parts_.messages.report(tr("No checkpoint was made"), done);
  panel_.name()->clear();
  model_.reload();
  Q_EMIT parts_.document.stateChanged();  // it can be saved
  parts_.messages.say(tr("The world as it is now is the checkpoint %1.").arg(name));
  draw(now);
}

void HistoryDesk::forget(history::NodeId id) {
  tree_->dropCheckpoint(id);
  model_.reload();
  Q_EMIT parts_.document.stateChanged();
}

bool HistoryDesk::lacksPicture(history::NodeId id) const {
  const int row = model_.rowOf(id);
  return row >= 0 && model_.index(row).data(ui::HistoryTreeModel::kPictureRole).value<QPixmap>().isNull();
}

void HistoryDesk::draw(history::NodeId id) {
  if (drawing_ != 0 || tried_.contains(id) || !lacksPicture(id)) return;
  drawing_ = id;
  tried_.insert(id);
  QThreadPool::globalInstance()->start([desk = QPointer<HistoryDesk>(this), tree = tree_, id] {
    const world::WorldPtr there = tree->prepare(id).ok() ? tree->worldAt(id) : nullptr;
    const auto drawn = there ? usecase::picture(*there) : Result<std::string>(std::string());
    const std::string png = drawn.ok() ? *drawn : std::string();
    QMetaObject::invokeMethod(qApp, [desk, tree, id, png, drawn_of = std::weak_ptr(there)] {
      // Where worlds are opened: the next one has a state of that number, too.
      const bool is_old = !png.empty() && tree->worldAt(id) != drawn_of.lock();
      if (!png.empty() && !is_old) tree->setPicture(id, png);
      if (!desk) return;
      desk->drawing_ = 0;
      desk->model_.reload();
      // An edit may yet be joined to it, or has been meanwhile.
      if (is_old || !desk->lacksPicture(id)) desk->tried_.remove(id);
      desk->drawNext();
    });
  });
}

// What is chosen first. Of large worlds only that is drawn: a picture of them takes seconds.
void HistoryDesk::drawNext() {
  constexpr std::size_t kLargeWorld = 1000;  // objects
  if (drawing_ != 0 || !panel_.isVisible()) return;
  if (panel_.chosen() != 0) draw(panel_.chosen());
  if (parts_.bridge.snapshot().world->objectCount() > kLargeWorld) return;
  for (const history::NodeId id : panel_.seen()) draw(id);
}

}  // namespace ww::editor
