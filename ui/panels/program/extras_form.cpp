// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/program/extras_form.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/world/views/nearest.h"
#include "ui/bridge/status_text.h"
#include "ui/panels/program/step_choices.h"
#include "ui/panels/program/step_text.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/into_view.h"
#include "ui/widgets/name_box.h"
#include "ui/widgets/section.h"
#include "ui/widgets/wheel_guard.h"
#include "ui/widgets/wrap_label.h"

namespace ww::ui {
namespace {

using usecase::ExtraField;
using usecase::ExtraGroup;
using usecase::ExtraKind;
using usecase::ExtraUnit;
using Kind = ExtraField::Kind;

QString labelText(const char* label) { return toText(phrase(label)); }

QString extraKey(const ExtraKind& kind, std::size_t index) {
  return QStringLiteral("%1.%2").arg(QLatin1String(kind.id.data(), static_cast<qsizetype>(kind.id.size()))).arg(index);
}

QString perText(int per_seconds) {
  static const QString kPer[] = {{}, QStringLiteral("/s"), QStringLiteral("/s\u00b2"), QStringLiteral("/s\u00b3")};
  return kPer[per_seconds];
}

Quantity quantityOf(const ExtraField& row, bool turns) {
  switch (row.unit) {
    case ExtraUnit::kLength: return Quantity::kLength;
    case ExtraUnit::kAngle: return Quantity::kAngle;
    case ExtraUnit::kJoint: return turns ? Quantity::kAngle : Quantity::kLength;
    case ExtraUnit::kNone: break;
  }
  return Quantity::kNumber;
}

// Without an end, a number is left out where it may be.
double openEnd(const ExtraField& row) {
  if (!std::isinf(row.least) && !std::isinf(row.most)) return 0.0;
  const std::string_view path = row.path;
  const bool is_lower = path.starts_with("lower") || path.starts_with("min");
  return is_lower && std::isinf(row.least)   ? -std::numeric_limits<double>::infinity()
         : std::isinf(row.most) && !is_lower ? std::numeric_limits<double>::infinity()
                                             : 0.0;
}

}  // namespace

ExtrasForm::ExtrasForm(QWidget* parent)
    : QWidget(parent), add_(new QToolButton(this)), menu_(new QMenu(this)), blocks_(new QVBoxLayout) {
  add_->setText(tr("Add a limit or condition"));
  add_->setIcon(icon(QStringLiteral("new")));
  add_->setIconSize(QSize(14, 14));
  add_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  add_->setPopupMode(QToolButton::InstantPopup);
  add_->setFocusPolicy(Qt::StrongFocus);
  add_->setToolTip(tr("Limits, conditions along the whole way and collision settings that hold for this step alone"));
  add_->setMenu(menu_);
  connect(menu_, &QMenu::aboutToShow, this, &ExtrasForm::menu);
  blocks_->setContentsMargins(0, 0, 0, 0);
  blocks_->setSpacing(8);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 4, 0, 0);
  column->setSpacing(8);
  column->addLayout(blocks_);
  column->addWidget(add_, 0, Qt::AlignLeft);
}

void ExtrasForm::show(const world::WorldPtr& world, const std::string& program, const QList<int>& rows) {
  const bool is_same_step = program == program_ && !rows.isEmpty() && !steps_.empty() &&
                            static_cast<std::size_t>(rows.front()) == steps_.front();
  world_ = world;
  program_ = program;
  steps_.assign(rows.begin(), rows.end());
  auto extras =
      steps_.empty() ? std::vector<usecase::StepExtra>() : usecase::stepExtras(*world, program, steps_.front());
  std::size_t most = 0;
  for (const auto& extra : extras)
    for (const auto& value : extra.values)
      if (const auto* list = std::get_if<std::vector<double>>(&value)) most = std::max(most, list->size());
  auto joints = steps_.empty() ? std::vector<Joint>() : jointsNow(most);
  const bool same = is_same_step && isSameShape(extras, joints);
  extras_ = std::move(extras);
  joints_ = std::move(joints);
  if (!same) rebuild();
  fill();
}

// Of the robot of the step; a step may have numbers for more.
std::vector<ExtrasForm::Joint> ExtrasForm::jointsNow(std::size_t wanted) const {
  std::vector<Joint> out;
  const world::Object* robot = world_->peek(usecase::robotOfStep(*world_, program_, steps_.front()));
  for (std::size_t i = 0; robot && i < robot->moving_joints.size(); ++i)
    out.push_back({QString::fromStdString(robot->movingJointName(i)),
                   robot->movingJoint(i).motion == world::MotionType::kRevolute});
  while (out.size() < wanted) out.push_back({QString::number(out.size() + 1)});
  return out;
}

bool ExtrasForm::isSameShape(const std::vector<usecase::StepExtra>& extras, const std::vector<Joint>& joints) const {
  return joints == joints_ && std::ranges::equal(extras, extras_, [](const auto& a, const auto& b) {
           return a.kind == b.kind && a.index == b.index;
         });
}

// ---- made of

void ExtrasForm::rebuild() {
  const QWidget* focus = window()->focusWidget();
  QString focused;
  for (const Field& field : fields_)
    if (focus && (field.widget == focus || field.widget->isAncestorOf(focus))) focused = field.widget->objectName();
  {
    const QuietRebuild quiet(this);
    fields_.clear();
    clearLayout(blocks_);
    for (std::size_t i = 0; i < extras_.size(); ++i) build(i);
    leaveWheelTo(*this);
  }
  // What was added is the last of its kind: rules of the world come with it, and stand before it.
  const auto added =
      std::ranges::find(extras_.rbegin(), extras_.rend(), std::exchange(wanted_, nullptr), &usecase::StepExtra::kind);
  const bool is_added = added != extras_.rend();
  const auto now = std::ranges::find_if(fields_, [&](const Field& field) {
    return is_added ? &extras_[field.extra] == &*added : field.widget->objectName() == focused;
  });
  if (now == fields_.end()) return;
  auto* number = qobject_cast<QuantityField*>(now->widget);
  (number ? static_cast<QWidget*>(number->edit()) : now->widget)->setFocus();
  if (!is_added) return;
  bringIntoView(now->widget->parentWidget());
  bringIntoView(now->widget);
}

QWidget* ExtrasForm::head(std::size_t extra) {
  const ExtraKind& kind = *extras_[extra].kind;
  auto* row = new QWidget(this);
  auto* title = new WrapLabel(labelText(kind.label), row);
  title->setObjectName(QStringLiteral("strong"));
  auto* remove_button = new QToolButton(row);
  remove_button->setObjectName(extraKey(kind, extras_[extra].index) + QStringLiteral(".remove"));
  remove_button->setIcon(icon(QStringLiteral("delete")));
  remove_button->setIconSize(QSize(14, 14));
  remove_button->setFocusPolicy(Qt::StrongFocus);
  remove_button->setAccessibleName(tr("Remove: %1").arg(labelText(kind.label)));
  remove_button->setToolTip(remove_button->accessibleName());
  connect(remove_button, &QToolButton::clicked, this, [this, extra] { remove(extra); });
  auto* box = new QHBoxLayout(row);
  box->setContentsMargins(0, 0, 0, 0);
  box->addWidget(title, 1);
  box->addWidget(remove_button, 0, Qt::AlignTop);
  return row;
}

void ExtrasForm::build(std::size_t extra) {
  auto* block = new QWidget(this);
  auto* form = new QFormLayout(block);
  form->setContentsMargins(0, 0, 0, 0);
  form->setVerticalSpacing(4);
  form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  form->addRow(head(extra));
  for (std::size_t i = 0; i < extras_[extra].kind->fields.size(); ++i) {
    const Kind kind = row(extra, i).kind;
    if (kind == Kind::kPerJoint || kind == Kind::kSigns) addJoints(extra, i, *form);
    else addField(extra, i, *form);
  }
  blocks_->addWidget(block);
}

void ExtrasForm::addField(std::size_t extra, std::size_t field, QFormLayout& form) {
  const QString label = labelText(row(extra, field).label);
  QWidget* widget = make(extra, field, 0, label);
  auto* text = new QLabel(label, this);
  text->setObjectName(QStringLiteral("fieldLabel"));
  form.addRow(text, widget);
}

void ExtrasForm::addJoints(std::size_t extra, std::size_t field, QFormLayout& form) {
  const QString label = labelText(row(extra, field).label);
  auto* text = new QLabel(label, this);
  text->setObjectName(QStringLiteral("fieldLabel"));
  form.addRow(text);
  for (std::size_t joint = 0; joint < joints_.size(); ++joint) {
    QWidget* widget = make(extra, field, joint, QStringLiteral("%1: %2").arg(label, joints_[joint].name));
    auto* name = new ElidedLabel(joints_[joint].name, this);
    form.addRow(name, widget);
  }
}

QWidget* ExtrasForm::make(std::size_t extra, std::size_t field, std::size_t joint, const QString& label) {
  QWidget* made = nullptr;
  switch (row(extra, field).kind) {
    case Kind::kNumber:
    case Kind::kTurn:
    case Kind::kPerJoint: made = makeNumber(extra, field, joint, label); break;
    case Kind::kSwitch: made = makeSwitch(extra, field, label); break;
    case Kind::kNode:
    case Kind::kSide: made = makeNode(extra, field, label); break;
    case Kind::kSigns: made = makeSign(extra, field, joint, label); break;
  }
  const auto place = row(extra, field).kind == Kind::kTurn ? static_cast<std::size_t>(row(extra, field).axis) : joint;
  made->setObjectName(
      QStringLiteral("%1.%2.%3")
          .arg(extraKey(*extras_[extra].kind, extras_[extra].index), QLatin1String(row(extra, field).path))
          .arg(place));
  fields_.push_back({extra, field, joint, made});
  return made;
}

QWidget* ExtrasForm::makeNumber(std::size_t extra, std::size_t field, std::size_t joint, const QString& label) {
  const ExtraField& row_of = row(extra, field);
  QuantityField::Setup setup;
  setup.name = label;
  setup.quantity = quantityOf(row_of, joint >= joints_.size() || joints_[joint].turns);
  setup.per = perText(row_of.per_seconds);
  if (const double end = openEnd(row_of); end != 0.0) {
    setup.open = tr("open");
    setup.empty = end;
  }
  auto* made = new QuantityField(setup, this);
  const Unit& unit = defaultUnit(setup.quantity);
  made->setCheck([least = row_of.least, most = row_of.most, is_rate = row_of.per_seconds > 0, unit](double si) {
    if (is_rate && si <= 0.0) return tr("A limit is above 0.");
    if (si >= least && si <= most) return QString();
    if (std::isinf(most)) return tr("At least %1 %2.").arg(formatQuantity(least, unit, 3), QLatin1String(unit.symbol));
    return tr("From %1 to %2 %3.")
        .arg(formatQuantity(least, unit, 3), formatQuantity(most, unit, 3), QString::fromUtf8(unit.symbol));
  });
  const bool is_list = row_of.kind == Kind::kPerJoint;
  connect(made, &QuantityField::edited, this, [this, extra, field, joint, is_list](double si) {
    if (is_list) changeJoint(extra, field, joint, si);
    else change(extra, field, si);
  });
  return made;
}

QWidget* ExtrasForm::makeSwitch(std::size_t extra, std::size_t field, const QString& label) {
  auto* made = new QCheckBox(this);
  made->setAccessibleName(label);
  connect(made, &QCheckBox::toggled, this, [this, extra, field](bool on) { change(extra, field, on ? 1.0 : 0.0); });
  return made;
}

QWidget* ExtrasForm::makeNode(std::size_t extra, std::size_t field, const QString& label) {
  auto* made = new NameBox(this);
  made->setAccessibleName(label);
  made->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  made->setMinimumContentsLength(6);
  connect(made, &QComboBox::activated, this, [this, extra, field, made] {
    if (isAnything(*made)) return change(extra, field, session::StepNode());
    if (const auto node = nodeOf(*made)) change(extra, field, session::StepNode{*node, {}});
  });
  return made;
}

QWidget* ExtrasForm::makeSign(std::size_t extra, std::size_t field, std::size_t joint, const QString& label) {
  auto* made = new QComboBox(this);
  made->setAccessibleName(label);
  made->addItem(tr("not"), 0.0);
  made->addItem(tr("plus"), 1.0);
  made->addItem(tr("minus"), -1.0);
  connect(made, &QComboBox::activated, this,
          [this, extra, field, joint, made] { changeJoint(extra, field, joint, made->currentData().toDouble()); });
  return made;
}

// ---- what is shown

void ExtrasForm::fill() {
  for (const Field& field : fields_) fill(field);
}

void ExtrasForm::fill(const Field& field) {
  const ExtraField& row_of = row(field.extra, field.field);
  const usecase::ExtraValue& value = extras_[field.extra].values[field.field];
  const auto* number = std::get_if<double>(&value);
  const auto* list = std::get_if<std::vector<double>>(&value);
  const auto* node = std::get_if<session::StepNode>(&value);
  const double shown = number ? *number : list && field.joint < list->size() ? (*list)[field.joint] : 0.0;
  const QSignalBlocker quiet(field.widget);
  if (auto* edit = qobject_cast<QuantityField*>(field.widget)) edit->setValue(shown);
  if (auto* box = qobject_cast<QCheckBox*>(field.widget)) box->setChecked(shown != 0.0);
  auto* choice = qobject_cast<QComboBox*>(field.widget);
  if (!choice) return;
  if (node) fillNodes(*choice, *world_, node->node, toQt(node->words), row_of.kind == Kind::kSide);
  else choice->setCurrentIndex(choice->findData(shown));
}

QMenu* ExtrasForm::menu() {
  menu_->clear();
  std::optional<ExtraGroup> before;
  for (const usecase::ExtraOffer& offer : usecase::extraOffers()) {
    const ExtraGroup group = usecase::findExtraKind(offer.kind)->group;
    if (before && *before != group) menu_->addSeparator();
    before = group;
    QAction* entry = menu_->addAction(labelText(offer.label), this, [this, offer] { add(offer); });
    entry->setEnabled(!steps_.empty() && usecase::canAddExtra(*world_, program_, steps_.front(), offer));
  }
  return menu_;
}

QWidget* ExtrasForm::field(const char* kind, const char* path, int index, int joint) const {
  return findChild<QWidget*>(
      QStringLiteral("%1.%2.%3.%4").arg(QLatin1String(kind)).arg(index).arg(QLatin1String(path)).arg(joint));
}

QToolButton* ExtrasForm::remover(const char* kind, int index) const {
  return findChild<QToolButton*>(QStringLiteral("%1.%2.remove").arg(QLatin1String(kind)).arg(index));
}

// ---- what is asked for

// "step 3", "2 steps".
QString ExtrasForm::where() const {
  return steps_.size() == 1 ? tr("step %1").arg(steps_.front() + 1)
                            : tr("%n steps", "", static_cast<int>(steps_.size()));
}

void ExtrasForm::add(const usecase::ExtraOffer& offer) {
  wanted_ = usecase::findExtraKind(offer.kind);
  Q_EMIT asked(tr("Add to %1: %2").arg(where(), labelText(offer.label)),
               [program = program_, steps = steps_, offer](const world::World& world) {
                 return usecase::addExtra(world, program, steps, offer);
               });
}

void ExtrasForm::remove(std::size_t extra) {
  Q_EMIT asked(tr("Remove from %1: %2").arg(where(), labelText(extras_[extra].kind->label)),
               [program = program_, steps = steps_, gone = extras_[extra]](const world::World& world) {
                 return usecase::removeExtra(world, program, steps, gone);
               });
}

void ExtrasForm::change(std::size_t extra, std::size_t field, const usecase::ExtraValue& value) {
  Q_EMIT asked(tr("Change of %1: %2").arg(where(), labelText(extras_[extra].kind->label)),
               [program = program_, steps = steps_, changed = extras_[extra], field, value](const world::World& world) {
                 return usecase::changeExtra(world, program, steps, changed, field, value);
               });
}

// A list that is too short for the robot is filled up by it.
void ExtrasForm::changeJoint(std::size_t extra, std::size_t field, std::size_t joint, double value) {
  auto list = std::get<std::vector<double>>(extras_[extra].values[field]);
  const double rest = list.empty() ? value : list.back();
  if (row(extra, field).kind == Kind::kSigns) list.resize(joints_.size(), 0.0);
  else list.resize(joints_.size(), rest);
  list[joint] = value;
  change(extra, field, list);
}

}  // namespace ww::ui
