// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/rules/rules_panel.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QScrollArea>
#include <QScrollBar>
#include <QSplitter>
#include <algorithm>

#include "ui/models/node_text.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/giving_columns.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/wrap_label.h"

namespace ww::ui {
namespace {

using usecase::RuleHome;
using usecase::RuleRow;

constexpr int kLeastList = 90, kEditorWidth = 270, kLeastSides = 200;  // pixels

}  // namespace

RulesPanel::RulesPanel(SessionBridge& bridge, Selection& selection, RuleWatch& watch, QWidget* parent)
    : QWidget(parent),
      bridge_(bridge),
      selection_(selection),
      watch_(watch),
      model_(new RulesModel(bridge, watch, this)),
      rows_(new RulesFilter(*model_, this)),
      list_(new QTreeView(this)),
      editor_(new RuleEditor(bridge, selection)),
      filter_(new QLineEdit(this)),
      shown_(new QComboBox(this)),
      checking_(new QCheckBox(tr("Check for collisions"), this)),
      margin_(new QuantityField({tr("Minimum margin"), tr("Minimum margin"), Quantity::kLength}, this)),
      no_margin_(new QToolButton(this)),
      add_menu_(new QMenu(this)),
      status_(new WrapLabel({}, this)),
      empty_(new WrapLabel({}, this)) {
  soon_.setSingleShot(true);
  soon_.setInterval(0);
  connect(&soon_, &QTimer::timeout, this, &RulesPanel::refresh);
  buildTop();
  buildList();
  layOut();
  connect(model_, &RulesModel::rulesWillChange, this, &RulesPanel::remember);
  connect(model_, &RulesModel::rulesChanged, this, &RulesPanel::restore);
  connect(&bridge_, &SessionBridge::changed, this, [this](const ChangePtr& change) {
    if (change->kind == session::Change::Kind::kReplace) editor_->endDraft();
    refreshSoon();
  });
  connect(&watch_, &RuleWatch::changed, this, &RulesPanel::refreshSoon);
  connect(&selection_, &Selection::changed, this, [this] {
    if (shown_->currentData().toInt() == static_cast<int>(Show::kSelection)) applyFilter();
  });
  connect(editor_, &RuleEditor::made, this,
          [this](quint64 owner, bool is_margin) { selectMade(ObjectId{owner}, is_margin); });
  connect(editor_, &RuleEditor::givenUp, list_, qOverload<>(&QWidget::setFocus));
}

// ---- made of

void RulesPanel::buildTop() {
  checking_->setToolTip(tr("Without this tick nothing at all is checked, whatever the rules say"));
  connect(checking_, &QCheckBox::clicked, this, [this](bool on) {
    if (!switchChecking(bridge_, on)) refresh();
  });
  margin_->setCheck([](double si) { return si < 0.0 ? tr("A margin cannot be negative.") : QString(); });
  margin_->edit()->setMaximumWidth(90);
  margin_->edit()->setToolTip(
      tr("Everything collides that is nearer than this; the margin of a rule holds only where it is smaller"));
  connect(margin_, &QuantityField::edited, this, [this](double si) {
    if (!setMinimumMargin(bridge_, si)) refresh();
  });
  no_margin_->setIcon(icon(QStringLiteral("close"), Role::kDim));
  no_margin_->setIconSize(QSize(12, 12));
  no_margin_->setAccessibleName(tr("No minimum margin"));
  no_margin_->setToolTip(tr("Takes the minimum margin away: then the margins of rules hold as they are"));
  connect(no_margin_, &QToolButton::clicked, this, [this] { setMinimumMargin(bridge_, std::nullopt); });
  filter_->setPlaceholderText(tr("Filter"));
  filter_->setAccessibleName(tr("Filter the rules"));
  filter_->setToolTip(tr("Shows the rules that have all these words in their sides or in what they do"));
  filter_->setClearButtonEnabled(true);
  filter_->setMaximumWidth(150);
  connect(filter_, &QLineEdit::textChanged, this, &RulesPanel::applyFilter);
  shown_->setAccessibleName(tr("Which rules are shown"));
  shown_->setToolTip(tr("Which rules are shown"));
  shown_->addItem(tr("All rules"), static_cast<int>(Show::kAll));
  shown_->addItem(tr("With findings"), static_cast<int>(Show::kFindings));
  shown_->addItem(tr("Switched off"), static_cast<int>(Show::kOff));
  shown_->addItem(tr("About the selection"), static_cast<int>(Show::kSelection));
  connect(shown_, &QComboBox::activated, this, &RulesPanel::applyFilter);
}

QToolButton* RulesPanel::makeButton(Do what) {
  const RuleCommand command = ruleCommands()[static_cast<std::size_t>(what)];
  auto* button = new QToolButton(this);
  button->setIcon(icon(command.icon));
  button->setIconSize(QSize(16, 16));
  button->setAccessibleName(command.text);
  button->setToolTip(
      QStringLiteral("%1 (%2): %3").arg(command.text, command.keys.toString(QKeySequence::NativeText), command.tip));
  connect(button, &QToolButton::clicked, this, [this, what] { run(what); });
  auto* action = new QAction(icon(command.icon), command.text, list_);
  action->setToolTip(command.tip);
  connect(action, &QAction::triggered, this, [this, what] { run(what); });
  list_->addAction(action);
  return button;
}

void RulesPanel::buildList() {
  list_->setModel(rows_);
  list_->setAccessibleName(tr("Collision rules"));
  list_->setWhatsThis(
      tr("What may touch what, and how near. Among the rules of the world an exclusion beats every margin, and of "
         "several margins the smallest holds; their order never counts. Of an object's own exclusions the last that "
         "matches holds."));
  list_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  list_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  list_->setUniformRowHeights(true);
  list_->setRootIsDecorated(false);
  list_->setIndentation(10);
  list_->setTextElideMode(Qt::ElideMiddle);
  list_->setSortingEnabled(true);
  list_->sortByColumn(RulesModel::kNumber, Qt::AscendingOrder);
  list_->setDragEnabled(true);
  list_->setAcceptDrops(true);
  list_->setDragDropMode(QAbstractItemView::InternalMove);
  list_->setMinimumHeight(kLeastList);
  list_->setContextMenuPolicy(Qt::ActionsContextMenu);
  auto* header = list_->header();
  header->setStretchLastSection(false);
  for (int column = 0; column < RulesModel::kColumns; ++column)
    header->setSectionResizeMode(column, column == RulesModel::kLeft || column == RulesModel::kRight
                                             ? QHeaderView::Stretch
                                             : QHeaderView::ResizeToContents);
  header->setMinimumSectionSize(40);
  new GivingColumns(*list_, kLeastSides, {RulesModel::kPairs, RulesModel::kMargin});
  list_->installEventFilter(this);
  for (const RuleCommand& command : ruleCommands()) buttons_.push_back(makeButton(command.what));
  button(Do::kAdd)->setMenu(add_menu_);
  button(Do::kAdd)->setPopupMode(QToolButton::MenuButtonPopup);
  connect(add_menu_, &QMenu::aboutToShow, this, &RulesPanel::fillAddMenu);
  connect(list_->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
    if (restoring_) return;
    if (list_->selectionModel()->hasSelection()) editor_->endDraft();  // who chooses another rule means that one
    showChosen();
  });
  connect(header, &QHeaderView::sortIndicatorChanged, this, [this](int column, Qt::SortOrder order) {
    model_->setDragging(column == RulesModel::kNumber && order == Qt::AscendingOrder);
  });
}

void RulesPanel::layOut() {
  status_->setObjectName(QStringLiteral("dim"));
  empty_->setObjectName(QStringLiteral("dim"));
  auto* top = new QWidget(this);
  auto* tools = new FlowLayout(top, 8, 2);
  for (QWidget* widget : std::initializer_list<QWidget*>{checking_, margin_, no_margin_, filter_, shown_})
    tools->addWidget(widget);
  for (QToolButton* one : buttons_) tools->addWidget(one);
  auto* left = new QWidget(this);
  auto* column = new QVBoxLayout(left);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(2);
  column->addWidget(empty_);
  column->addWidget(list_, 1);
  column->addWidget(status_);
  editor_->setObjectName(QStringLiteral("scrollBody"));
  auto* scroll = new QScrollArea(this);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setFocusPolicy(Qt::NoFocus);
  scroll->setWidget(editor_);
  auto* parts = new QSplitter(Qt::Horizontal, this);
  parts->setChildrenCollapsible(false);
  parts->addWidget(left);
  parts->addWidget(scroll);
  parts->setStretchFactor(0, 1);
  parts->setSizes({3 * kEditorWidth, kEditorWidth});
  auto* box = new QVBoxLayout(this);
  box->setContentsMargins(8, 4, 8, 4);
  box->setSpacing(4);
  box->addWidget(top);
  box->addWidget(parts, 1);
}

// Own rules of what is selected, or of what the chosen rule belongs to.
void RulesPanel::fillAddMenu() {
  add_menu_->clear();
  add_menu_->addAction(tr("Rule of the world"), this, [this] { newRule(); });
  const auto world = bridge_.snapshot().world;
  std::vector<ObjectId> objects;
  for (const world::NodeRef& node : selection_.nodes()) objects.push_back(ownerOf(*world, node));
  for (const usecase::RuleRef& rule : chosen()) objects.push_back(rule.object);
  std::ranges::sort(objects);
  objects.erase(std::unique(objects.begin(), objects.end()), objects.end());
  for (const ObjectId object : objects) {
    if (!object || object == world::kRootObject || !world->peek(object)) continue;
    add_menu_->addAction(tr("Own rule of %1").arg(nodeName(*world, object)), this, [this, object] { newRule(object); });
  }
}

// ---- what is shown

void RulesPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  refresh();
}

void RulesPanel::refreshSoon() {
  if (isVisible() && !soon_.isActive()) soon_.start();
}

void RulesPanel::refresh() {
  soon_.stop();
  model_->update();
}

RulesPanel::Key RulesPanel::keyOf(const RuleRow& row) {
  Key key{row.rule, row.left.names};
  key.words.emplace_back("|");
  key.words.insert(key.words.end(), row.right.names.begin(), row.right.names.end());
  const RuleAction action = actionOf(row);
  key.words.push_back(std::to_string(static_cast<int>(action.kind)) + " " + std::to_string(action.margin_m));
  return key;
}

void RulesPanel::remember() {
  remembered_.clear();
  for (const usecase::RuleRef& rule : chosen())
    if (const RuleRow* row = model_->ruleAt(model_->indexOf(rule))) remembered_.push_back(keyOf(*row));
  top_ = list_->verticalScrollBar()->value();
  restoring_ = true;
}

// One that says the same, at the same place if there are several; else what stands at its place now.
QModelIndex RulesPanel::find(const Key& key, const std::vector<QModelIndex>& taken) const {
  const auto list = [](const usecase::RuleRef& rule) {
    if (rule.home == RuleHome::kSwitchedOff) return 1;
    return isOfWorld(rule) ? 0 : rule.home == RuleHome::kObjectMargin ? 3 : 2;
  };
  QModelIndex same_words, same_place;
  for (const RuleRow& row : model_->list().rows) {
    if (row.rule.object != key.rule.object) continue;
    const QModelIndex at = model_->indexOf(row.rule);
    if (std::ranges::find(taken, at) != taken.end()) continue;
    const bool place = row.rule.index == key.rule.index && list(row.rule) == list(key.rule);
    const bool words = keyOf(row).words == key.words;
    if (place && words) return at;
    if (words && !same_words.isValid()) same_words = at;
    if (place) same_place = at;
  }
  return same_words.isValid() ? same_words : same_place;
}

void RulesPanel::restore() {
  showAll();
  std::vector<QModelIndex> found;
  QItemSelection selected;
  for (const Key& key : remembered_) {
    const QModelIndex at = find(key, found);
    const QModelIndex shown = rows_->mapFromSource(at);
    if (!shown.isValid()) continue;
    found.push_back(at);
    selected.select(shown, shown.siblingAtColumn(RulesModel::kColumns - 1));
  }
  auto* selection = list_->selectionModel();
  if (!found.empty()) selection->setCurrentIndex(rows_->mapFromSource(found.back()), QItemSelectionModel::NoUpdate);
  selection->select(selected, QItemSelectionModel::ClearAndSelect);
  restoring_ = false;
  list_->verticalScrollBar()->setValue(top_);
  showChosen();
}

void RulesPanel::showAll() {
  list_->expandAll();
  for (int row = 0; row < rows_->rowCount(); ++row) list_->setFirstColumnSpanned(row, {}, true);
  const auto& rules = model_->list();
  checking_->setChecked(rules.checking);
  margin_->setValue(rules.minimum_margin.value_or(0.0));
  no_margin_->setEnabled(rules.minimum_margin.has_value());
  const bool none = rules.rows.empty();
  empty_->setVisible(none || rows_->rowCount() == 0);
  empty_->setText(none ? tr("There are no collision rules: everything is checked against everything, but what one "
                            "joint connects. Insert adds a rule.")
                       : tr("No rule fits the filter. Clear it to see all."));
  showStatus();
}

void RulesPanel::showStatus() {
  const auto& rules = model_->list();
  QString text;
  if (!rules.checking) text = tr("Checking is switched off: no rule has any effect now.");
  else if (rules.counted)
    text = tr("%1 of %2 pairs of bodies are checked.")
               .arg(QLocale().toString(static_cast<qulonglong>(rules.checked)),
                    QLocale().toString(static_cast<qulonglong>(rules.pairs)));
  else if (watch_.isUpToDate()) text = tr("There are too many pairs to count them.");
  if (!watch_.isUpToDate())
    text = text.isEmpty() ? tr("Counting...") : tr("%1 Counting again: the world has changed.").arg(text);
  status_->setText(text);
}

void RulesPanel::showChosen() {
  const RuleRefs rules = chosen();
  std::vector<RuleRow> rows;
  QStringList notes;
  for (const usecase::RuleRef& rule : rules)
    if (const RuleRow* row = model_->ruleAt(model_->indexOf(rule))) rows.push_back(*row);
  if (rows.size() == 1) notes = model_->findingTexts(rows.front());
  editor_->setRules(model_->world(), std::move(rows), notes);
  for (const RuleCommand& command : ruleCommands()) button(command.what)->setEnabled(can(command.what, rules));
  const auto actions = list_->actions();
  for (qsizetype i = 0; i < actions.size(); ++i)
    actions[i]->setEnabled(buttons_[static_cast<std::size_t>(i)]->isEnabled());
}

void RulesPanel::applyFilter() {
  remember();
  const auto world = bridge_.snapshot().world;
  RulesFilter::Fits fits;
  switch (static_cast<Show>(shown_->currentData().toInt())) {
    case Show::kFindings: fits = [](const RuleRow& row) { return !row.faults.empty(); }; break;
    case Show::kOff: fits = [](const RuleRow& row) { return !row.enabled; }; break;
    case Show::kSelection: fits = namesAny(*world, selection_.nodes()); break;
    default: break;
  }
  rows_->setFits(std::move(fits));
  rows_->setWords(filter_->text());
  restore();
}

// ---- what is done

void RulesPanel::showOnly(Show which) {
  shown_->setCurrentIndex(shown_->findData(static_cast<int>(which)));
  filter_->clear();
  refresh();
  applyFilter();
}

RuleRefs RulesPanel::chosen() const {
  RuleRefs out;
  for (const QModelIndex& at : list_->selectionModel()->selectedRows())
    if (const RuleRow* row = model_->ruleAt(rows_->mapToSource(at))) out.push_back(row->rule);
  std::ranges::sort(out);
  return out;
}

void RulesPanel::newRule(ObjectId object) { editor_->draft(object); }

void RulesPanel::goTo(const usecase::RuleRef& rule) {
  refresh();
  editor_->endDraft();
  if (rows_->isActive() && !rows_->mapFromSource(model_->indexOf(rule)).isValid()) {
    filter_->clear();
    shown_->setCurrentIndex(0);
    applyFilter();
  }
  const QModelIndex at = rows_->mapFromSource(model_->indexOf(rule));
  if (!at.isValid()) return;
  list_->selectionModel()->setCurrentIndex(at, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
  list_->scrollTo(at);
  list_->setFocus();
}

void RulesPanel::selectMade(ObjectId owner, bool is_margin) {
  refresh();
  std::optional<usecase::RuleRef> made;
  for (const RuleRow& row : model_->list().rows)
    if (row.rule.object == owner && row.enabled && (!owner || (row.rule.home == RuleHome::kObjectMargin) == is_margin))
      made = row.rule;
  if (made) goTo(*made);
}

bool RulesPanel::can(Do what, const RuleRefs& rules) const {
  if (what == Do::kAdd) return true;
  if (rules.empty()) return false;
  if (what == Do::kSwitch) return std::ranges::any_of(rules, isOfWorld);
  if (what != Do::kUp && what != Do::kDown) return true;
  const RuleRow* row = rules.size() == 1 ? model_->ruleAt(model_->indexOf(rules.front())) : nullptr;
  if (!row || !row->isOrdered()) return false;
  return what == Do::kUp ? row->rule.index > 0
                         : row->rule.index + 1 < static_cast<int>(ownExclusions(*model_->world(), row->rule.object));
}

void RulesPanel::run(Do what) {
  refresh();  // the places of rules may be others since the last turn
  const RuleRefs rules = chosen();
  if (!can(what, rules)) return;
  const world::WorldPtr seen = model_->world();
  switch (what) {
    case Do::kAdd: return newRule();
    case Do::kRemove: removeRules(bridge_, *seen, rules); break;
    case Do::kEdit:
      editor_->endDraft();
      editor_->takeFocus();
      return;
    case Do::kSwitch: {
      // Those of which one is off are switched on, as a box with a part of a tick would be.
      const auto off = [](const usecase::RuleRef& rule) { return rule.home == RuleHome::kSwitchedOff; };
      switchRules(bridge_, *seen, rules, std::ranges::any_of(rules, off));
      break;
    }
    case Do::kDuplicate: duplicateRules(bridge_, *seen, rules); break;
    case Do::kUp: move(-1); break;
    case Do::kDown: move(1); break;
  }
  refreshSoon();
}

void RulesPanel::move(int by) {
  const RuleRefs rules = chosen();
  if (rules.size() != 1) return;
  const world::WorldPtr seen = model_->world();
  usecase::RuleRef moved = rules.front();
  const int to = moved.index + by;
  if (!moveOwnRule(bridge_, *seen, moved, static_cast<std::size_t>(to))) return;
  refresh();
  // Two that say the same are told apart by their place alone.
  for (const RuleRow& row : model_->list().rows)
    if (row.rule.object == moved.object && row.isOrdered() && row.rule.index == to)
      return goTo(usecase::RuleRef(row.rule));
}

// Keys of the list come before those of the window, which mean what is selected in the scene.
bool RulesPanel::eventFilter(QObject* watched, QEvent* event) {
  const bool key = event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
  const auto command = key ? ruleCommandOf(*static_cast<QKeyEvent*>(event)) : std::nullopt;
  if (watched != list_ || !command) return QWidget::eventFilter(watched, event);
  event->accept();
  if (event->type() == QEvent::KeyPress) run(*command);
  return true;
}

}  // namespace ww::ui
