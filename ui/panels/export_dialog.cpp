// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/export_dialog.h"

#include <QDialogButtonBox>
#include <QDir>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QVBoxLayout>
#include <algorithm>

#include "core/io/names.h"
#include "ui/bridge/status_text.h"
#include "ui/settings/user_settings.h"
#include "ui/widgets/file_dialog.h"

namespace ww::ui {
namespace {

constexpr int kExportWidth = 460;  // pixels
constexpr auto kLastFormat = "export/format";

QString formatText(std::string_view s) { return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size())); }

}  // namespace

ExportDialog::ExportDialog(const QString& selected, const QString& folder, QWidget* parent)
    : QDialog(parent),
      what_(new QComboBox(this)),
      format_(new QComboBox(this)),
      unit_(new QComboBox(this)),
      zip_(new QCheckBox(tr("Pack all into one &ZIP file"), this)),
      file_(new QLineEdit(this)),
      browse_(new QPushButton(tr("&Browse..."), this)),
      note_(new QLabel(this)),
      problem_(new QLabel(this)),
      progress_(new QProgressBar(this)),
      export_(new QPushButton(tr("&Export"), this)),
      cancel_(new QPushButton(tr("Cancel"), this)),
      folder_(folder.isEmpty() || !QFileInfo(folder).isDir() ? usualFolder() : folder) {
  setObjectName(QStringLiteral("exportDialog"));
  setWindowTitle(tr("Export"));
  build(selected);
  connect(what_, &QComboBox::currentIndexChanged, this, &ExportDialog::propose);
  connect(format_, &QComboBox::currentIndexChanged, this, &ExportDialog::propose);
  connect(zip_, &QCheckBox::toggled, this, &ExportDialog::propose);
  connect(file_, &QLineEdit::textEdited, this, [this] {
    own_name_ = true;
    follow();
  });
  connect(browse_, &QPushButton::clicked, this, &ExportDialog::browse);
  connect(export_, &QPushButton::clicked, this, &ExportDialog::exportAsked);
  connect(cancel_, &QPushButton::clicked, this, &ExportDialog::reject);
  setRunning(false);
}

void ExportDialog::build(const QString& selected) {
  if (!selected.isEmpty()) what_->addItem(tr("Selected: %1").arg(selected), false);
  what_->addItem(tr("The whole world"), true);
  for (const exchange::ExportFormat& format : exchange::exportFormats())
    format_->addItem(toText(phrase(format.title)), formatText(format.id));
  const int last = format_->findData(settings::value(QLatin1String(kLastFormat)).toString());
  format_->setCurrentIndex(std::max(last, 0));
  unit_->addItems({tr("Metres"), tr("Millimetres")});
  note_->setWordWrap(true);
  problem_->setWordWrap(true);
  problem_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  progress_->setRange(0, 1000);
  export_->setDefault(true);
  auto* place = new QHBoxLayout;
  place->addWidget(file_, 1);
  place->addWidget(browse_);
  auto* form = new QFormLayout;
  form->addRow(tr("&What"), what_);
  form->addRow(tr("&Format"), format_);
  unit_label_ = new QLabel(tr("&Unit"), this);
  unit_label_->setBuddy(unit_);
  form->addRow(unit_label_, unit_);
  auto* file_label = new QLabel(tr("F&ile"), this);
  file_label->setBuddy(file_);
  form->addRow(file_label, place);
  form->addRow(QString(), zip_);
  form->addRow(QString(), note_);
  auto* buttons = new QDialogButtonBox(this);
  buttons->addButton(export_, QDialogButtonBox::AcceptRole);
  buttons->addButton(cancel_, QDialogButtonBox::RejectRole);
  auto* all = new QVBoxLayout(this);
  all->addLayout(form);
  all->addWidget(problem_);
  all->addWidget(progress_);
  all->addStretch(1);
  all->addWidget(buttons);
  setMinimumWidth(kExportWidth);
}

const exchange::ExportFormat& ExportDialog::row() const {
  return *exchange::exportFormat(format().toStdString());  // of the list itself
}

QString ExportDialog::file() const {
  const QString typed = file_->text().trimmed();
  return typed.isEmpty() || QDir::isAbsolutePath(typed) ? typed : QDir(folder_).filePath(typed);
}

void ExportDialog::setNames(const QString& world, const QString& selected) {
  world_name_ = world;
  selected_name_ = selected;
  propose();
}

// A name that is free, with the ending of the format; of a name that was typed only the ending changes.
void ExportDialog::propose() {
  const QString ending =
      QLatin1Char('.') +
      (zip_->isChecked() && row().may_have_more ? QStringLiteral("zip") : formatText(row().endings.front()));
  if (own_name_ && !file().isEmpty()) {
    const QFileInfo info(file());
    file_->setText(info.dir().filePath(info.completeBaseName() + ending));
  } else {
    const QString name = isWholeWorld() ? world_name_ : selected_name_;
    file_->setText(freeFile(folder_, QString::fromStdString(io::sanitizeName(name.toStdString(), "world")), ending));
  }
  settings::set(QLatin1String(kLastFormat), format());
  follow();
}

// What goes with the choice, and what there is to know about it.
void ExportDialog::follow() {
  zip_->setVisible(row().may_have_more);
  unit_->setVisible(row().unitless);
  unit_label_->setVisible(row().unitless);
  const QFileInfo info(file());
  const bool zip = info.suffix().toLower() == QLatin1String("zip");
  QString note;
  if (row().id == "obj")
    note = zip ? QString() : tr("Colours go into %1 beside it.").arg(info.completeBaseName() + QStringLiteral(".mtl"));
  else if (row().may_have_more && !zip)
    note = tr("Meshes go into the folder %1 beside it.").arg(info.completeBaseName() + QStringLiteral("_meshes"));
  note_->setText(note);
  note_->setVisible(!note.isEmpty());
  tell({});
  export_->setEnabled(!running_ && !file().isEmpty());
}

void ExportDialog::browse() {
  QStringList patterns;
  for (const std::string_view ending : row().endings) patterns << QStringLiteral("*.") + formatText(ending);
  if (row().may_have_more) patterns << QStringLiteral("*.zip");
  const QString filter = QStringLiteral("%1 (%2)").arg(toText(phrase(row().title)), patterns.join(QLatin1Char(' ')));
  const QString chosen = askWhereToSave(this, {tr("Export"), file(), filter});
  if (chosen.isEmpty()) return;
  own_name_ = true;
  folder_ = QFileInfo(chosen).absolutePath();
  file_->setText(chosen);
  browsed_ = chosen;
  zip_->setChecked(chosen.endsWith(QLatin1String(".zip"), Qt::CaseInsensitive));
  follow();
}

// ---- while it runs

void ExportDialog::setRunning(bool running) {
  running_ = running;
  for (QWidget* widget : {static_cast<QWidget*>(what_), static_cast<QWidget*>(format_), static_cast<QWidget*>(unit_),
                          static_cast<QWidget*>(zip_), static_cast<QWidget*>(file_), static_cast<QWidget*>(browse_)})
    widget->setEnabled(!running);
  progress_->setVisible(running);
  progress_->setValue(0);
  export_->setEnabled(!running && !file().isEmpty());
  cancel_->setText(running ? tr("Stop") : tr("Cancel"));
  cancel_->setEnabled(true);
}

void ExportDialog::setProgress(double fraction, const QString& text) {
  progress_->setValue(static_cast<int>(1000.0 * fraction));
  progress_->setFormat(text.isEmpty() ? QStringLiteral("%p %") : text);
}

void ExportDialog::tell(const QString& problem) {
  problem_->setText(problem);
  problem_->setVisible(!problem.isEmpty());
}

void ExportDialog::reject() {
  if (!running_) return QDialog::reject();
  cancel_->setEnabled(false);  // asked once
  Q_EMIT stopAsked();
}

}  // namespace ww::ui
