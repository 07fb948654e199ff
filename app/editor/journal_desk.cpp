// SPDX-License-Identifier: Apache-2.0
#include "app/editor/journal_desk.h"

#include <QApplication>
#include <QFileInfo>
#include <QPushButton>
#include <QScrollArea>
#include <QThreadPool>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "app/editor/problem_watch.h"
#include "core/history/recovered.h"
#include "core/project/file_turn.h"
#include "core/project/project.h"
#include "ui/bridge/status_text.h"
#include "ui/settings/preferences.h"
#include "ui/settings/user_settings.h"

namespace ww::editor {
namespace {

// The id of a journal while it is recovered: a program that ends in the middle of that leaves it.
constexpr auto kRecoveringKey = "journal/recovering";
constexpr std::uint64_t kPastBytes = std::uint64_t{8} << 20;  // of the history that a base has at least room for
constexpr int kFirstAgainMs = 500, kLastAgainMs = 60'000;

journal::Document documentOf(const Document& document) {
  const SavedFile& file = document.savedFile();
  // What others made of it has none of ours.
  const std::uint64_t names = file.state().is_of_others ? 0 : file.names();
  return {document.path().toStdString(), document.wish().toStdString(), file.lastWorld(), {}, file.isLost(), names};
}

QSet<QString> unfinished() {
  const QStringList ids = ui::settings::value(QLatin1String(kRecoveringKey)).toStringList();
  return {ids.begin(), ids.end()};
}

void setUnfinished(const QString& id, bool is) {
  QSet<QString> ids = unfinished();
  if (is) ids.insert(id);
  else ids.remove(id);
  ui::settings::set(QLatin1String(kRecoveringKey), QStringList(ids.begin(), ids.end()));
}

QImage leftPicture(const journal::Summary& summary) {
  const journal::About& about = summary.tally.about();
  // That of the file is of its last save, and of a world that was saved since the other one is older.
  std::string png = about.picture;
  if (!about.path.empty()) {
    auto stored = project::thumbnail(project::systemVfs(), about.path);
    if (stored.ok() && !stored->empty()) png = *std::move(stored);
  }
  return project::isSmallPng(png) ? QImage::fromData(QByteArray::fromStdString(png)) : QImage();
}

}  // namespace

struct JournalDesk::Restored {
  Arrival arrival;
  journal::Claim claim;
  journal::Recovered recovered;
};

JournalDesk::JournalDesk(const WindowParts& parts)
    : QObject(&parts.window),
      parts_(parts),
      picture_(new JournalPicture(
          parts,
          [this](std::string png) {
            if (journal_) journal_->setPicture(std::move(png));
          },
          this)) {
  // Later: a world that was recovered goes on in its own journal, which is known when it has arrived.
  connect(&parts_.document, &Document::opened, this, &JournalDesk::begin, Qt::QueuedConnection);
  // Others have changed it, or it has that again; or what they made of it is known.
  for (const auto signal : {&SavedFile::written, &SavedFile::lostChanged, &SavedFile::settled})
    connect(&parts_.document.savedFile(), signal, this, &JournalDesk::tellSaved);
  again_.setSingleShot(true);
  connect(&again_, &QTimer::timeout, this, &JournalDesk::look);
}

JournalDesk::~JournalDesk() { journal_.reset(); }

void JournalDesk::keepIn(const std::string& root) {
  root_ = root;
  Q_EMIT keeps(root);
  begin();
  look();
}

void JournalDesk::end() {
  picture_->end();
  if (journal_) journal_->discard();
  journal_.reset();
  root_.clear();
}

// The world that was here before is saved or may be lost: nobody leaves it otherwise.
void JournalDesk::begin() {
  if (root_.empty()) return;
  if (journal_) journal_->discard();
  journal_.reset();
  failing_ = false;
  journal::JournalOptions options;
  const auto tree = parts_.document.keeping().history;
  const auto wanted = static_cast<std::uint64_t>(ui::Preferences::instance().values().history_megabytes) << 20;
  options.past = history::pastOf(tree, {std::max(kPastBytes, wanted)});
  // By the Qt thread, as this.
  tree->tellNames([desk = QPointer<JournalDesk>(this)](const journal::Named& named) {
    if (desk && desk->journal_) desk->journal_->named(named);
  });
  options.told = [this] { QMetaObject::invokeMethod(this, &JournalDesk::showState, Qt::QueuedConnection); };
  auto& session = parts_.bridge.session();
  const RestoredPtr restored = std::exchange(restored_, nullptr);
  if (restored && restored->recovered.whole)
    journal_ = std::make_unique<journal::Journal>(project::systemVfs(), std::move(restored->claim), session,
                                                  restored->recovered, options);
  else
    journal_ =
        std::make_unique<journal::Journal>(project::systemVfs(), root_, session, documentOf(parts_.document), options);
  connect(&parts_.bridge, &ui::SessionBridge::changed, this, &JournalDesk::showState, Qt::UniqueConnection);
  if (parts_.document.savedFile().isLost()) tellSaved();
  picture_->begin();
  showState();
}

void JournalDesk::tellSaved() {
  if (journal_) journal_->saved(documentOf(parts_.document));
}

void JournalDesk::showState() {
  if (!journal_) return;
  const journal::JournalState state = journal_->state();
  using Kept = ui::StatusLine::Kept;
  parts_.messages.status().setKept(!state.problem.ok() ? Kept::kFailing : state.synced ? Kept::kYes : Kept::kPending);
  // Once, not at each try.
  if (!state.problem.ok() && !failing_)
    parts_.messages.report(tr("What you do now would be lost in a crash"), state.problem, ProblemWatch::keeping());
  if (state.problem.ok() && failing_) parts_.messages.list(ProblemWatch::keeping(), {});
  failing_ = !state.problem.ok();
}

// ---- what was left behind

void JournalDesk::look() {
  if (root_.empty()) return;
  const std::string own = journal_ ? journal_->state().id : std::string();
  QThreadPool::globalInstance()->start([root = root_, own, desk = QPointer<JournalDesk>(this)] {
    std::vector<journal::Summary> left;
    QHash<QString, QImage> pictures;
    bool is_held = false;
    for (journal::Summary& summary : journal::list(project::systemVfs(), root)) {
      is_held = is_held || (summary.in_use && summary.id != own);
      if (summary.in_use) continue;
      pictures.insert(QString::fromStdString(summary.id), leftPicture(summary));
      left.push_back(std::move(summary));
    }
    QMetaObject::invokeMethod(qApp, [desk, left = std::move(left), pictures, is_held] {
      if (desk) desk->take(left, pictures, is_held);
    });
  });
}

bool JournalDesk::isAsBefore(const std::vector<journal::Summary>& left) const {
  return std::ranges::equal(left, left_, [](const journal::Summary& a, const journal::Summary& b) {
    return a.id == b.id && a.tally.edits() == b.tally.edits();
  });
}

void JournalDesk::take(std::vector<journal::Summary> left, const QHash<QString, QImage>& pictures, bool is_held) {
  looks_ = is_held ? looks_ + 1 : 0;
  if (is_held) again_.start(std::min(kFirstAgainMs << std::min(looks_ - 1, 10), kLastAgainMs));
  std::erase_if(left, [this](const journal::Summary& one) { return later_.contains(QString::fromStdString(one.id)); });
  if (isAsBefore(left)) return;
  left_ = std::move(left);
  pictures_ = pictures;
  // A list that is open has it then, and no notice is needed.
  Q_EMIT leftChanged();
  offer();
}

// Each once, however often it is found: again only if somebody has gone on with it. A notice that is still there tells
// what is left of it as well.
void JournalDesk::offer() {
  if (parts_.messages.notifications().withdraw(tr("Not saved last time")))
    for (const QString& id : told_) offered_.remove(id);
  told_.clear();
  QStringList names;
  for (const journal::Summary& one : left_) {
    const QString id = QString::fromStdString(one.id);
    const quint64 edits = one.tally.edits();
    if (offered_.contains(id) && offered_.value(id) == edits) continue;
    offered_.insert(id, edits);
    told_ << id;
    names << LeftList::nameOf(one);
  }
  if (names.isEmpty()) return;
  ui::Notice notice;
  notice.kind = ui::Notice::Kind::kWarning;
  notice.title = tr("Not saved last time");
  notice.text = names.join(QStringLiteral(", "));
  notice.action = tr("Show...");
  notice.handler = [this] { showLeft(); };
  notice.stays = true;
  parts_.messages.notify(notice);
}

LeftList* JournalDesk::makeList(QWidget* parent) {
  if (left_.empty()) return nullptr;
  parts_.messages.notifications().withdraw(tr("Not saved last time"));
  for (const journal::Summary& one : left_) offered_.insert(QString::fromStdString(one.id), one.tally.edits());
  auto* list = new LeftList(left_, pictures_, unfinished(), parent);
  // The list goes while it is clicked.
  const auto either = [this](bool older) { return [this, older](const QString& id) { recover(id, older); }; };
  connect(list, &LeftList::recoverAsked, this, either(false), Qt::QueuedConnection);
  connect(list, &LeftList::olderAsked, this, either(true), Qt::QueuedConnection);
  connect(
      list, &LeftList::compareAsked, this, [this](const QString& id) { recover(id, false, Then::kCompare); },
      Qt::QueuedConnection);
  connect(list, &LeftList::savedAsked, this, &JournalDesk::openSaved, Qt::QueuedConnection);
  connect(list, &LeftList::discardAsked, this, &JournalDesk::askToDiscard, Qt::QueuedConnection);
  connect(
      list, &LeftList::laterAsked, this,
      [this](const QString& id) {
        later_.insert(id);
        forget(id);
      },
      Qt::QueuedConnection);
  return list;
}

void JournalDesk::showLeft() {
  if (left_.empty()) return;
  delete shown_;
  auto* dialog = new QDialog(&parts_.window);
  dialog->setObjectName(QStringLiteral("leftDialog"));
  dialog->setWindowTitle(tr("Not saved last time"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  auto* area = new QScrollArea(dialog);
  area->setWidgetResizable(true);
  area->setFrameShape(QFrame::NoFrame);
  auto* box = new QVBoxLayout(dialog);
  box->addWidget(area);
  const auto fill = [this, area, dialog] {
    QWidget* list = makeList(area);
    if (list) area->setWidget(list);
    else dialog->close();
  };
  connect(this, &JournalDesk::leftChanged, dialog, fill);
  shown_ = dialog;
  fill();
  // As high as its cards, which wrap their buttons in the room that there is.
  constexpr int kWidth = 680, kMost = 480;
  dialog->resize(kWidth, kMost);
  dialog->show();
  dialog->layout()->activate();
  const int cards = area->widget() ? area->widget()->heightForWidth(area->viewport()->width()) : 0;
  if (cards > 0) dialog->resize(kWidth, std::min(kMost, cards + kMost - area->viewport()->height()));
}

const journal::Summary* JournalDesk::find(const QString& id) const {
  for (const journal::Summary& one : left_)
    if (one.id == id.toStdString()) return &one;
  return nullptr;
}

void JournalDesk::forget(const QString& id) {
  std::erase_if(left_, [&](const journal::Summary& one) { return one.id == id.toStdString(); });
  Q_EMIT leftChanged();
  offer();
}

namespace {

// Whether a save of this document has put that world there. Without a record of it the editor may have fallen between
// its saving and telling of it.
bool isOwn(const std::string& hash, const journal::Recovered& recovered) {
  return hash == recovered.tally.about().saved_hash ||
         std::ranges::any_of(recovered.steps, [&](const journal::Step& step) { return step.note.hash == hash; });
}

// The file that it belongs to: a save goes there at once if it is as it was. What others have made of it is told, as of
// any file that is open, and compared with what was saved there. One that another program has open is left to that, and
// what was recovered is a world without a file.
void addFile(const journal::Recovered& recovered, const Keeping& keeping, geometry::GeometryStore& store,
             Arrival& arrival) {
  const journal::About& about = recovered.tally.about();
  if (about.path.empty()) {
    arrival.past = history::withRecovered(nullptr, recovered, store);
    return;
  }
  auto hold = keeping.holds->take(about.path);
  if (!hold.ok()) {
    arrival.path.clear();
    arrival.wish = QFileInfo(QString::fromStdString(about.path)).completeBaseName();
  }
  const std::string mark = project::fileMark(about.path);
  const auto loaded = project::load(*keeping.vfs, about.path, store);
  auto past = loaded.ok() ? history::opened(loaded->history, loaded->world, store) : nullptr;
  const auto known = history::withRecovered(std::move(past), recovered, store);
  arrival.past = known;
  if (loaded.ok()) arrival.view = loaded->view;
  if (hold.ok()) arrival.file.hold = *hold;
  if (!loaded.ok() || !isOwn(contentHash(loaded->world), recovered)) {
    if (hold.ok()) arrival.base = history::worldOf(recovered, known.get(), about.saved_hash, store);
    return;
  }
  arrival.base = std::make_shared<const world::World>(loaded->world);
  if (hold.ok()) arrival.file.mark = mark;
  if (hold.ok()) arrival.file.rows_hash = loaded->info.rows_hash;
  if (hold.ok()) arrival.file.foreign = loaded->info.foreign;
}

}  // namespace

Result<JournalDesk::RestoredPtr> JournalDesk::restore(const std::string& root, const std::string& id, bool older,
                                                      const Keeping& keeping, geometry::GeometryStore& store,
                                                      const Progress& progress) {
  auto& vfs = project::systemVfs();
  WW_ASSIGN(journal::Claim claim, journal::claimSoon(vfs, root, id));
  journal::RecoverOptions options;
  if (older) options.until = 0;
  WW_ASSIGN(journal::Recovered recovered, journal::recover(vfs, claim, store, options, progress));
  const journal::About about = recovered.tally.about();
  Arrival arrival{recovered.world, QString::fromStdString(about.path), {},
                  false,           QString::fromStdString(about.wish), {}};
  addFile(recovered, keeping, store, arrival);
  return std::make_shared<Restored>(Restored{std::move(arrival), std::move(claim), std::move(recovered)});
}

void JournalDesk::recover(const QString& id, bool older, Then then) {
  const journal::Summary* one = find(id);
  if (!one) return;
  const QString name = LeftList::nameOf(*one);
  if (shown_) shown_->close();
  setUnfinished(id, true);
  parts_.jobs.run<RestoredPtr>(
      tr("Recover %1").arg(name),
      [root = root_, id = id.toStdString(), older, keeping = parts_.document.keeping(),
       store = parts_.bridge.session().sharedStore()](std::stop_token, const Progress& progress) {
        return restore(root, id, older, keeping, *store, progress);
      },
      [this, id, name, then](const Result<RestoredPtr>& restored) {
        setUnfinished(id, false);
        if (restored.ok()) arrive(*restored, name, then);
        else parts_.messages.report(tr("%1 could not be recovered").arg(name), restored.status());
      });
}

void JournalDesk::arrive(const RestoredPtr& restored, const QString& name, Then then) {
  parts_.document.restore(
      std::move(restored->arrival), name, Document::Leave::kAsk, [this, restored, name, then](bool shown) {
        if (!shown) return;
        const journal::Recovered& done = restored->recovered;
        const int count = static_cast<int>(done.tally.edits());
        const QString said = count > 0 ? tr("%1 recovered with %n edits; they are not saved yet.", "", count)
                                       : tr("%1 recovered; it is not saved yet.");
        parts_.messages.say(said.arg(name));
        for (const Status& note : done.notes)
          parts_.messages.report(tr("%1 was recovered with doubts").arg(name), note);
        if (!done.stopped.ok()) parts_.messages.report(tr("%1 was recovered in part").arg(name), done.stopped);
        restored_ = restored;
        // What is missing may still be wanted.
        if (done.whole) forget(QString::fromStdString(restored->claim.id));
        if (then == Then::kCompare) Q_EMIT compareAsked(QString::fromStdString(done.tally.about().path));
      });
}

void JournalDesk::openSaved(const QString& id) {
  const journal::Summary* one = find(id);
  if (!one) return;
  const QString path = QString::fromStdString(one->tally.about().path);
  if (shown_) shown_->close();
  parts_.document.open(path, Document::Leave::kAsk);
}

void JournalDesk::askToDiscard(const QString& id) {
  const journal::Summary* one = find(id);
  if (!one || question_) return;
  question_ =
      new QMessageBox(QMessageBox::Warning, tr("Discard edits"),
                      tr("The edits of %1 that were not saved are thrown away for good.").arg(LeftList::nameOf(*one)),
                      QMessageBox::NoButton, &parts_.window);
  question_->setObjectName(QStringLiteral("discardLeft"));
  question_->setAttribute(Qt::WA_DeleteOnClose);
  auto* gone = question_->addButton(tr("Discard"), QMessageBox::DestructiveRole);
  auto* keep = question_->addButton(tr("Keep"), QMessageBox::RejectRole);
  question_->setDefaultButton(keep);
  connect(question_, &QDialog::finished, this, [this, box = question_.data(), gone, id] {
    const bool wanted = box->clickedButton() == gone;
    question_.clear();
    if (wanted) discard(id);
  });
  question_->open();
}

void JournalDesk::discard(const QString& id, int tries) {
  auto& vfs = project::systemVfs();
  const auto claimed = journal::claim(vfs, root_, id.toStdString());
  if (!claimed.ok() && claimed.status().code == Code::kUnavailable && tries > 0) {
    // Perhaps it is only looked at.
    constexpr int kAgainMs = 100;
    QTimer::singleShot(kAgainMs, this, [this, id, tries] { discard(id, tries - 1); });
    return;
  }
  const Status gone = claimed.ok() ? journal::removeJournal(vfs, *claimed) : claimed.status();
  if (!gone.ok()) return parts_.messages.report(tr("It could not be discarded"), gone);
  forget(id);
}

}  // namespace ww::editor
