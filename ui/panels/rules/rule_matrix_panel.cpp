// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/rules/rule_matrix_panel.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QShowEvent>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/bridge/node_set.h"
#include "ui/bridge/turns.h"
#include "ui/panels/rules/rule_matrix_look.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/shown_decimals.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/wrap_label.h"

namespace ww::ui {

using usecase::Brush;
using usecase::CellSign;

namespace {

constexpr double kFirstBrushMargin = 0.02, kMostBrushMargin = 10.0;  // metres
constexpr int kSignPixels = 16;                                      // pixels
// A panel as low and as wide as this has its words beside the matrix, so wide: rows need the height.
constexpr int kLow = 400, kWide = 720, kWordsWide = 300;  // pixels

int brushButtonId(std::optional<Brush> brush) { return brush ? static_cast<int>(*brush) : -2; }

// Whether other cells may follow from it.
bool changesRuleCells(const world::WorldDiff& diff) {
  constexpr unsigned kElsewhere = world::kPoseChanged | world::kJointsChanged | world::kColorChanged;
  return diff.collision_settings || std::any_of(diff.objects.begin(), diff.objects.end(), [](const auto& c) {
           return !c.before || !c.after || (world::whatChanged(*c.before, *c.after) & ~kElsewhere) != 0;
         });
}

world::NodeRef sideNode(const session::RuleSide& side) {
  return side.entity ? world::NodeRef(side.entity) : world::NodeRef(side.object);
}

// What has gone meanwhile is not painted.
std::vector<usecase::Stroke> strokesLeft(const world::World& world, const std::vector<usecase::Stroke>& cells) {
  std::vector<usecase::Stroke> out;
  std::copy_if(cells.begin(), cells.end(), std::back_inserter(out), [&world](const usecase::Stroke& cell) {
    return isInWorld(world, sideNode(cell.a)) && isInWorld(world, sideNode(cell.b));
  });
  return out;
}

}  // namespace

RuleMatrixPanel::RuleMatrixPanel(SessionBridge& bridge, Selection& selection, QWidget* parent)
    : QWidget(parent),
      bridge_(bridge),
      selection_(selection),
      margin_m_(kFirstBrushMargin),
      cells_(new RuleMatrixModel(this)),
      grid_(new RuleMatrixGrid(*cells_, this)),
      brushes_(new QButtonGroup(this)),
      told_(new WrapLabel(QString(), this)),
      empty_(new WrapLabel(tr("Nothing here has geometry for collisions. What is imported or added with some is listed "
                              "here, each against each."),
                           this)),
      words_(new QWidget(this)),
      body_(new QBoxLayout(QBoxLayout::TopToBottom)) {
  grid_->setAccessibleName(tr("Matrix of collision rules"));
  grid_->setWhatsThis(
      tr("Each object against each: whether they are checked for collisions, and why not. Enter opens an object to its "
         "bodies. With a brush chosen, dragging over cells or Space changes them; Escape gives it up."));
  told_->setAccessibleName(tr("About the cell"));
  told_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  empty_->setObjectName(QStringLiteral("dim"));
  auto* box = new QVBoxLayout(this);
  box->setContentsMargins(8, 4, 8, 4);
  box->setSpacing(4);
  box->addWidget(makeTools());
  box->addWidget(empty_);
  auto* words = new QVBoxLayout(words_);
  words->setContentsMargins(0, 0, 0, 0);
  words->setSpacing(4);
  words->addWidget(told_);
  words->addWidget(makeLegend());
  body_->setSpacing(4);
  body_->addWidget(grid_, 1);
  body_->addWidget(words_);
  box->addLayout(body_, 1);
  arrange();
  connect(grid_, &RuleMatrixGrid::looked, this, &RuleMatrixPanel::look);
  connect(grid_, &RuleMatrixGrid::chosen, this, &RuleMatrixPanel::choose);
  connect(grid_, &RuleMatrixGrid::painted, this, &RuleMatrixPanel::paintOver);
  connect(grid_, &RuleMatrixGrid::foldAsked, this, &RuleMatrixPanel::fold);
  connect(grid_, &RuleMatrixGrid::brushLeft, this, [this] { brushButton({})->click(); });
  connect(grid_, &RuleMatrixGrid::tooMany, this, [this] {
    tell(tr("At most %1 cells can be painted at once. Paint the cells of whole objects, folded, instead of those of "
            "their bodies.")
             .arg(RuleMatrixGrid::kMostCells));
  });
  connect(&bridge_, &SessionBridge::changed, this, [this](const ChangePtr& change) { follow(*change); });
  connect(&Theme::instance(), &Theme::changed, this, &RuleMatrixPanel::paintIcons);
  paintIcons();
  brushButton({})->setChecked(true);
  grid_->hide();
  empty_->hide();  // until the first look at the world
}

// ---- what it is made of

void RuleMatrixPanel::addBrush(QLayout* row, std::optional<Brush> brush, const char* id, const QString& text,
                               const QString& tip) {
  auto* button = new QToolButton(this);
  button->setObjectName(QLatin1String(id));
  button->setText(text);
  button->setToolTip(tip);
  button->setCheckable(true);
  button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  button->setIconSize(QSize(kSignPixels, kSignPixels));
  button->setFocusPolicy(Qt::TabFocus);
  brushes_->addButton(button, brushButtonId(brush));
  connect(button, &QToolButton::clicked, this, [this, brush] { grid_->setBrush(brush); });
  row->addWidget(button);
}

QWidget* RuleMatrixPanel::makeTools() {
  auto* tools = new QWidget(this);
  auto* row = new FlowLayout(tools, 6, 4);
  row->setContentsMargins(0, 0, 0, 0);
  addBrush(row, {}, "brushSelect", tr("Select"), tr("A click selects the pair in the tree and in the view"));
  addBrush(row, Brush::kExclude, "brushExclude", tr("Exclude"),
           tr("Dragging over cells, or Space, ends the check of these pairs"));
  addBrush(row, Brush::kCheck, "brushCheck", tr("Check"),
           tr("Dragging over cells, or Space, has these pairs checked, also what is left out by design"));
  addBrush(row, Brush::kMargin, "brushMargin", tr("Margin"),
           tr("Dragging over cells, or Space, has these pairs kept apart by the length beside this"));
  QuantityField::Setup setup;
  setup.name = tr("Margin of the brush");
  setup.most = kMostBrushMargin;
  margin_ = new QuantityField(setup, tools);
  margin_->setValue(margin_m_);
  margin_->setCheck([](double si) { return si < 0.0 ? tr("A margin is at least 0.") : QString(); });
  margin_->setMaximumWidth(120);
  connect(margin_, &QuantityField::edited, this, [this](double si) {
    margin_m_ = si;
    brushButton(Brush::kMargin)->click();
  });
  row->addWidget(margin_);
  const auto filter = [&](const char* id, const QString& name, const QString& tip) {
    auto* edit = new QLineEdit(tools);
    edit->setObjectName(QLatin1String(id));
    edit->setPlaceholderText(name);
    edit->setAccessibleName(name);
    edit->setToolTip(tip);
    edit->setClearButtonEnabled(true);
    edit->setFixedWidth(140);
    connect(edit, &QLineEdit::textChanged, this, &RuleMatrixPanel::applyFilters);
    row->addWidget(edit);
    return edit;
  };
  rows_ = filter("filterRows", tr("Filter rows"), tr("Only rows with these words in their names"));
  columns_ = filter("filterColumns", tr("Filter columns"), tr("Only columns with these words in their names"));
  return tools;
}

QWidget* RuleMatrixPanel::makeLegend() {
  auto* legend = new QWidget(this);
  legend->setAccessibleName(tr("What the signs mean"));
  auto* row = new FlowLayout(legend, 10, 2);
  row->setContentsMargins(0, 0, 0, 0);
  for (const CellSign sign : legendSigns()) {
    auto* one = new QWidget(legend);
    auto* pair = new QHBoxLayout(one);
    pair->setContentsMargins(0, 0, 0, 0);
    pair->setSpacing(4);
    auto *picture = new QLabel(one), *word = new QLabel(cellWord(sign), one);
    word->setObjectName(QStringLiteral("dim"));
    legend_ << picture;
    pair->addWidget(picture);
    pair->addWidget(word);
    row->addWidget(one);
  }
  return legend;
}

void RuleMatrixPanel::paintIcons() {
  const auto picture = [this](CellSign sign) { return cellPicture(sign, kSignPixels, devicePixelRatioF()); };
  for (int i = 0; i < legend_.size(); ++i) legend_[i]->setPixmap(picture(legendSigns()[static_cast<std::size_t>(i)]));
  brushButton({})->setIcon(icon(QStringLiteral("select")));
  for (const Brush brush : {Brush::kExclude, Brush::kCheck, Brush::kMargin})
    brushButton(brush)->setIcon(QIcon(picture(signOf(brush))));
}

QToolButton* RuleMatrixPanel::brushButton(std::optional<Brush> brush) const {
  return static_cast<QToolButton*>(brushes_->button(brushButtonId(brush)));
}

// ---- following the world

void RuleMatrixPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (is_stale_) refreshSoon();
}

void RuleMatrixPanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  arrange();
}

// As high whatever is said of a cell, so that nothing jumps under the pointer.
void RuleMatrixPanel::arrange() {
  const bool beside = height() < kLow && width() >= kWide;
  told_->setFixedHeight((beside ? 4 : 2) * told_->fontMetrics().lineSpacing() + 2);
  body_->setDirection(beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
  body_->setAlignment(words_, beside ? Qt::AlignTop : Qt::Alignment());
  words_->setMinimumWidth(beside ? kWordsWide : 0);
  words_->setMaximumWidth(beside ? kWordsWide : QWIDGETSIZE_MAX);
}

void RuleMatrixPanel::follow(const session::Change& change) {
  if (change.kind == session::Change::Kind::kReplace) {
    grid_->giveUp();
    world_.reset();
    rules_.reset();
  }
  is_stale_ = true;
  if (isVisible()) refreshSoon();
}

// The turn that tells of a change has enough to do.
void RuleMatrixPanel::refreshSoon() {
  if (std::exchange(is_asked_, true)) return;
  inALaterTurn(this, [this] {
    is_asked_ = false;
    if (isVisible() && is_stale_) refresh();
  });
}

void RuleMatrixPanel::refresh() {
  const world::WorldPtr now = bridge_.snapshot().world;
  is_stale_ = false;
  if (now == world_) return;
  bool matters = true;
  if (world_) {
    const world::WorldDiff diff = world::diff(*world_, *now);
    matters = changesRuleCells(diff);
    rules_ = rules_->updated(*now, diff);
  } else {
    rules_ = collision::RuleSet::ofWorld(*now);
  }
  world_ = now;
  if (!matters) return;
  grid_->resetAround([this] { cells_->show(*world_, *rules_); });
  const bool any = cells_->objectCount() > 0;
  grid_->setVisible(any);
  empty_->setVisible(!any);
}

void RuleMatrixPanel::applyFilters() {
  grid_->resetAround([this] { cells_->filter(rows_->text(), columns_->text()); });
}

void RuleMatrixPanel::setOpen(ObjectId object, bool open) {
  grid_->resetAround([this, object, open] { cells_->setOpen(object, open); });
}

void RuleMatrixPanel::fold(ObjectId object) {
  for (const auto side : {Qt::Vertical, Qt::Horizontal}) {
    const int at = cells_->find(side, object);
    if (at < 0) continue;
    const RuleMatrixModel::Line line = cells_->line(side, at);
    if (line.can_open) return setOpen(object, !line.is_open);
    return tell(tr("%1 is one body: there is nothing to open.").arg(cells_->name(side, at)));
  }
}

bool RuleMatrixPanel::showPair(const world::NodeRef& a, const world::NodeRef& b) {
  if (!world_ || is_stale_) refresh();
  rows_->clear();
  columns_->clear();
  for (const world::NodeRef& node : {a, b})
    if (const auto* entity = std::get_if<EntityId>(&node); entity && world_->owner(*entity)) {
      const ObjectId object = world_->owner(*entity)->object;
      const int at = cells_->find(Qt::Vertical, object);
      if (at >= 0 && cells_->line(Qt::Vertical, at).can_open && !cells_->line(Qt::Vertical, at).is_open)
        setOpen(object, true);
    }
  // An object of one body has no row for that.
  const auto place = [this](Qt::Orientation side, const world::NodeRef& node) {
    const int at = cells_->find(side, node);
    const auto* entity = std::get_if<EntityId>(&node);
    const auto* owner = at < 0 && entity ? world_->owner(*entity) : nullptr;
    return owner ? cells_->find(side, owner->object) : at;
  };
  const int row = place(Qt::Vertical, a), column = place(Qt::Horizontal, b);
  if (row < 0 || column < 0) return false;
  grid_->setCurrentIndex(cells_->index(row, column));
  grid_->scrollTo(cells_->index(row, column), QAbstractItemView::PositionAtCenter);
  return true;
}

// ---- cells

QString RuleMatrixPanel::allOff() {
  return tr("Checking for collisions is switched off in this world: switch it on first.");
}

void RuleMatrixPanel::look(int row, int column) {
  const bool is_off = rules_ && rules_->disabled();
  const QString hint = is_off ? allOff() : cellHint(cells_->cell(row, column).sign);
  tell(cells_->words(row, column) + (hint.isEmpty() ? QString() : QStringLiteral(". ") + hint));
}

void RuleMatrixPanel::choose(int row, int column) {
  const world::NodeRef a = RuleMatrixModel::nodeOf(cells_->line(Qt::Vertical, row));
  const world::NodeRef b = RuleMatrixModel::nodeOf(cells_->line(Qt::Horizontal, column));
  std::vector<world::NodeRef> pair{a};
  if (b != a) pair.push_back(b);
  selection_.select(pair);
  selection_.prune(*bridge_.snapshot().world);  // it may be newer
  Q_EMIT pairChosen(a, b);
}

QString RuleMatrixPanel::stepName(const std::vector<usecase::Stroke>& cells) const {
  const auto count = static_cast<int>(cells.size());
  const QString length = shownQuantity(margin_m_, Quantity::kLength);
  if (count > 1) switch (*grid_->brush()) {
      case Brush::kExclude: return tr("End the collision check of %n pairs", "", count);
      case Brush::kCheck: return tr("Check %n pairs for collisions", "", count);
      case Brush::kMargin: return tr("Keep %n pairs %1 apart", "", count).arg(length);
    }
  const auto name = [this](const session::RuleSide& side) {
    return QString::fromStdString(bridge_.snapshot().world->display(sideNode(side)));
  };
  const QString a = name(cells.front().a), b = name(cells.front().b);
  switch (*grid_->brush()) {
    case Brush::kExclude: return tr("End the collision check of %1 and %2").arg(a, b);
    case Brush::kMargin: return tr("Keep %1 and %2 %3 apart").arg(a, b, length);
    case Brush::kCheck: break;
  }
  return tr("Check %1 and %2 for collisions").arg(a, b);
}

QString RuleMatrixPanel::whyNothing() const {
  if (rules_ && rules_->disabled()) return allOff();
  switch (*grid_->brush()) {
    case Brush::kExclude: return tr("Nothing to change: these pairs are not checked already.");
    case Brush::kCheck: return tr("Nothing to change: these pairs are checked already, or one body.");
    case Brush::kMargin: break;
  }
  return tr(
      "Nothing to change: these pairs have that margin already, or are not checked at all. The brush Check has "
      "them checked first.");
}

// A margin that another rule makes less of is told, as the cell does not show what was painted.
QString RuleMatrixPanel::whatWasDone(const std::vector<usecase::Stroke>& cells) {
  const bool has_margin = *grid_->brush() == Brush::kMargin;
  for (const usecase::Stroke& cell : cells) {
    const int row = cells_->find(Qt::Vertical, sideNode(cell.a)),
              column = cells_->find(Qt::Horizontal, sideNode(cell.b));
    if (!has_margin || row < 0 || column < 0) continue;
    const usecase::Cell& now = cells_->cell(row, column);
    if (now.checked > 0 && now.least_margin_m < margin_m_ - 1e-6)
      return tr("The rule is made, but of several margins the smallest holds: %1").arg(cells_->words(row, column));
  }
  return tr("%n pairs changed, as one step: Undo takes it back.", "", static_cast<int>(cells.size()));
}

void RuleMatrixPanel::paintOver(const std::vector<usecase::Stroke>& cells) {
  const Brush brush = *grid_->brush();
  bool failed = false;
  const auto note = connect(&bridge_, &SessionBridge::failed, this, [this, &failed](const QString& title) {
    failed = true;
    tell(title);
  });
  const bool done = bridge_.commitMade(stepName(cells), [&](const world::World& world, const TryEdits&) {
    const bool is_shown = &world == world_.get();
    const collision::RuleSet rules = is_shown ? *rules_ : collision::RuleSet::ofWorld(world);
    return Result<session::EditsPtr>(usecase::paintCells(world, rules, strokesLeft(world, cells), brush, margin_m_));
  });
  disconnect(note);
  if (failed) return;
  if (!done) return tell(whyNothing());
  refresh();
  tell(whatWasDone(cells));
}

void RuleMatrixPanel::tell(const QString& text) {
  told_->setText(text);
  told_->setToolTip(text);
}

}  // namespace ww::ui
