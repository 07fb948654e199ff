// SPDX-License-Identifier: Apache-2.0
// Opening, saving, and what is asked about it. Damaged files: file_desk_rescue.cpp.
#include "app/editor/file_desk.h"

#include <QDir>
#include <QFileInfo>
#include <QPushButton>
#include <algorithm>
#include <utility>

#include "app/editor/problem_watch.h"
#include "app/editor/typed.h"
#include "core/project/file_turn.h"
#include "resources/samples/samples.h"
#include "ui/widgets/file_dialog.h"

namespace ww::editor {
namespace {

constexpr int kButtonSides = 34;  // padding and border
constexpr int kNoticeAfterMs = 300, kSlowSaveMs = 8000;

QString worldFilter() { return FileDesk::tr("Worldwright worlds (*.wright)"); }
QString nameOf(const QString& path) { return QFileInfo(path).fileName(); }

QString withEnding(const QString& file) {
  return file.isEmpty() || file.endsWith(QLatin1String(".wright"), Qt::CaseInsensitive)
             ? file
             : file + QStringLiteral(".wright");
}

// Where worlds were opened or saved last; empty: nowhere.
QString lastFolder(const Document& document) {
  const QString last = document.path().isEmpty() ? RecentFiles::list().value(0) : document.path();
  const QString folder = last.isEmpty() ? QString() : QFileInfo(last).path();
  return QFileInfo(folder).isDir() ? folder : QString();
}

// For a question and its buttons.
QString shortened(const QString& name) {
  constexpr int kLongest = 24, kEnds = 11;
  return name.size() <= kLongest ? name : name.left(kEnds) + QChar(0x2026) + name.right(kEnds);
}

// A button that is laid out before the style sheet reached it is too narrow for its text.
void fitButtons(QMessageBox& box) {
  box.ensurePolished();
  for (auto* button : box.buttons()) {
    button->ensurePolished();
    const int text = button->fontMetrics().horizontalAdvance(button->text());
    button->setMinimumWidth(std::max(button->sizeHint().width(), text + kButtonSides));
  }
}

QMessageBox* questionBox(QWidget* parent, const char* name, const QString& title, const QString& text) {
  auto* box = new QMessageBox(QMessageBox::Warning, title, text, QMessageBox::NoButton, parent);
  box->setObjectName(QLatin1String(name));
  box->setAttribute(Qt::WA_DeleteOnClose);
  return box;
}

}  // namespace

FileDesk::FileDesk(const WindowParts& parts)
    : QObject(&parts.window), parts_(parts), document_(parts.document), messages_(parts.messages) {
  soon_.setSingleShot(true);
  soon_.setInterval(kNoticeAfterMs);
  connect(&soon_, &QTimer::timeout, this, &FileDesk::showWait);
  slow_.setSingleShot(true);
  slow_.setInterval(kSlowSaveMs);
  connect(&slow_, &QTimer::timeout, this, &FileDesk::tellSlowSave);
  connect(&document_, &Document::stateChanged, this, &FileDesk::follow);
  keepWhatIsBegun(parts_);
  connect(&document_, &Document::leaveAsked, this, &FileDesk::askToLeave);
  connect(&document_, &Document::overwriteAsked, this, &FileDesk::askToOverwrite);
  connect(&document_, &Document::openFailed, this, &FileDesk::openFailed);
  connect(&document_, &Document::failed, this, [this](const QString& title, const Status& status) {
    const QString path = document_.saving().path;
    const Document::What what = document_.saving().what;
    // Another place helps against whatever is wrong with this one.
    const bool offers = status.failure && *status.failure->row->action;
    const Messages::Offer elsewhere{tr("Save elsewhere..."), forThisWorld([this, what] { saveElsewhere(what); })};
    messages_.report(title, status, ProblemWatch::saving(),
                     forThisWorld([this, path, what] { document_.save(path, {}, {}, what); }),
                     offers ? Messages::Offer() : elsewhere);
  });
  connect(&document_, &Document::opened, this, [this] {
    world_ = std::make_shared<char>();
    for (const Status& note : document_.savedFile().state().notes)
      messages_.warn(tr("The history of this world cannot be used"), note);
  });
  connect(&document_, &Document::saved, this, &FileDesk::tellSaved);
  connect(&document_, &Document::dropped, this, [this](const QString& name, const QString& reason) {
    messages_.say(tr("Not done: %1. %2").arg(name, reason));
  });
}

// What is offered for a world does nothing to the one that was opened after it.
std::function<void()> FileDesk::forThisWorld(std::function<void()> todo) const {
  return [this, todo = std::move(todo), world = std::weak_ptr(world_)] {
    if (!world.expired()) return todo();
    messages_.say(tr("That was for a world that is no longer open."));
  };
}

void FileDesk::openWorld() {
  const auto hold = document_.hold();
  const QString file = ui::askForFile(&parts_.window, {tr("Open a world"), lastFolder(document_), worldFilter()});
  if (!file.isEmpty()) open(file);
}

void FileDesk::open(const QString& path, Document::Done done) {
  enterTyped(parts_.window);
  document_.open(path, Document::Leave::kAsk, std::move(done));
}

void FileDesk::openSample() {
  if (!samples::sampleList().empty()) openSample(QString::fromStdString(samples::sampleList().front().name));
}

void FileDesk::openSample(const QString& name) {
  document_.make(
      tr("Open the sample cell"),
      [store = parts_.bridge.session().sharedStore(), name = name.toStdString()] {
        return samples::makeSample(name, *store);
      },
      Document::Leave::kAsk, name);
}

QString FileDesk::whyNotOpenSample() const {
  return samples::sampleList().empty() ? tr("No sample comes with this program.") : QString();
}

// ---- saving

FileDesk::Choice FileDesk::chooseTarget(const QString& title, const QString& wish) {
  const auto hold = document_.hold();
  document_.preparePicture();
  const QString chosen = ui::askWhereToSave(&parts_.window, {title, wish, worldFilter()});
  const QString file = withEnding(chosen);
  // The dialog asks about the name that it was given, not about the one with our ending.
  return {file, file == chosen && !file.isEmpty() ? project::fileMark(file.toStdString()) : std::string()};
}

QString FileDesk::proposedFile() const {
  const QString name = document_.wish().isEmpty() ? QStringLiteral("world") : document_.wish();
  return ui::freeFile(lastFolder(document_), name, QStringLiteral(".wright"));
}

void FileDesk::save() {
  enterTyped(parts_.window);
  if (const QString reason = whyNotSave(); !reason.isEmpty()) return messages_.say(reason);
  if (document_.target().isEmpty()) saveAs();
  else document_.save();
}

void FileDesk::saveAs() {
  enterTyped(parts_.window);
  const auto hold = document_.hold();
  QString wish = document_.path().isEmpty() ? proposedFile() : document_.path();
  if (document_.savedFile().state().read_only) wish = proposedCopy();
  const Choice to = chooseTarget(tr("Save the world"), wish);
  if (!to.file.isEmpty()) document_.save(to.file, {}, to.may_replace);
}

QString FileDesk::proposedCopy() const {
  const QString stem = document_.path().isEmpty() ? document_.wish() : QFileInfo(document_.path()).completeBaseName();
  return ui::freeFile(lastFolder(document_), tr("%1-copy").arg(stem), QStringLiteral(".wright"));
}

// Where it goes then is not where it could not go: the folder of before is perhaps gone.
void FileDesk::saveElsewhere(Document::What what) {
  const QString stem = document_.path().isEmpty() ? document_.wish() : QFileInfo(document_.path()).completeBaseName();
  const Choice to = chooseTarget(tr("Save the world elsewhere"), ui::freeFile({}, stem, QStringLiteral(".wright")));
  if (!to.file.isEmpty()) document_.save(to.file, {}, to.may_replace, what);
}

void FileDesk::saveCopyWithoutHistory() {
  enterTyped(parts_.window);
  const Choice to = chooseTarget(tr("Save a copy without history"), proposedCopy());
  if (to.file.isEmpty()) return;
  if (QFileInfo(to.file) == QFileInfo(document_.path()))
    return messages_.say(tr("A copy needs another name than the file itself."));
  document_.save(to.file, {}, to.may_replace, Document::What::kCopyWithoutHistory);
}

QString FileDesk::whyNotSave() const {
  if (isTyping(parts_.window)) return {};
  if (document_.isBeingSaved()) return tr("It is being saved.");
  if (document_.savedFile().state().read_only) return {};  // to another file
  if (!document_.path().isEmpty() && !document_.isDirty() && !document_.hasViewToSave())
    return tr("Everything is saved.");
  return {};
}

void FileDesk::tellSaved(const QString& path, bool kept_old) {
  const QString name = nameOf(path);
  const QString text = kept_old ? tr("%1. What it was before is kept as %1~.").arg(name) : name;
  const ui::Notice notice{ui::Notice::Kind::kGood, tr("Saved"), text, {}, {}};
  if (path == document_.path()) messages_.notifyOfWorld(notice);
  else messages_.notify(notice);
  messages_.say(tr("%1 saved.").arg(path));
}

// ---- questions

void FileDesk::askToLeave() {
  if (question_) return;
  auto* box = questionBox(&parts_.window, "unsavedChanges", tr("Unsaved changes"),
                          unsavedText(document_, parts_.bridge.snapshot().world));
  auto* save = save_button_ = box->addButton(QString(), QMessageBox::AcceptRole);
  auto* discard = lose_button_ = box->addButton(QString(), QMessageBox::DestructiveRole);
  box->addButton(tr("Cancel"), QMessageBox::RejectRole);
  box->setDefaultButton(save);
  question_ = box;
  wordQuestion();
  connect(box, &QDialog::finished, this, [this, box, save, discard] {
    question_.clear();
    if (document_.state() != Document::State::kAsking) return;
    if (box->clickedButton() == discard) document_.leaveAnyway();
    else if (box->clickedButton() == save) saveBeforeLeaving();
    else document_.stay();
  });
  box->open();
}

// What comes next may change while it is asked.
void FileDesk::wordQuestion() {
  const Document::Coming next = document_.coming();
  const QString name = shortened(nameOf(next.file));
  const auto set = [this](const QString& what, const QString& save, const QString& lose) {
    question_->setInformativeText(tr("%1 What is not saved then is lost.").arg(what));
    save_button_->setText(save);
    lose_button_->setText(lose);
    fitButtons(*question_);
  };
  switch (next.kind) {
    case Document::Coming::Kind::kFile:
      if (opensAnew())
        return set(tr("%1 is to be opened anew.").arg(name), tr("Save a copy and open %1").arg(name),
                   tr("Open %1 without saving").arg(name));
      set(tr("%1 is to be opened in its place.").arg(name), tr("Save and open %1").arg(name),
          tr("Open %1 without saving").arg(name));
      break;
    case Document::Coming::Kind::kMade:
      set(tr("The sample cell is to be opened in its place."), tr("Save and open the sample"),
          tr("Open the sample without saving"));
      break;
    case Document::Coming::Kind::kEnd:
      set(tr("The window is to be closed."), tr("Save and close"), tr("Close without saving"));
      break;
    case Document::Coming::Kind::kNew:
    case Document::Coming::Kind::kNothing:
      set(tr("A new world is to be started in its place."), tr("Save and start a new one"),
          tr("Start a new one without saving"));
  }
}

bool FileDesk::opensAnew() const {
  return !document_.path().isEmpty() && QFileInfo(document_.coming().file) == QFileInfo(document_.path());
}

void FileDesk::saveBeforeLeaving() {
  if (!document_.target().isEmpty() && !opensAnew()) return document_.save();
  const Choice to = chooseTarget(tr("Save the world"), document_.path().isEmpty() ? proposedFile() : proposedCopy());
  if (to.file.isEmpty()) document_.stay();
  else document_.save(to.file, {}, to.may_replace);
}

void FileDesk::askToOverwrite(const QString& path, bool known) {
  const QString name = nameOf(path);
  const QString what = known ? tr("%1 was changed by another program since it was opened here.").arg(name)
                             : tr("%1 exists already, and holds something that was not opened here.").arg(name);
  auto* box = questionBox(&parts_.window, "changedOnDisk",
                          known ? tr("Changed by another program") : tr("Replace a file"), what);
  box->setInformativeText(known ? tr("Saving here replaces those changes; they are kept as %1~.").arg(name)
                                : tr("Saving here replaces it; it is kept as %1~.").arg(name));
  auto* anyway = box->addButton(known ? tr("Save anyway") : tr("Replace"), QMessageBox::DestructiveRole);
  auto* other = box->addButton(tr("Save as..."), QMessageBox::AcceptRole);
  auto* merge = known ? box->addButton(tr("Compare and merge..."), QMessageBox::ActionRole) : nullptr;
  auto* anew = known ? box->addButton(tr("Open it anew"), QMessageBox::ActionRole) : nullptr;
  box->setDefaultButton(other);
  box->setEscapeButton(box->addButton(tr("Cancel"), QMessageBox::RejectRole));
  fitButtons(*box);
  connect(box, &QDialog::finished, this, [this, box, anyway, other, merge, anew, path] {
    const auto* chosen = box->clickedButton();
    if (chosen == anyway) return document_.overwrite();
    const Choice to = chosen == other ? chooseTarget(tr("Save the world"), path) : Choice{};
    if (!to.file.isEmpty()) return document_.overwrite(Document::Instead{to.file, to.may_replace});
    document_.cancelSave();
    if (chosen && chosen == merge) Q_EMIT takeOverAsked(path);
    if (chosen && chosen == anew) Q_EMIT anewAsked(path);
  });
  box->open();
}

// ---- waiting

void FileDesk::follow() {
  const auto state = document_.state();
  if (document_.state() == Document::State::kSaving) messages_.notifications().withdraw(tr("Saved"));
  if (state != Document::State::kSaving || document_.saving().waits_for_answer) {
    slow_.stop();
    if (!slow_title_.isEmpty()) messages_.notifications().withdraw(std::exchange(slow_title_, QString()));
  } else if (!slow_.isActive() && slow_title_.isEmpty()) {
    slow_.start();
  }
  if (question_ && state != Document::State::kAsking) question_->close();
  else if (question_) wordQuestion();
  const bool waits =
      !document_.coming().name.isEmpty() && (state == Document::State::kSaving || state == Document::State::kReading);
  if (!waits) soon_.stop();
  if (!wait_title_.isEmpty()) showWait();
  else if (waits && !soon_.isActive()) soon_.start();
}

// Another program may be at the file, or a drive of another machine have gone without a word. Work goes on, and is
// kept.
void FileDesk::tellSlowSave() {
  if (document_.state() != Document::State::kSaving || document_.saving().waits_for_answer) return;
  slow_title_ = tr("Saving %1 takes long").arg(nameOf(document_.saving().path));
  const QString why = document_.saving().waits_for_others
                          ? tr("Another program is at this file: it is saved when that has ended. You can go on "
                               "working here.")
                          : tr("Its drive may not answer. You can go on working here.");
  ui::Notice notice{ui::Notice::Kind::kWarning, slow_title_, why, tr("Save elsewhere..."), [this] {
                      slow_title_.clear();
                      document_.cancelSave();
                      document_.cancelSave();
                      saveElsewhere();
                    }};
  notice.more.emplace_back(tr("Stop saving"), [this] {
    slow_title_.clear();
    document_.cancelSave();
  });
  notice.stays = true;
  messages_.notify(notice);
}

// Replaces what was said before.
void FileDesk::showWait() {
  const auto state = document_.state();
  const QString next = document_.coming().name;
  const bool saving = state == Document::State::kSaving && !next.isEmpty();
  QString title;
  if (saving) title = tr("Saving %1. After that: %2").arg(nameOf(document_.saving().path), next);
  else if (state == Document::State::kReading) title = tr("%1...").arg(next);
  if (title == wait_title_) return;
  if (!wait_title_.isEmpty()) messages_.notifications().withdraw(wait_title_);
  wait_title_ = title;
  if (title.isEmpty()) return;
  ui::Notice notice{ui::Notice::Kind::kInfo, title, {}, saving ? tr("Stay here") : tr("Cancel"), [this] {
                      wait_title_.clear();
                      document_.stay();
                    }};
  if (saving)
    notice.more.emplace_back(tr("Stop saving"), [this] {
      wait_title_.clear();
      document_.cancelSave();
    });
  notice.stays = true;
  messages_.notify(notice);
}

// ---- damaged files

void FileDesk::openFailed(const QString& path, const Status& status) {
  if (status.code == Code::kDataLoss) return damaged(path, status);
  Messages::Offer forget;
  if (!QFileInfo::exists(path) && RecentFiles::list().contains(path))
    forget = {tr("Take it off the list"), [this, path] {
                RecentFiles::remove(path);
                messages_.list(ProblemWatch::file(path), {});
                Q_EMIT recentChanged();
              }};
  messages_.report(
      tr("%1 could not be opened").arg(nameOf(path)), status, ProblemWatch::file(path), [this, path] { open(path); },
      forget);
}

void FileDesk::tellNotOpened(const QString& path) {
  messages_.offer(
      {tr("%1 was not opened: one world is open at a time.").arg(nameOf(path)),
       tr("Open it by itself; it comes in the place of the one that is open."), path, ProblemWatch::file(path)},
      tr("Open it now"), [this, path] { open(path); });
}

}  // namespace ww::editor
