// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/import_wizard.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLocale>
#include <QScreen>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/world/views/references.h"
#include "ui/bridge/quiet_notes.h"
#include "ui/bridge/status_text.h"
#include "ui/panels/import_units.h"
#include "ui/panels/import_warnings.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/theme.h"

namespace ww::ui {
namespace {

QLabel* label(QWidget* parent, const char* style) {
  auto* l = new QLabel(parent);
  l->setObjectName(QLatin1String(style));
  l->setWordWrap(true);
  return l;
}

}  // namespace

ImportWizard::ImportWizard(JobBridge& jobs, std::shared_ptr<geometry::GeometryStore> store, const QString& file,
                           QWidget* parent)
    : QDialog(parent), jobs_(jobs), store_(std::move(store)), file_(file) {
  setWindowTitle(tr("Import %1").arg(QFileInfo(file).fileName()));
  setAttribute(Qt::WA_DeleteOnClose);
  again_.setSingleShot(true);
  again_.setInterval(250);
  connect(&again_, &QTimer::timeout, this, &ImportWizard::read);
  build();
  read();
}

ImportWizard::~ImportWizard() { jobs_.cancel(job_); }

QLayout* ImportWizard::buildOptions() {
  const auto combo = [this](const QString& name, const QString& tip) {
    auto* box = new QComboBox(this);
    box->setAccessibleName(name);
    box->setToolTip(tip);
    connect(box, &QComboBox::activated, this, &ImportWizard::readSoon);
    return box;
  };
  name_ = new QLineEdit(this);
  name_->setAccessibleName(tr("Name of the object"));
  name_->setToolTip(tr("Empty: as the file says"));
  name_->setPlaceholderText(tr("as in the file"));
  name_error_ = label(this, "errorText");
  name_error_->hide();
  connect(name_, &QLineEdit::editingFinished, this, &ImportWizard::checkName);
  connect(name_, &QLineEdit::textEdited, this, [this] { name_error_->hide(); });
  unit_ = combo(tr("Unit of the file"), tr("For files that do not say their unit"));
  const ImportHabit habit = importHabit(file_);
  for (const ImportUnit& unit : kImportUnits) unit_->addItem(QLatin1String(unit.id), unit.metres);
  unit_->setCurrentIndex(unit_->findText(QLatin1String(importUnitOf(habit.options.unit_scale.value_or(1.0)).id)));
  unit_->setEnabled(false);
  up_ = combo(tr("Upward axis"), tr("For files that do not say which axis points up"));
  up_->addItem(tr("as the format says"), static_cast<int>(io::UpAxis::kDefault));
  up_->addItem(tr("Z is up"), static_cast<int>(io::UpAxis::kZ));
  up_->addItem(tr("Y is up"), static_cast<int>(io::UpAxis::kY));
  up_->setCurrentIndex(std::max(0, up_->findData(static_cast<int>(habit.options.up))));
  fineness_ = new ImportFineness(habit.options, this);
  connect(fineness_, &ImportFineness::changed, this, &ImportWizard::read);
  encoding_ = new ImportEncoding(habit.options.encoding, this);
  connect(encoding_, &QComboBox::activated, this, &ImportWizard::readSoon);
  shapes_ = new ImportShapes(habit, this);
  connect(shapes_, &ImportShapes::tickChanged, this, &ImportWizard::readSoon);
  connect(shapes_, &ImportShapes::changed, this, &ImportWizard::choose);
  place_ = new QComboBox(this);
  place_->setAccessibleName(tr("Place"));
  place_->setToolTip(
      tr("Where it goes in the world: a click in the view says where, too. On a link it moves with the robot"));
  place_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  auto* form = new QFormLayout;
  form->setHorizontalSpacing(12);
  form->setVerticalSpacing(6);
  auto* name = new QVBoxLayout;
  name->setSpacing(2);
  name->addWidget(name_);
  name->addWidget(name_error_);
  form->addRow(tr("Name"), name);
  form->addRow(tr("Place"), place_);
  form->addRow(tr("Unit"), unit_);
  form->addRow(tr("Up"), up_);
  fineness_->addTo(*form, io::formatById(QFileInfo(file_).suffix().toStdString()));
  encoding_->addTo(*form);
  shapes_->addTo(*form);
  return form;
}

void ImportWizard::build() {
  buildParts();
  layOut();
  connect(import_, &QPushButton::clicked, this, [this] {
    if (!checkName()) return name_->setFocus();
    remember();
    Q_EMIT importAsked();
  });
  connect(cancel_, &QPushButton::clicked, this, &QDialog::reject);
  connect(cancel_all_, &QPushButton::clicked, this, &ImportWizard::cancelAllAsked);
  connect(retry_, &QPushButton::clicked, this, &ImportWizard::read);
  connect(use_unit_, &QPushButton::clicked, this, [this] { repairSize(); });
  name_->setFocus();
}

void ImportWizard::buildParts() {
  waiting_ = label(this, "dim");
  waiting_->hide();
  format_ = label(this, "dim");
  size_ = label(this, "");
  counts_ = label(this, "dim");
  checked_ = label(this, "dim");
  checked_->hide();
  doubt_ = label(this, "warnText");
  doubt_->hide();
  use_unit_ = new QPushButton(this);
  use_unit_->hide();
  retry_ = new QPushButton(tr("Try again"), this);
  retry_->setToolTip(tr("Reads the file once more"));
  retry_->hide();
  preview_ = new ImportPreview(this);
  connect(preview_, &ImportPreview::turnAsked, this, &ImportWizard::turnUp);
  parts_ = new ImportParts(file_, importHabit(file_).bottom_center, this);
  connect(parts_, &ImportParts::changed, this, &ImportWizard::choose);
  connect(parts_, &ImportParts::searchChanged, this, &ImportWizard::read);
  origin_ = new ImportOrigin(jobs_, preview_, parts_, this);
  warnings_ = new ImportWarnings(this);
  warnings_->setAccessibleName(tr("Warnings"));
  warnings_->setToolTip(tr("What was found in the file"));
  warnings_->hide();
  connect(warnings_, &QListWidget::currentTextChanged, parts_, &ImportParts::showNamedIn);
  bar_ = new QProgressBar(this);
  bar_->setTextVisible(false);
  bar_->setAccessibleName(tr("Reading"));
  import_ = new QPushButton(tr("Import"), this);
  import_->setDefault(true);
  import_->setObjectName(QStringLiteral("primary"));  // its width counts the bold letters then
  import_->setToolTip(tr("Adds what was read to the world, as one step that can be undone"));
  import_all_ = new QPushButton(tr("Import all"), this);
  import_all_->setToolTip(
      tr("Adds this file and those that come next as one step, each read as files of its kind were last"));
  import_all_->hide();
  connect(import_all_, &QPushButton::clicked, this, [this] {
    remember();
    Q_EMIT importAllAsked();
  });
  cancel_ = new QPushButton(tr("Cancel"), this);
  cancel_->setToolTip(tr("Stops reading and leaves the world as it is"));
  cancel_all_ = new QPushButton(tr("Cancel all"), this);
  cancel_all_->setToolTip(tr("Imports neither this file nor those that come next"));
  cancel_all_->hide();
}

void ImportWizard::layOut() {
  auto* title = label(this, "heading");
  title->setText(QFileInfo(file_).fileName());
  auto* left = new QVBoxLayout;
  left->addWidget(format_);
  left->addLayout(buildOptions());
  left->addStretch(1);
  auto* right = new QVBoxLayout;
  right->addWidget(preview_, 1);
  right->addWidget(parts_, 1);
  for (QLabel* l : {size_, counts_, checked_, doubt_}) right->addWidget(l);
  right->addWidget(use_unit_, 0, Qt::AlignLeft);
  right->addWidget(retry_, 0, Qt::AlignLeft);
  auto* middle = new QHBoxLayout;
  middle->setSpacing(16);
  middle->addLayout(left, 1);
  middle->addLayout(right, 1);
  auto* buttons = new QHBoxLayout;
  buttons->addWidget(bar_, 1);
  buttons->addStretch(1);
  buttons->addWidget(cancel_all_);
  buttons->addWidget(cancel_);
  buttons->addWidget(import_all_);
  buttons->addWidget(import_);
  auto* box = new QVBoxLayout(this);
  box->setContentsMargins(16, 16, 16, 16);
  box->setSpacing(12);
  box->addWidget(title);
  box->addLayout(middle, 1);
  box->addWidget(warnings_);
  box->addWidget(waiting_);
  box->addLayout(buttons);
  resize(680, 440);
}

// The next file of this kind is proposed to be read in the same way.
void ImportWizard::remember() {
  ImportHabit habit{options(), parts_->choice().bottom_center, shapes_->wish()};
  if (!unit_->isEnabled()) habit.options.unit_scale.reset();  // it is that of the file
  keepImportHabit(file_, habit);
}

io::ImportOptions ImportWizard::options() const {
  io::ImportOptions options;
  options.unit_scale = unit_->currentData().toDouble();  // goes when the file has a unit of its own
  options.up = static_cast<io::UpAxis>(up_->currentData().toInt());
  options.uniform_scale = scale_;
  fineness_->writeTo(options);
  options.encoding = encoding_->chosen();
  options.drop_collision = !shapes_->checkedBox()->isChecked();
  options.search_dirs = ImportParts::searchFolders();
  return options;
}

ImportWish ImportWizard::wish() const {
  return {file_.toStdString(), options(), parts_->choice(), Theme::instance().isDark(), shapes_->wish()};
}

void ImportWizard::read() {
  jobs_.cancel(job_);
  result_.reset();
  reading_.reset();
  parts_->forgetOrigin();
  for (auto* button : {import_, import_all_}) button->setEnabled(false);
  preview_->setSize(std::nullopt);
  forgetLast();
  Q_EMIT resultChanged();
  bar_->setRange(0, 0);
  bar_->show();
  auto alive = std::weak_ptr<int>(alive_);
  const auto wanted = std::make_shared<quint64>(0);
  job_ = jobs_.run<ImportReading>(
      tr("Read %1").arg(QFileInfo(file_).fileName()),
      [wished = wish(), store = store_](std::stop_token stop, const Progress& progress) {
        return readForImport(wished, store, std::move(stop), progress);
      },
      [this, alive, wanted](Result<ImportReading> reading) {
        // A later reading, or none, is what counts.
        if (!alive.expired() && *wanted == job_) takeReading(std::move(reading));
      });
  *wanted = job_;
}

void ImportWizard::takeReading(Result<ImportReading> reading) {
  if (!reading.ok()) {
    bar_->hide();
    if (reading.status().code == Code::kCancelled) showNothing(tr("Reading was cancelled."), {});  // among the jobs
    else showFailure(reading.status());
    return;
  }
  reading_ = std::make_shared<const ImportReading>(std::move(reading).value());
  const io::Format format = reading_->read.format;
  unit_->setEnabled(io::formatInfo(format).unitless);
  fineness_->setFormat(format);
  encoding_->setFound(reading_->read.encoding);
  up_->setEnabled(format != io::Format::kUrdf && format != io::Format::kSdf && format != io::Format::k3mf);
  preview_->turnButton()->setVisible(up_->isEnabled());
  parts_->setReading(reading_->read);
  show_(reading_->chosen);
}

// What of the file is wanted is a function of what was read.
void ImportWizard::choose() {
  if (!reading_) return;
  for (auto* button : {import_, import_all_}) button->setEnabled(false);
  bar_->setRange(0, 0);
  bar_->show();
  auto alive = std::weak_ptr<int>(alive_);
  jobs_.cancel(job_);
  const auto wanted = std::make_shared<quint64>(0);
  job_ = jobs_.run<ImportChosen>(
      tr("Choose parts of %1").arg(QFileInfo(file_).fileName()),
      [reading = reading_, wished = wish(), store = store_](std::stop_token stop, const Progress&) {
        return chosenOf(*reading, wished, store, std::move(stop));
      },
      [this, alive, wanted](Result<ImportChosen> chosen) {
        if (!alive.expired() && *wanted == job_) show_(std::move(chosen));
      });
  *wanted = job_;
}

// What was read stays: another choice may be possible.
void ImportWizard::tellRefused(const Status& status) {
  result_.reset();
  checked_->hide();
  use_unit_->hide();
  const Message m = toMessage(status);
  doubt_->setText(m.hint.isEmpty() ? m.title : m.title + QLatin1Char(' ') + m.hint);
  doubt_->show();
  Q_EMIT resultChanged();
}

// The other of the two axes. Unless it is chosen, glTF points up along y, and all else along z.
void ImportWizard::turnUp() {
  const auto now = static_cast<io::UpAxis>(up_->currentData().toInt());
  const auto format = reading_ ? reading_->read.format : io::Format::kUnknown;
  const bool gltf = format == io::Format::kGltf || format == io::Format::kGlb;
  const bool y = now == io::UpAxis::kY || (now == io::UpAxis::kDefault && gltf);
  up_->setCurrentIndex(up_->findData(static_cast<int>(y ? io::UpAxis::kZ : io::UpAxis::kY)));
  read();
}

// What the last reading said is not said of this one. A button that goes takes the keys to none of the
// others: after the reading they are the default button's.
void ImportWizard::forgetLast() {
  const QWidget* focus = focusWidget();
  if (focus == use_unit_ || focus == retry_ || focus == import_) setFocus();
  for (QLabel* l : {format_, size_, counts_, checked_, doubt_}) l->clear();
  for (QWidget* w :
       std::initializer_list<QWidget*>{checked_, doubt_, preview_->turnButton(), use_unit_, warnings_, retry_})
    w->hide();
}

void ImportWizard::show_(Result<ImportChosen> chosen) {
  bar_->hide();
  if (!chosen.ok()) return tellRefused(chosen.status());
  result_ = std::make_shared<const io::ImportResult>(std::move(chosen->result));
  const ImportSummary s = summarize(*result_, unit_->currentData().toDouble(), scale_);
  format_->setText(s.unit.isEmpty() ? s.format : tr("%1, unit of the file: %2").arg(s.format, s.unit));
  // A file that names its unit shows it where the user would otherwise choose.
  if (const int named = unit_->findText(s.unit); !unit_->isEnabled() && named >= 0) unit_->setCurrentIndex(named);
  size_->setText(s.size);
  counts_->setText(s.counts);
  offerSize(s);
  warnings_->clear();
  for (const QString& warning : s.warnings) {
    auto* item = new QListWidgetItem(icon(QStringLiteral("warning"), Role::kWarning), warning, warnings_);
    item->setToolTip(warning);  // all of it, should one word be wider than the list
  }
  warnings_->setVisible(!s.warnings.isEmpty());
  checked_->setText(checkedText(chosen->shapes));
  checked_->setVisible(!chosen->shapes.empty());
  preview_->setSize(result_->shown_m.size());
  preview_->setPicture(chosen->picture);
  origin_->setSeen(chosen->seen);
  for (auto* button : {import_, import_all_}) button->setEnabled(!result_->objects.empty());
  if (focusWidget() == this) import_->setFocus();
  Q_EMIT resultChanged();
}

void ImportWizard::offerSize(const ImportSummary& s) {
  doubt_->setText(s.doubt);
  doubt_->setVisible(!s.doubt.isEmpty());
  if (s.likelier_scale > 0) {
    use_unit_->setText(s.likelier_scale == 1.0  ? tr("As the file says")
                       : s.likelier_scale < 1.0 ? tr("Make it 1000 times smaller")
                                                : tr("Make it 1000 times larger"));
    use_unit_->setToolTip(tr("Reads the file in the other size"));
  } else {
    use_unit_->setText(s.likelier_unit < 1.0 ? tr("Use mm") : tr("Use m"));
    use_unit_->setToolTip(tr("Reads the file in the other unit"));
  }
  use_unit_->setProperty("scale", s.likelier_scale);
  use_unit_->setProperty("metres", s.likelier_unit);
  use_unit_->setVisible(s.likelier_unit > 0 || s.likelier_scale > 0);
}

void ImportWizard::showFailure(const Status& status) {
  const Message m = toMessage(status);
  showNothing(m.title, m.hint);
  Q_EMIT failed(status);
}

void ImportWizard::showNothing(const QString& title, const QString& hint) {
  format_->setText(title);
  size_->setText(hint);
  retry_->show();
  retry_->setFocus();
  preview_->setText(tr("Nothing was read"));
}

void ImportWizard::setWaiting(const QStringList& files) {
  QStringList names;
  for (const QString& file : files) names << QFileInfo(file).fileName();
  waiting_->setVisible(!names.isEmpty());
  cancel_all_->setVisible(!names.isEmpty());
  import_all_->setVisible(!names.isEmpty());
  waiting_->setText(names.size() == 1 ? tr("%1 comes next.").arg(names.front())
                                      : tr("%n more files come next.", "", static_cast<int>(names.size())));
  waiting_->setToolTip(names.mid(0, 20).join(QLatin1Char('\n')));
}

void ImportWizard::setPlaces(const QStringList& texts, int chosen) {
  place_->clear();
  place_->addItems(texts);
  place_->setCurrentIndex(chosen);
}

void ImportWizard::repairSize() {
  const double scale = use_unit_->property("scale").toDouble();
  if (!(scale > 0)) return takeUnit(use_unit_->property("metres").toDouble());
  scale_ = scale;
  read();
}

void ImportWizard::takeUnit(double metres) {
  for (int i = 0; i < unit_->count(); ++i)
    if (std::abs(unit_->itemData(i).toDouble() - metres) < 1e-9) unit_->setCurrentIndex(i);
  read();
}

bool ImportWizard::checkName() {
  const QString name = objectName_();
  const Status status = name.isEmpty() ? okStatus() : world::checkName(name.toStdString());
  name_error_->setText(status.ok() ? QString() : toLine(status));
  name_error_->setVisible(!status.ok());
  name_->setAccessibleDescription(name_error_->text());
  return status.ok();
}

bool ImportWizard::event(QEvent* event) {
  const bool taken = QDialog::event(event);
  if (event->type() == QEvent::LayoutRequest) growToFit();
  return taken;
}

// As high as what it says, and never beyond the screen: there the warnings are scrolled.
void ImportWizard::growToFit() {
  const QRect room = screen()->availableGeometry();
  const int frame = frameGeometry().height() - height();
  const int most = std::max(room.height() - frame, minimumSizeHint().height());
  const int wanted =
      std::min(layout()->hasHeightForWidth() ? layout()->totalHeightForWidth(width()) : sizeHint().height(), most);
  if (wanted > height()) resize(width(), wanted);
  const int below = frameGeometry().bottom() - room.bottom();
  if (isVisible() && below > 0) move(x(), std::max(room.top(), y() - below));
}

// A window manager need not give a new window the keys by itself.
void ImportWizard::showEvent(QShowEvent* event) {
  QDialog::showEvent(event);
  raise();
  activateWindow();
}

}  // namespace ww::ui
