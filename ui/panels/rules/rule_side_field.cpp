// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/rules/rule_side_field.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QDropEvent>
#include <QHBoxLayout>
#include <QStringListModel>
#include <QStyle>
#include <QVBoxLayout>
#include <algorithm>

#include "core/collision/rules/rules.h"
#include "core/world/views/nearest.h"
#include "core/world/views/references.h"
#include "ui/bridge/status_text.h"
#include "ui/models/node_text.h"
#include "ui/models/scene_tree_model.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/wrap_label.h"

namespace ww::ui {
namespace {

constexpr int kMostNames = 5000;  // more are no help to somebody who types

// Completes the last of several names.
class SideCompleter : public QCompleter {
 public:
  using QCompleter::QCompleter;
  QStringList splitPath(const QString& path) const override { return {path.section(QLatin1Char(','), -1).trimmed()}; }
  QString pathFromIndex(const QModelIndex& index) const override {
    const auto* edit = qobject_cast<const QLineEdit*>(widget());
    const QString name = QCompleter::pathFromIndex(index);
    const auto comma = edit ? edit->text().lastIndexOf(QLatin1Char(',')) : -1;
    return comma < 0 ? name : edit->text().left(comma) + QStringLiteral(", ") + name;
  }
};

bool isAnything(const QString& text) {
  return text.isEmpty() || text == RuleSideField::tr("anything") || text == QLatin1String("anything");
}

}  // namespace

RuleSideField::RuleSideField(SessionBridge& bridge, Selection& selection, const QString& name, QWidget* parent)
    : QWidget(parent),
      bridge_(bridge),
      selection_(selection),
      edit_(new QLineEdit(this)),
      take_(new QToolButton(this)),
      error_(new WrapLabel({}, this)),
      completer_(new SideCompleter(this)) {
  edit_->setAccessibleName(name);
  edit_->setPlaceholderText(tr("anything"));
  edit_->setToolTip(
      tr("Names of objects or links, with commas between them; nothing means anything. Can be dropped here from the "
         "scene tree."));
  edit_->installEventFilter(this);
  completer_->setModel(new QStringListModel(completer_));
  completer_->setCaseSensitivity(Qt::CaseInsensitive);
  completer_->setFilterMode(Qt::MatchContains);
  edit_->setCompleter(completer_);
  take_->setIcon(icon(QStringLiteral("select")));
  take_->setAccessibleName(tr("%1: take what is selected").arg(name));
  take_->setToolTip(tr("Takes what is selected in the view or in the scene tree"));
  error_->setObjectName(QStringLiteral("errorText"));
  error_->hide();
  auto* row = new QHBoxLayout;
  row->setSpacing(2);
  row->addWidget(edit_, 1);
  row->addWidget(take_);
  auto* box = new QVBoxLayout(this);
  box->setContentsMargins(0, 0, 0, 0);
  box->setSpacing(2);
  box->addLayout(row);
  box->addWidget(error_);
  setFocusProxy(edit_);
  connect(take_, &QToolButton::clicked, this, [this] { take(selection_.nodes()); });
  connect(edit_, &QLineEdit::editingFinished, this, &RuleSideField::enter);
  connect(edit_, &QLineEdit::textEdited, this, [this] { complain({}); });
}

void RuleSideField::setOwner(ObjectId object) {
  if (owner_ == object) return;
  owner_ = object;
  named_.reset();
}

void RuleSideField::setText(const QString& text) {
  const QString shown = isAnything(text) ? QString() : text;
  // What is just being typed stays, as long as the rule below it does.
  if (shown == shown_ && edit_->isModified() && edit_->hasFocus()) return;
  shown_ = shown;
  edit_->setReadOnly(false);
  take_->setEnabled(true);
  edit_->setPlaceholderText(tr("anything"));
  if (edit_->text() != shown_) edit_->setText(shown_);
  complain({});
}

void RuleSideField::showNothing(const QString& why) {
  setText({});
  edit_->setReadOnly(true);
  edit_->setPlaceholderText(why);
  take_->setEnabled(false);
}

void RuleSideField::complain(const QString& reason) {
  error_->setText(reason);
  error_->setVisible(!reason.isEmpty());
  edit_->setAccessibleDescription(reason);
  if (edit_->property("invalid").toBool() == !reason.isEmpty()) return;
  edit_->setProperty("invalid", !reason.isEmpty());
  edit_->style()->unpolish(edit_);
  edit_->style()->polish(edit_);
}

// ---- what the text means

std::optional<session::RuleSide> RuleSideField::node(const QString& name) {
  const auto world = bridge_.snapshot().world;
  const auto named = world::resolveText(*world, name.toStdString());
  if (!named.ok()) {
    complain(toLine(named.status()));
    return std::nullopt;
  }
  if (const auto* object = std::get_if<ObjectId>(&*named); object && *object != world::kRootObject)
    return session::RuleSide{*object, {}};
  if (const auto* entity = std::get_if<EntityId>(&*named); entity && world->owner(*entity))
    return session::RuleSide{world->owner(*entity)->object, *entity};
  complain(tr("%1 cannot collide with anything: name an object or a link.").arg(name));
  return std::nullopt;
}

std::optional<RuleSideField::Side> RuleSideField::side() {
  complain({});
  const QString text = edit_->text().trimmed();
  Side out;
  if (isAnything(text)) return out;
  if (owner_) {
    const auto world = bridge_.snapshot().world;
    const auto* object = world->peek(owner_);
    out.name = text.toStdString();
    if (object && object->entityNamed(out.name)) return out;
    complain(tr("%1 has no link of that name.").arg(object ? nodeName(*world, owner_) : QString()));
    return std::nullopt;
  }
  for (const QString& name : text.split(QLatin1Char(','), Qt::SkipEmptyParts)) {
    const auto found = node(name.trimmed());
    if (!found) return std::nullopt;
    out.nodes.push_back(*found);
  }
  return out;
}

QString RuleSideField::textOf(const std::vector<world::NodeRef>& nodes) {
  const auto world = bridge_.snapshot().world;
  QStringList names;
  for (const world::NodeRef& node : nodes) {
    const auto* entity = std::get_if<EntityId>(&node);
    const auto* object = std::get_if<ObjectId>(&node);
    if (owner_ && entity && ui::ownerOf(*world, node) == owner_)
      names << QString::fromStdString(world->entity(*entity)->name);
    else if (!owner_ && ((entity && world->owner(*entity)) || (object && *object != world::kRootObject)))
      names << QString::fromStdString(world->display(node));
  }
  if (names.isEmpty())
    complain(owner_ ? tr("Select a link of %1 first, in the view or in the scene tree.").arg(nodeName(*world, owner_))
                    : tr("Select an object or a link first, in the view or in the scene tree."));
  return owner_ && !names.isEmpty() ? names.back() : names.join(QStringLiteral(", "));
}

bool RuleSideField::take(const std::vector<world::NodeRef>& nodes) {
  const QString text = textOf(nodes);
  if (text.isEmpty()) return false;
  edit_->setText(text);
  complain({});
  enter();
  return true;
}

void RuleSideField::enter() {
  if (completer_->popup()) completer_->popup()->hide();
  if (edit_->isReadOnly() || edit_->text().trimmed() == shown_ || !side()) return;
  shown_ = edit_->text().trimmed();
  Q_EMIT edited();
}

// ---- completion and dropping

void RuleSideField::fillNames() {
  const auto world = bridge_.snapshot().world;
  if (named_ == world) return;
  named_ = world;
  QStringList names;
  const auto add = [&](const world::Object& object) {
    if (object.id == world::kRootObject || names.size() >= kMostNames) return;
    if (!owner_) names << QString::fromStdString(world->display(object.id));
    for (const EntityId entity : collision::bodiesOf(*world, object.id))
      if (names.size() < kMostNames)
        names << QString::fromStdString(owner_ ? world->entity(entity)->name : world->display(entity));
  };
  if (const auto* object = world->peek(owner_); owner_ && object) add(*object);
  if (!owner_) world->forEachObject(add);
  static_cast<QStringListModel*>(completer_->model())->setStringList(names);
}

bool RuleSideField::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::FocusIn) fillNames();
  return dragEvent(event) || QWidget::eventFilter(watched, event);
}

bool RuleSideField::dragEvent(QEvent* event) {
  const auto type = event->type();
  if (type != QEvent::DragEnter && type != QEvent::DragMove && type != QEvent::Drop) return false;
  auto* drop = static_cast<QDropEvent*>(event);
  const auto nodes = draggedNodes(*drop->mimeData());
  if (nodes.empty() || edit_->isReadOnly()) return false;
  drop->setDropAction(Qt::CopyAction);
  drop->accept();
  if (type == QEvent::Drop) take(nodes);
  return true;
}

}  // namespace ww::ui
