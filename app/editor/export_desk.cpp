// SPDX-License-Identifier: Apache-2.0
#include "app/editor/export_desk.h"

#include <QDir>
#include <QFileInfo>
#include <QMessageBox>
#include <algorithm>

#include "core/exchange/exporter.h"
#include "ui/bridge/status_text.h"
#include "ui/panels/export_dialog.h"
#include "ui/settings/user_settings.h"

namespace ww::editor {
namespace {

constexpr auto kExportFolder = "export/folder";

QString exportedName(const QString& file) { return QFileInfo(file).fileName(); }

}  // namespace

ExportDesk::ExportDesk(const WindowParts& parts) : QObject(&parts.window), parts_(parts) {
  connect(&parts_.jobs, &ui::JobBridge::updated, this, &ExportDesk::showProgress);
  // What was chosen is of the world before. What is being written goes on.
  connect(&parts_.document, &Document::opened, this, [this] {
    if (dialog_) dialog_->deleteLater();
    dialog_.clear();
  });
}

QString ExportDesk::whyNot() const {
  return parts_.bridge.snapshot().world->objectCount() > 1 ? QString()
                                                           : tr("There is nothing to export: the world is empty.");
}

void ExportDesk::choose() {
  if (dialog_) {
    dialog_->raise();
    return dialog_->activateWindow();
  }
  const auto world = parts_.bridge.snapshot().world;
  selected_ = parts_.selection.nodes();
  const auto selection = usecase::exportOfNodes(*world, selected_);
  QString name;
  if (selection.ok()) {
    const auto count = static_cast<int>(selection->scene.objects.size());
    name = count == 1 ? QString::fromStdString(selection->scene.name) : tr("%n objects", "", count);
  }
  dialog_ = new ui::ExportDialog(name, ui::settings::value(QLatin1String(kExportFolder)).toString(), &parts_.window);
  dialog_->setAttribute(Qt::WA_DeleteOnClose);
  dialog_->setNames(QFileInfo(parts_.document.path()).completeBaseName(),
                    selection.ok() ? QString::fromStdString(selection->scene.name) : QString());
  connect(dialog_, &ui::ExportDialog::exportAsked, this, &ExportDesk::start);
  connect(dialog_, &QDialog::finished, this, [this] { dialog_.clear(); });
  connect(dialog_, &ui::ExportDialog::stopAsked, this, [this] { parts_.jobs.cancel(job_); });
  dialog_->show();
}

void ExportDesk::end() {
  if (job_ != 0) parts_.jobs.cancel(job_);
  if (dialog_) dialog_->deleteLater();
  dialog_.clear();
}

Result<usecase::WorldExport> ExportDesk::chosen() const {
  const auto world = parts_.bridge.snapshot().world;
  if (!dialog_->isWholeWorld()) return usecase::exportOfNodes(*world, selected_);
  return usecase::exportOfWorld(*world, QFileInfo(parts_.document.path()).completeBaseName().toStdString());
}

bool ExportDesk::mayReplace(const QString& file) {
  if (!QFileInfo::exists(file) || dialog_->mayReplace()) return true;
  const auto answer =
      QMessageBox::question(dialog_, tr("Export"), tr("%1 is there already. Replace it?").arg(exportedName(file)),
                            QMessageBox::Yes | QMessageBox::No, QMessageBox::No);
  return answer == QMessageBox::Yes;
}

// The world as it is now goes out, whatever is done to it meanwhile.
void ExportDesk::start() {
  const QString file = dialog_->file();
  const auto what = chosen();
  if (!what.ok()) return dialog_->tell(ui::toLine(what.status()));
  if (!mayReplace(file) || !dialog_) return;
  exchange::ExportOptions options;
  options.format = dialog_->format().toStdString();
  options.stem = QFileInfo(file).completeBaseName().toStdString();
  options.unit_scale = dialog_->unitsInMetre();
  ui::settings::set(QLatin1String(kExportFolder), QFileInfo(file).absolutePath());
  dialog_->tell({});
  dialog_->setRunning(true);
  const auto scene = std::make_shared<const usecase::WorldExport>(*what);
  job_ = parts_.jobs.run<Written>(
      tr("Export %1").arg(exportedName(file)),
      [scene, options, out = file.toStdString(), store = parts_.bridge.session().sharedStore()](
          std::stop_token stop, const Progress& progress) -> Result<Written> {
        WW_ASSIGN(const exchange::ExportResult made,
                  exchange::exportScene(scene->scene, options, *store, std::move(stop), progress));
        Written written{made.losses, 0, made.files.size()};
        written.losses.insert(written.losses.end(), scene->losses.begin(), scene->losses.end());
        WW_ASSIGN(written.bytes, exchange::publish(made, out));
        return written;
      },
      [this, file](const Result<Written>& written) { finished(file, written); }, true);
}

void ExportDesk::showProgress(quint64 job) {
  if (job != job_ || !dialog_) return;
  const auto& jobs = parts_.jobs.jobs();
  const auto info = std::find_if(jobs.begin(), jobs.end(), [&](const ui::JobInfo& i) { return i.id == job; });
  if (info != jobs.end()) dialog_->setProgress(info->fraction, info->text);
}

void ExportDesk::finished(const QString& file, const Result<Written>& written) {
  job_ = 0;
  if (written.ok()) {
    if (dialog_) dialog_->accept();
    return tellWritten(file, *written);
  }
  const Status status = written.status();
  const bool stopped = status.code == Code::kCancelled;
  if (dialog_) {
    dialog_->setRunning(false);
    dialog_->tell(stopped ? tr("Stopped. Nothing was written.") : ui::toLine(status));
  }
  if (!stopped) parts_.messages.report(tr("%1 could not be exported").arg(exportedName(file)), status);
}

void ExportDesk::tellWritten(const QString& file, const Written& written) {
  QList<ui::Problem> problems;
  for (const Diagnostic& loss : written.losses) {
    parts_.messages.log().add(loss);
    const ui::Message m = ui::toMessage(loss);
    if (loss.severity != Diagnostic::Severity::kInfo)
      problems << ui::Problem{ui::LogLine::Level::kWarning, m.title, m.hint, file};
  }
  parts_.messages.list(ProblemWatch::lost(file), problems);
  QStringList text;
  if (written.files > 1) text << tr("%n files", "", static_cast<int>(written.files)) + QLatin1Char('.');
  if (!problems.isEmpty()) text << tr("%n losses are listed under Problems.", "", static_cast<int>(problems.size()));
  parts_.messages.notify(
      {ui::Notice::Kind::kGood, tr("%1 exported").arg(exportedName(file)), text.join(QLatin1Char(' ')), {}, {}});
}

}  // namespace ww::editor
