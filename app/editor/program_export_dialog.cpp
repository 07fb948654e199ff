// SPDX-License-Identifier: Apache-2.0
#include "app/editor/program_export_dialog.h"

#include <QDialogButtonBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QIntValidator>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/editor/axis_counts.h"
#include "ui/settings/user_settings.h"
#include "ui/widgets/file_dialog.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/wrap_label.h"

namespace ww::editor {
namespace {

constexpr auto kDialectKey = "program/dialect";
constexpr auto kFolderKey = "program/export_folder";
constexpr int kMostNumber = 9999, kWidth = 460;  // of frames and signals; pixels

QLineEdit* numberEdit(const QString& text, QWidget* parent) {
  auto* edit = new QLineEdit(text, parent);
  edit->setValidator(new QIntValidator(0, kMostNumber, edit));
  edit->setMaximumWidth(90);
  return edit;
}

QString qs(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

}  // namespace

ProgramExportDialog::ProgramExportDialog(const QString& program, const usecase::ExportNeeds& needs, QWidget* parent)
    : QDialog(parent),
      program_(program),
      dialects_(new QComboBox(this)),
      path_(new QLineEdit(this)),
      tool_(numberEdit(QStringLiteral("1"), this)),
      base_(numberEdit(QStringLiteral("1"), this)),
      share_(new ui::QuantityField(
          {{}, tr("Corner share of rounded corners, per cent"), ui::Quantity::kNumber, 5.0, 1, {}, 100.0}, this)),
      note_(new ui::WrapLabel({}, this)) {
  setObjectName(QStringLiteral("programExport"));
  setWindowTitle(tr("Export %1").arg(program));
  build(needs);
  const int makers = dialects_->findData(qs(needs.dialect));
  const int kept = dialects_->findData(ui::settings::value(QLatin1String(kDialectKey)));
  dialects_->setCurrentIndex(makers >= 0 ? makers : std::max(0, kept));
  proposePath();
  look();
}

void ProgramExportDialog::build(const usecase::ExportNeeds& needs) {
  for (const auto& one : program::dialects::dialects()) dialects_->addItem(qs(one.name), qs(one.id));
  dialects_->setToolTip(tr("The language of the controller; CSV and JSON take any robot"));
  path_->setToolTip(tr("The file that is written; languages of several files write the others beside it"));
  tool_->setToolTip(tr("The number that the tool has on the controller"));
  base_->setToolTip(tr("The number that the base has on the controller"));
  share_->setToolTip(
      tr("How much corners are rounded where the language knows no radius; 0 per cent: it is refused there"));
  auto* browse = new QToolButton(this);
  browse->setIcon(ui::icon(QStringLiteral("open")));
  browse->setAccessibleName(tr("Choose the file"));
  browse->setToolTip(tr("Choose the file"));
  connect(browse, &QToolButton::clicked, this, &ProgramExportDialog::browse);
  auto* file = new QWidget(this);
  auto* row = new QHBoxLayout(file);
  row->setContentsMargins(0, 0, 0, 0);
  row->addWidget(path_, 1);
  row->addWidget(browse);
  form_ = new QFormLayout;
  const auto add = [this](const QString& label, QWidget* field) {
    if (field->accessibleName().isEmpty()) field->setAccessibleName(label);
    form_->addRow(label, field);
  };
  add(tr("Language"), dialects_);
  add(tr("File"), file);
  path_->setAccessibleName(tr("File"));
  add(tr("Tool number"), tool_);
  add(tr("Base number"), base_);
  add(tr("Corner share %"), share_);
  addNeeds(needs);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
  export_ = buttons->addButton(tr("Export"), QDialogButtonBox::AcceptRole);
  export_->setObjectName(QStringLiteral("primary"));
  note_->setObjectName(QStringLiteral("dim"));
  auto* column = new QVBoxLayout(this);
  column->addLayout(form_);
  if (!needs.axes.empty()) {
    axes_ = new AxisCounts(qs(needs.robot), needs.axes, this);
    column->addWidget(axes_);
  }
  column->addWidget(note_);
  column->addWidget(buttons);
  setMinimumWidth(kWidth);
  connect(buttons, &QDialogButtonBox::accepted, this, [this] {
    ui::settings::set(QLatin1String(kDialectKey), dialects_->currentData());
    ui::settings::set(QLatin1String(kFolderKey), QFileInfo(path()).absolutePath());
    if (axes_) axes_->remember();
    accept();
  });
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(dialects_, &QComboBox::currentIndexChanged, this, &ProgramExportDialog::proposePath);
  connect(path_, &QLineEdit::textEdited, this, [this] { proposed_ = false; });
  connect(path_, &QLineEdit::textChanged, this, &ProgramExportDialog::look);
}

void ProgramExportDialog::addNeeds(const usecase::ExportNeeds& needs) {
  for (const std::string& signal : needs.signals) {
    const QString name = qs(signal);
    auto* edit = numberEdit({}, this);
    edit->setMaximumWidth(QWIDGETSIZE_MAX);  // for the words
    edit->setPlaceholderText(tr("as its name ends"));
    edit->setAccessibleName(tr("Number of the signal %1").arg(name));
    edit->setToolTip(tr("The number that the signal has on the controller"));
    form_->addRow(tr("Signal %1").arg(name), edit);
    signals_[name] = edit;
  }
  for (const std::string& joint : needs.gripper_joints) {
    const QString name = qs(joint);
    auto* edit = new QLineEdit(this);
    edit->setPlaceholderText(tr("signal that is on where it closes"));
    edit->setAccessibleName(tr("Signal of the gripper joint %1").arg(name));
    edit->setToolTip(tr(
        "Controllers move no gripper by its joint: the signal that does, on where the joint closes; with ! before it, "
        "on where it opens"));
    form_->addRow(tr("Gripper %1").arg(name), edit);
    grippers_[name] = edit;
  }
}

QString ProgramExportDialog::suffix() const {
  for (const auto& one : program::dialects::dialects())
    if (qs(one.id) == dialects_->currentData().toString()) return qs(one.suffix);
  return {};
}

// What is typed stays, but for its ending.
void ProgramExportDialog::proposePath() {
  if (proposed_ || path_->text().isEmpty()) {
    path_->setText(ui::freeFile(ui::settings::value(QLatin1String(kFolderKey)).toString(), program_, suffix()));
    proposed_ = true;
    return;
  }
  const QFileInfo typed(path());
  path_->setText(typed.path() + QLatin1Char('/') + typed.completeBaseName() + suffix());
}

void ProgramExportDialog::browse() {
  const QString chosen = ui::askWhereToSave(this, {windowTitle(), path(), tr("All files (*)")});
  if (chosen.isEmpty()) return;
  proposed_ = false;
  path_->setText(chosen);
}

void ProgramExportDialog::look() {
  const bool replaces = QFileInfo::exists(path());
  export_->setEnabled(!path().isEmpty());
  note_->setText(path().isEmpty() ? tr("Name a file.")
                 : replaces       ? tr("There is such a file already: it is replaced.")
                                  : tr("Poses are those of the tool in the frame of the robot; motions that go around "
                                             "something have points on the way."));
}

std::string ProgramExportDialog::dialect() const { return dialects_->currentData().toString().toStdString(); }

usecase::ExportChoices ProgramExportDialog::choices() const {
  usecase::ExportChoices out;
  out.tool_number = tool_->text().toInt();
  out.base_number = base_->text().toInt();
  out.blend_share = share_->value() / 100.0;
  if (axes_) out.axes = axes_->counts();
  for (auto it = signals_.begin(); it != signals_.end(); ++it)
    if (!it.value()->text().isEmpty()) out.signal_numbers[it.key().toStdString()] = it.value()->text().toInt();
  for (auto it = grippers_.begin(); it != grippers_.end(); ++it) {
    const QString signal = it.value()->text().trimmed();
    const bool inverted = signal.startsWith(QLatin1Char('!'));
    const QString name = inverted ? signal.mid(1) : signal;
    if (!name.isEmpty()) out.grippers[it.key().toStdString()] = {name.toStdString(), !inverted};
  }
  return out;
}

}  // namespace ww::editor
