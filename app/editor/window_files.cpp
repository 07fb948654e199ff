// SPDX-License-Identifier: Apache-2.0
// World files: opening, saving, what to do when one is damaged or was changed by another program.
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <algorithm>

#include "app/editor/main_window.h"
#include "core/project/format.h"
#include "core/project/project.h"
#include "ui/bridge/core_text.h"
#include "ui/bridge/status_text.h"

namespace ww::editor {
namespace {

constexpr int kButtonSides = 34;  // padding and border

QString worldFilter() { return MainWindow::tr("Worldwright worlds (*.wright)"); }

QString withEnding(const QString& file) {
  return file.isEmpty() || file.endsWith(QLatin1String(".wright"), Qt::CaseInsensitive) ? file : file + QStringLiteral(".wright");
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

}  // namespace

void MainWindow::openFiles(const QStringList& files) {
  QStringList imports, worlds;
  for (const QString& file : files) (file.endsWith(QLatin1String(".wright"), Qt::CaseInsensitive) ? worlds : imports) << file;
  if (worlds.isEmpty()) return importPaths(imports, std::nullopt);
  for (const QString& other : worlds.mid(1)) say(tr("One world is open at a time: %1 was not opened.").arg(QFileInfo(other).fileName()));
  leaveWorld([this, imports, world = worlds.front()] {
    // What is imported goes into the world that is opened with it, not into the one before.
    auto* once = new QObject(this);
    connect(document_, &Document::openFailed, once, &QObject::deleteLater);
    connect(document_, &Document::opened, once, [this, once, imports] {
      once->deleteLater();
      importPaths(imports, std::nullopt);
    });
    document_->open(world);
  });
}

void MainWindow::newWorld() { leaveWorld([this] { document_->reset(); }); }

void MainWindow::openWorld() {
  leaveWorld([this] {
    const QString folder = QFileInfo(document_->path()).path();
    const QString file = QFileDialog::getOpenFileName(this, tr("Open a world"), folder, worldFilter());
    if (!file.isEmpty()) document_->open(file);
  });
}

bool MainWindow::save() {
  if (document_->path().isEmpty()) {
    saveAs();
    return false;
  }
  document_->save(document_->path());
  return true;
}

void MainWindow::saveAs() {
  const QString file = QFileDialog::getSaveFileName(this, tr("Save the world"), document_->path().isEmpty() ? QStringLiteral("world.wright") : document_->path(), worldFilter());
  if (!file.isEmpty()) document_->save(withEnding(file));
}

QString MainWindow::whyNotSave() const {
  if (document_->isBusy()) return tr("A file is being opened or saved.");
  if (!document_->path().isEmpty() && !document_->isDirty()) return tr("Everything is saved.");
  return {};
}

void MainWindow::leaveWorld(std::function<void()> go) {
  if (!document_->isDirty()) {
    go();
    return;
  }
  QMessageBox box(QMessageBox::Warning, tr("Unsaved changes"), tr("%1 has changes that are not saved.").arg(document_->title()), QMessageBox::NoButton, this);
  box.setInformativeText(tr("Save them before going on? What is not saved is lost."));
  auto* save_button = box.addButton(tr("Save"), QMessageBox::AcceptRole);
  auto* discard = box.addButton(tr("Discard changes"), QMessageBox::DestructiveRole);
  box.addButton(tr("Cancel"), QMessageBox::RejectRole);
  box.setDefaultButton(save_button);
  fitButtons(box);
  box.exec();
  if (box.clickedButton() == discard) go();
  if (box.clickedButton() != save_button) return;
  QString file = document_->path();
  if (file.isEmpty()) file = QFileDialog::getSaveFileName(this, tr("Save the world"), QStringLiteral("world.wright"), worldFilter());
  if (file.isEmpty()) return;
  document_->save(withEnding(file), [go = std::move(go)](bool written) { if (written) go(); });
}

void MainWindow::quit() { close(); }

// ---- damaged files

void MainWindow::openFailed(const QString& path, const Status& status) {
  const QString name = QFileInfo(path).fileName();
  if (status.code != Code::kDataLoss) {
    report(tr("%1 could not be opened").arg(name), status);
    return;
  }
  const QString backup = path + QLatin1Char('~');
  const QString what = ui::toMessage(status).title.replace(path, name);
  ui::Notice notice{ui::Notice::Kind::kError, what, tr("Nothing was changed: neither the file nor the world that is open."), {}, {}};
  if (QFileInfo::exists(backup)) {
    notice.text += QLatin1Char(' ') + tr("The save before the last one left a backup.");
    notice.more.emplace_back(tr("Open the backup"), [this, backup] { leaveWorld([this, backup] { document_->openCopy(backup); }); });
  }
  // Of another kind of file there is nothing to save.
  const bool is_world = project::checkHeader(project::systemVfs(), path.toStdString()).ok();
  if (is_world) notice.more.emplace_back(tr("Save what can be saved..."), [this, path] { recover(path); });
  else notice.text += QLatin1Char(' ') + ui::toMessage(status).hint;
  notice.stays = true;
  log_->add(ui::LogLine::Level::kError, what, ui::toMessage(status).hint, path);
  for (const QString& line : ui::coreText(status.message).split(QLatin1Char('\n'), Qt::SkipEmptyParts))
    log_->add(ui::LogLine::Level::kInfo, line, {}, path);
  notifications_->post(notice);
}

void MainWindow::recover(const QString& path) {
  const QFileInfo info(path);
  const QString wish = info.dir().filePath(tr("%1-rescued.wright").arg(info.completeBaseName()));
  const QString to = withEnding(QFileDialog::getSaveFileName(this, tr("Save what can be saved"), wish, worldFilter()));
  if (!to.isEmpty()) recoverTo(path, to);
}

void MainWindow::recoverTo(const QString& path, const QString& to) {
  using Lost = std::vector<std::string>;
  jobs_->run<Lost>(
      tr("Save what can be saved of %1").arg(QFileInfo(path).fileName()),
      [from = path.toStdString(), out = to.toStdString()](std::stop_token, const Progress&) { return project::repair(project::systemVfs(), from, out); },
      [this, path, to](const Result<Lost>& lost) {
        if (!lost.ok()) {
          report(tr("Nothing could be saved from %1").arg(QFileInfo(path).fileName()), lost.status());
          return;
        }
        for (const std::string& line : *lost) log_->add(ui::LogLine::Level::kWarning, tr("Lost: %1").arg(ui::coreText(line)), {}, path);
        notifications_->post({ui::Notice::Kind::kGood, tr("What is sound is in %1").arg(QFileInfo(to).fileName()),
                              lost->empty() ? tr("Nothing was lost.") : tr("%n losses are listed under Problems.", "", static_cast<int>(lost->size())),
                              tr("Open it"), [this, to] { leaveWorld([this, to] { document_->open(to); }); }});
      });
}

// ---- files that others change

void MainWindow::askToOverwrite(const QString& path, const std::function<void(bool)>& done) {
  const QString name = QFileInfo(path).fileName();
  auto* box = new QMessageBox(QMessageBox::Warning, tr("Changed by another program"), tr("%1 was changed by another program since it was opened here.").arg(name), QMessageBox::NoButton, this);
  box->setObjectName(QStringLiteral("changedOnDisk"));
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->setInformativeText(tr("Saving here replaces those changes; they are kept as %1~.").arg(name));
  auto* anyway = box->addButton(tr("Save anyway"), QMessageBox::DestructiveRole);
  auto* other = box->addButton(tr("Save as..."), QMessageBox::AcceptRole);
  auto* cancel = box->addButton(tr("Cancel"), QMessageBox::RejectRole);
  box->setDefaultButton(other);
  box->setEscapeButton(cancel);
  fitButtons(*box);
  connect(box, &QDialog::finished, this, [this, box, anyway, other, path, done] {
    if (box->clickedButton() == anyway) document_->save(path, done, Document::Changed::kReplace);
    else if (box->clickedButton() == other) saveAs();
    else if (done) done(false);
  });
  box->open();
}

void MainWindow::lookAtFile() {
  if (!document_->isNewlyChangedOnDisk()) return;
  const QString path = document_->path(), name = QFileInfo(path).fileName();
  log_->add(ui::LogLine::Level::kWarning, tr("%1 was changed by another program.").arg(name), {}, path);
  notifications_->post({ui::Notice::Kind::kWarning, tr("%1 was changed by another program").arg(name), tr("The world here is as it was when it was opened or saved."),
                        tr("Open it anew"), [this, path] { leaveWorld([this, path] { document_->open(path); }); }});
}

}  // namespace ww::editor
