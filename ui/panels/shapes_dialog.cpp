// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/shapes_dialog.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/panels/shapes_text.h"

namespace ww::ui {
namespace {

enum ShapeColumn { kPartColumn, kShapeColumn, kTrianglesColumn, kMissingColumn, kBlockedColumn };

constexpr int kShapesWidth = 430, kShapesHeight = 560, kLeastList = 76;  // pixels
// In the list of kinds, beside the kinds themselves.
constexpr int kUnchanged = -1, kAnyPrimitive = -2;

QLabel* shapesLabel(const char* style, QWidget* parent) {
  auto* label = new QLabel(parent);
  label->setObjectName(QLatin1String(style));
  label->setWordWrap(true);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  return label;
}

int kindOf(const std::optional<usecase::ShapeWish>& wish) {
  if (!wish) return kUnchanged;
  return wish->any_primitive ? kAnyPrimitive : static_cast<int>(wish->shape.kind);
}

int lastStep() { return static_cast<int>(usecase::shapeSteps().size()) - 1; }

}  // namespace

ShapesDialog::ShapesDialog(const QString& object, std::vector<ShapePart> parts, QWidget* parent)
    : QDialog(parent),
      parts_(std::move(parts)),
      wishes_(parts_.size()),
      found_(parts_.size()),
      list_(new QTreeWidget(this)),
      kind_(new QComboBox(this)),
      slider_(new QSlider(Qt::Horizontal, this)),
      step_(shapesLabel("dim", this)),
      figures_(shapesLabel("", this)),
      time_(shapesLabel("", this)),
      seen_(shapesLabel("dim", this)),
      note_(shapesLabel("", this)),
      preview_(new QCheckBox(tr("Show in the &view"), this)),
      legend_(new DeviationLegend(this)),
      progress_(new QProgressBar(this)),
      stop_(new QPushButton(tr("&Stop"), this)),
      apply_(new QPushButton(tr("&Apply"), this)),
      cancel_(new QPushButton(tr("Cancel"), this)) {
  build(object);
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    list_->addTopLevelItem(new QTreeWidgetItem);
    showRow(i);
  }
  connect(list_, &QTreeWidget::itemSelectionChanged, this, &ShapesDialog::follow);
  connect(kind_, &QComboBox::activated, this, &ShapesDialog::takeKind);
  connect(slider_, &QSlider::valueChanged, this, &ShapesDialog::takeStep);
  // Where nothing is chosen yet, a click on the handle chooses what it stands at.
  connect(slider_, &QSlider::sliderPressed, this, [this] {
    const auto rows = selected();
    if (!rows.empty() && !wishes_[rows.front()]) takeStep();
  });
  connect(preview_, &QCheckBox::toggled, this, [this](bool on) {
    showState();
    Q_EMIT previewAsked(on);
  });
  connect(stop_, &QPushButton::clicked, this, &ShapesDialog::stopAsked);
  connect(apply_, &QPushButton::clicked, this, &ShapesDialog::applyAsked);
  connect(cancel_, &QPushButton::clicked, this, &QDialog::reject);
  follow();
}

// The list goes later, and has nobody to tell then.
ShapesDialog::~ShapesDialog() { disconnect(list_, nullptr, this, nullptr); }

// ---- what it is made of

void ShapesDialog::build(const QString& object) {
  setObjectName(QStringLiteral("shapesDialog"));
  setWindowTitle(tr("Collision shapes of %1").arg(object));
  list_->setHeaderLabels({tr("Part"), tr("Shape"), tr("Triangles"), tr("Missing"), tr("Blocked")});
  list_->setRootIsDecorated(false);
  list_->setUniformRowHeights(true);
  list_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  list_->setMinimumHeight(kLeastList);
  list_->setAccessibleName(tr("Parts of the object"));
  list_->setToolTip(tr("What is chosen below is for the parts that are selected here"));
  list_->header()->setStretchLastSection(false);
  constexpr int kLeastColumn = 52;  // pixels
  list_->header()->setMinimumSectionSize(kLeastColumn);
  list_->header()->setResizeContentsPrecision(0);  // of the rows that are seen
  list_->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
  list_->header()->setSectionResizeMode(kPartColumn, QHeaderView::Stretch);
  list_->headerItem()->setToolTip(kTrianglesColumn,
                                  tr("Boxes, spheres, cylinders and capsules have none: they are checked as they are"));
  list_->headerItem()->setToolTip(kMissingColumn, tr("The largest distance from what is seen to what is checked"));
  list_->headerItem()->setToolTip(kBlockedColumn, tr("The largest distance from what is checked to what is seen"));
  fillKinds();
  note_->hide();
  preview_->setChecked(true);
  preview_->setToolTip(tr("Paints the shape over the part before it is taken, coloured by how far it is off"));
  stop_->setToolTip(tr("Ends the work; the parts stay as they are"));
  apply_->setDefault(true);
  apply_->setToolTip(tr("Collisions are checked with these shapes from then on; one step that can be undone"));
  cancel_->setToolTip(tr("Leaves the object as it is"));
  auto* form = new QFormLayout;
  form->addRow(tr("S&hape"), kind_);
  auto* speed = new QLabel(tr("A&ccuracy"), this);
  speed->setBuddy(slider_);
  form->addRow(speed, sliderRow());
  auto* buttons = new QDialogButtonBox(this);
  buttons->addButton(apply_, QDialogButtonBox::AcceptRole);
  buttons->addButton(cancel_, QDialogButtonBox::RejectRole);
  auto* all = new QVBoxLayout(this);
  all->setSpacing(8);
  all->addWidget(list_, 1);
  all->addLayout(form);
  all->addWidget(said());
  all->addLayout(progressRow());
  all->addWidget(buttons);
  resize(kShapesWidth, kShapesHeight);
}

// As high from the start as it usually gets: what is above does not move when figures arrive.
QWidget* ShapesDialog::said() {
  constexpr int kUsualLines = 8, kGap = 6;  // of the four texts; pixels
  auto* area = new QWidget(this);
  auto* column = new QVBoxLayout(area);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(kGap);
  const auto parts = {static_cast<QWidget*>(step_),  static_cast<QWidget*>(figures_), static_cast<QWidget*>(time_),
                      static_cast<QWidget*>(seen_),  static_cast<QWidget*>(note_),    static_cast<QWidget*>(preview_),
                      static_cast<QWidget*>(legend_)};
  for (QWidget* part : parts) column->addWidget(part);
  column->addStretch(1);
  area->setMinimumHeight(kUsualLines * fontMetrics().lineSpacing() + preview_->sizeHint().height() +
                         legend_->sizeHint().height() + 5 * kGap);
  return area;
}

QLayout* ShapesDialog::sliderRow() {
  slider_->setRange(0, lastStep());
  slider_->setPageStep(2);
  slider_->setTickPosition(QSlider::TicksBelow);
  slider_->setTickInterval(1);
  slider_->setAccessibleName(tr("From fast to exact"));
  slider_->setToolTip(tr("Left: few simple shapes that are checked fast. Right: the shape as it is seen"));
  auto* row = new QHBoxLayout;
  row->addWidget(new QLabel(tr("fast"), this));
  row->addWidget(slider_, 1);
  row->addWidget(new QLabel(tr("exact"), this));
  return row;
}

QLayout* ShapesDialog::progressRow() {
  progress_->setRange(0, 1000);
  progress_->setAccessibleName(tr("Progress"));
  progress_->setTextVisible(false);  // the bar is thin; the tip says it
  auto* row = new QHBoxLayout;
  row->addWidget(progress_, 1);
  row->addWidget(stop_);
  return row;
}

void ShapesDialog::fillKinds() {
  kind_->setAccessibleName(tr("Kind of shape"));
  kind_->setToolTip(tr("With what the selected parts are checked for collisions"));
  kind_->addItem(tr("Unchanged"), kUnchanged);
  kind_->addItem(tr("Fitted primitive"), kAnyPrimitive);
  using Kind = geometry::CollisionKind;
  for (const Kind kind : {Kind::kBox, Kind::kSphere, Kind::kCylinder, Kind::kCapsule, Kind::kHull, Kind::kPieces,
                          Kind::kCoarse, Kind::kSame, Kind::kNone})
    kind_->addItem(shapeKindText(kind), static_cast<int>(kind));
}

// ---- what is chosen

std::vector<std::size_t> ShapesDialog::selected() const {
  std::vector<std::size_t> out;
  for (int i = 0; i < list_->topLevelItemCount(); ++i)
    if (list_->topLevelItem(i)->isSelected()) out.push_back(static_cast<std::size_t>(i));
  return out;
}

bool ShapesDialog::hasWish() const {
  return std::ranges::any_of(wishes_, [](const auto& wish) { return wish.has_value(); });
}

void ShapesDialog::selectParts(const std::vector<std::size_t>& parts) {
  {
    const QSignalBlocker quiet(list_);
    list_->clearSelection();
    for (const std::size_t part : parts)
      if (auto* item = list_->topLevelItem(static_cast<int>(part))) item->setSelected(true);
    if (!parts.empty()) {
      auto* first = list_->topLevelItem(static_cast<int>(parts.front()));
      list_->setCurrentItem(first, kPartColumn, QItemSelectionModel::NoUpdate);
      list_->scrollToItem(first);
    }
  }
  follow();
}

void ShapesDialog::wish(const std::optional<usecase::ShapeWish>& wish) {
  bool other = false;
  for (const std::size_t part : selected()) {
    if (wishes_[part] == wish) continue;
    wishes_[part] = wish;
    found_[part].reset();
    showRow(part);
    other = true;
  }
  follow();
  if (other) Q_EMIT wished();
}

void ShapesDialog::takeKind() {
  const int kind = kind_->currentData().toInt();
  if (kind == kUnchanged) return wish(std::nullopt);
  if (kind == kAnyPrimitive) return wish(usecase::shapeSteps().front());
  usecase::ShapeWish made;
  made.shape.kind = static_cast<geometry::CollisionKind>(kind);
  wish(made);
}

void ShapesDialog::takeStep() { wish(usecase::shapeSteps()[static_cast<std::size_t>(slider_->value())]); }

// Kind and slider are those of the first part that is selected.
void ShapesDialog::follow() {
  const auto rows = selected();
  const std::optional<usecase::ShapeWish> first = rows.empty() ? std::nullopt : wishes_[rows.front()];
  kind_->setCurrentIndex(kind_->findData(kindOf(first)));
  const QSignalBlocker quiet(slider_);
  const auto step = first ? usecase::stepOf(*first) : std::nullopt;
  slider_->setValue(step ? static_cast<int>(*step) : lastStep());
  step_->setText(rows.empty() ? tr("Select a part above.")
                 : first      ? shapeWishText(*first)
                              : tr("As it is checked now"));
  showFigures();
  showState();
}

// ---- what is known

void ShapesDialog::setPart(std::size_t part, const ShapePart& as_it_is) {
  parts_[part] = as_it_is;
  showRow(part);
  showFigures();
}

void ShapesDialog::setFigures(std::vector<std::pair<std::size_t, ShapeFigures>> figures) {
  for (auto& [part, found] : figures) {
    found_[part] = std::move(found);
    showRow(part);
  }
  showFigures();
  showState();
}

void ShapesDialog::setTimes(const CheckTimes& times) {
  times_ = times;
  showFigures();
}

void ShapesDialog::setScale(const DeviationScale& scale, bool has_colors) {
  has_colors_ = has_colors;
  legend_->setScale(scale);
  showState();
}

void ShapesDialog::showRow(std::size_t part) {
  QTreeWidgetItem* item = list_->topLevelItem(static_cast<int>(part));
  const ShapeRowTexts texts = shapeRowTexts(parts_[part], wishes_[part], found_[part]);
  item->setText(kPartColumn, parts_[part].name);
  item->setToolTip(kPartColumn, parts_[part].name);
  item->setText(kShapeColumn, texts.shape);
  item->setToolTip(kShapeColumn, texts.tip);
  item->setText(kTrianglesColumn, texts.triangles);
  item->setText(kMissingColumn, texts.missing);
  item->setText(kBlockedColumn, texts.blocked);
  for (const int column : {kTrianglesColumn, kMissingColumn, kBlockedColumn})
    item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
}

void ShapesDialog::showFigures() {
  ShapeTotals totals;
  for (const std::size_t part : selected()) totals.add(parts_[part], wishes_[part], found_[part]);
  figures_->setText(totals.figures());
  seen_->setText(totals.seen());
  seen_->setVisible(!seen_->text().isEmpty());
  time_->setText(checkTimeText(times_));
  time_->setToolTip(
      tr("Measured: whether the object collides with anything in this cell, asked as planners ask, at 32 "
         "places of its joints or around where it stands"));
  time_->setVisible(!time_->text().isEmpty());
}

// ---- while something runs

void ShapesDialog::setBusy(bool busy) {
  busy_ = busy;
  progress_->setValue(0);
  showState();
}

void ShapesDialog::setProgress(double fraction, const QString& text) {
  progress_->setValue(static_cast<int>(1000.0 * fraction));
  progress_->setToolTip(text);
}

void ShapesDialog::setTaking(bool taking) {
  taking_ = taking;
  showState();
}

void ShapesDialog::tell(const QString& text) {
  note_->setText(text);
  note_->setVisible(!text.isEmpty());
}

void ShapesDialog::showState() {
  bool known = hasWish();
  for (std::size_t i = 0; i < wishes_.size(); ++i)
    if (wishes_[i]) known = known && found_[i] && found_[i]->problem.isEmpty();
  const bool any = !list_->selectedItems().isEmpty();
  for (QWidget* widget : std::initializer_list<QWidget*>{kind_, slider_}) widget->setEnabled(any && !taking_);
  list_->setEnabled(!taking_);
  apply_->setEnabled(known && !busy_ && !taking_);
  cancel_->setEnabled(!taking_);
  progress_->setEnabled(busy_);
  stop_->setEnabled(busy_);
  legend_->setVisible(preview_->isChecked() && has_colors_);
}

}  // namespace ww::ui
