// SPDX-License-Identifier: Apache-2.0
// What the Program panel is made of and shows. Over time: program_panel_time.cpp.
#include "ui/panels/program/program_panel.h"

#include <QHBoxLayout>
#include <QScrollArea>
#include <algorithm>
#include <iterator>
#include <utility>

#include "core/usecase/programs/check_program.h"
#include "ui/bridge/status_text.h"
#include "ui/widgets/wrap_label.h"

namespace ww::ui {
namespace {

constexpr int kListWidth = 130, kEditorWidth = 270, kThreeColumns = 760;  // pixels

QScrollArea* scrolled(QWidget* body, QWidget* parent) {
  body->setObjectName(QStringLiteral("scrollBody"));
  auto* scroll = new QScrollArea(parent);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setFocusPolicy(Qt::NoFocus);
  scroll->setWidget(body);
  return scroll;
}

}  // namespace

ProgramPanel::ProgramPanel(const Sources& sources, QWidget* parent)
    : QWidget(parent),
      sources_(sources),
      watch_(new ProgramWatch(sources.bridge, sources.layer.scenes(), this)),
      planning_(new ProgramPlanning(sources.bridge, sources.jobs, sources.layer.scenes(), this)),
      list_(new ProgramList(sources.bridge, this)),
      model_(new StepsModel(this)),
      steps_(new StepsView(*model_, this)),
      editor_(new StepEditor(sources.bridge, sources.selection)),
      cards_(new ProgramCards),
      strip_(new StepStrip(this)),
      verdict_(new WrapLabel({}, this)),
      progress_(new QProgressBar(this)),
      add_menu_(new QMenu(this)),
      tools_(new StepTools(add_menu_, this)),
      writer_(new ProgramWriter({sources.bridge, sources.selection, sources.layer, *list_, *steps_, *model_, data_,
                                 [this] { return tools_->newKind(); }},
                                this)) {
  soon_.setSingleShot(true);
  soon_.setInterval(0);
  connect(&soon_, &QTimer::timeout, this, &ProgramPanel::refresh);
  buildTime();
  layOut();
  connectParts();
  connectSteps();
  connectEditor();
  connectCards();
  refresh();
}

ProgramPanel::~ProgramPanel() = default;

// ---- made of

void ProgramPanel::layOut() {
  verdict_->setObjectName(QStringLiteral("dim"));
  verdict_->setAccessibleName(tr("Whether the plan holds"));
  progress_->setRange(0, 1000);
  progress_->setTextVisible(false);
  progress_->setMaximumHeight(6);
  progress_->setAccessibleName(tr("Planning"));
  progress_->hide();
  auto* middle = new QWidget(this);
  auto* column = new QVBoxLayout(middle);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(2);
  for (QWidget* widget : std::initializer_list<QWidget*>{tools_, verdict_, progress_}) column->addWidget(widget);
  column->addWidget(steps_, 1);
  column->addWidget(strip_);
  column->addWidget(clock_);
  auto* right = new QWidget;
  auto* details = new QVBoxLayout(right);
  details->setContentsMargins(0, 0, 0, 0);
  details->addWidget(cards_);
  details->addWidget(editor_, 1);
  parts_ = new QSplitter(Qt::Horizontal, this);
  parts_->setChildrenCollapsible(false);
  parts_->addWidget(list_);
  parts_->addWidget(middle);
  parts_->addWidget(scrolled(right, this));
  parts_->setStretchFactor(1, 1);
  parts_->setSizes({kListWidth, 3 * kEditorWidth, kEditorWidth});
  rows_ = new QVBoxLayout(this);
  rows_->setContentsMargins(8, 4, 8, 4);
  rows_->addWidget(parts_, 1);
}

// Beside each other the programs, the steps and their fields would leave the steps no room for their names.
void ProgramPanel::setNarrow(bool narrow) {
  if (narrow == std::exchange(narrow_, narrow)) return;
  list_->setFlat(narrow);
  if (narrow) rows_->insertWidget(0, list_);
  else parts_->insertWidget(0, list_);
  list_->setVisible(true);
  parts_->setSizes(narrow ? QList<int>{3 * kEditorWidth, kEditorWidth}
                          : QList<int>{kListWidth, 3 * kEditorWidth, kEditorWidth});
}

void ProgramPanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  setNarrow(width() < kThreeColumns);
}

void ProgramPanel::connectParts() {
  connect(&sources_.bridge, &SessionBridge::changed, this, [this](const ChangePtr& change) {
    if (change->kind == session::Change::Kind::kReplace) stop();
    refreshSoon();
  });
  // Whoever drags something ends with poses of the world's own.
  connect(&sources_.layer, &PoseLayer::changed, this, [this] {
    if (previewing_ && sources_.layer.empty()) refreshSoon();
  });
  connect(watch_, &ProgramWatch::changed, this, &ProgramPanel::refreshSoon);
  connect(planning_, &ProgramPlanning::changed, this, &ProgramPanel::refreshSoon);
  connect(planning_, &ProgramPlanning::progressed, this,
          [this] { progress_->setValue(static_cast<int>(1000.0 * planning_->fraction())); });
  connect(&sources_.selection, &Selection::changed, this, &ProgramPanel::changed);
  connect(list_, &ProgramList::chosenChanged, this, [this] {
    if (watch_->program() == program()) return;
    stop();
    watch_->setProgram(program());
    refreshSoon();
  });
}

void ProgramPanel::connectSteps() {
  connect(add_menu_, &QMenu::aboutToShow, this, &ProgramPanel::addMenu);
  // Tools take no keys. What is typed is entered first.
  connect(tools_, &StepTools::asked, editor_, &StepEditor::enterTyped);
  connect(tools_, &StepTools::teachAsked, editor_, &StepEditor::enterTyped);
  connect(tools_, &StepTools::mirrorAsked, editor_, &StepEditor::enterTyped);
  connect(editor_, &StepEditor::programAsked, editor_, &StepEditor::enterTyped);
  for (auto* tool : list_->findChildren<QToolButton*>())
    connect(tool, &QToolButton::pressed, editor_, &StepEditor::enterTyped);
  connect(tools_, &StepTools::asked, writer_, &ProgramWriter::run);
  connect(tools_, &StepTools::teachAsked, writer_, &ProgramWriter::teach);
  connect(tools_, &StepTools::mirrorAsked, writer_, &ProgramWriter::mirrorChosen);
  connect(writer_, &ProgramWriter::message, this, &ProgramPanel::message);
  connect(steps_, &StepsView::chosenChanged, this, &ProgramPanel::chosenChanged);
  connect(steps_, &StepsView::doAsked, writer_, &ProgramWriter::run);
  connect(model_, &StepsModel::refused, this, &ProgramPanel::message);
  connect(model_, &StepsModel::changeAsked, this,
          [this](int row, const session::StepChange& asked) { writer_->change({row}, asked); });
  connect(model_, &StepsModel::moveAsked, writer_, &ProgramWriter::moveRows);
  connect(model_, &StepsModel::switchAsked, this, [this](int row, bool on) {
    const auto step = static_cast<std::size_t>(row);
    writer_->commit(on ? tr("Switch step %1 on").arg(row + 1) : tr("Pass over step %1").arg(row + 1),
                    session::switchSteps(*sources_.bridge.snapshot().world, program(), {&step, 1}, on));
  });
}

void ProgramPanel::connectEditor() {
  connect(editor_, &StepEditor::changeAsked, this,
          [this](const session::StepChange& asked) { writer_->change(steps_->chosen(), asked); });
  connect(editor_->extras(), &ExtrasForm::asked, this, [this](const QString& label, const ExtrasForm::EditsOf& edits) {
    writer_->commit(label, edits(*sources_.bridge.snapshot().world));
  });
  connect(editor_, &StepEditor::programAsked, this, [this] { steps_->choose({}); });
  connect(list_->list(), &QListWidget::itemClicked, this, [this] { steps_->choose({}); });
  connect(editor_, &StepEditor::renameAsked, this, [this](const QString& name) {
    // Who asks for something next means it by its new name.
    if (list_->renameTo(name)) refresh();
    else refreshSoon();
  });
  connect(editor_, &StepEditor::robotAsked, this, [this](const auto& robot, const auto& tool) {
    writer_->commit(tr("Set the robot of %1").arg(QString::fromStdString(program())),
                    session::setProgramRobot(*sources_.bridge.snapshot().world, program(), robot, tool));
  });
  connect(editor_, &StepEditor::startAsked, this, [this](const session::ProgramStart& start) {
    writer_->commit(tr("Set the start of %1").arg(QString::fromStdString(program())),
                    session::setProgramStart(*sources_.bridge.snapshot().world, program(), start));
  });
}

void ProgramPanel::connectCards() {
  connect(cards_, &ProgramCards::whereChosen, this, &ProgramPanel::showWhere);
  connect(cards_, &ProgramCards::candidateChosen, this, &ProgramPanel::showCandidate);
  connect(cards_, &ProgramCards::stepChosen, this, &ProgramPanel::chooseStep);
  connect(cards_, &ProgramCards::remedyChosen, this, [this](int i) {
    const auto* its = failed();
    const auto at = static_cast<std::size_t>(i);
    if (its && at < its->story.remedies.size()) apply(usecase::Remedy(its->story.remedies[at]));
  });
}

// ---- what is shown

void ProgramPanel::refreshSoon() {
  if (!soon_.isActive()) soon_.start();
}

void ProgramPanel::refresh() {
  soon_.stop();
  const auto world = sources_.bridge.snapshot().world;
  list_->show(*world, watch_->states());
  const std::string name = program();
  if (watch_->program() != name) watch_->setProgram(name);
  // Steps of another order would be marked for what others are to blame for.
  if (const auto* its = failed(); its && !session::sameProgram(*its->world, *world, name)) planning_->forget(name);
  showSteps(world);
  showCards(world);
  showVerdict();
  showTime();
  keepPreview();
  showButtons();
  Q_EMIT routeChanged();
  Q_EMIT changed();
}

const ProgramWatch::Known* ProgramPanel::known() const {
  const auto& its = watch_->known();
  return its && its->program == program() ? &*its : nullptr;
}

void ProgramPanel::showSteps(const world::WorldPtr& world) {
  const auto found = session::programData(*world, program());
  data_ = found.value_or(session::ProgramData());
  model_->setRows(found ? stepRows(*world, data_, known(), failed()) : std::vector<StepRow>());
  if (found) editor_->show(world, data_, steps_->chosen());
  else editor_->showNothing();
}

void ProgramPanel::showCards(const world::WorldPtr& world) {
  const auto* its = failed();
  const bool is_old = its && its->world != world && world::affectsMotion(world::diff(*its->world, *world));
  std::vector<usecase::StepFinding> findings;
  const auto* now = known();
  if (now && !its) findings = now->check.findings;
  const bool fresh = now && now->check.state == usecase::PlanState::kFresh;
  std::vector<usecase::StepFinding> notes = now ? now->unchecked : std::vector<usecase::StepFinding>();
  if (fresh) std::ranges::copy(planning_->notesOf(program()), std::back_inserter(notes));
  cards_->show(its, is_old, findings, notes);
}

void ProgramPanel::showVerdict() {
  QString text;
  if (program().empty()) text = tr("There is no program yet. Add one, or teach a posture of a robot.");
  else if (planning_->isPlanning()) text = tr("Planning...");
  else if (data_.is_newer) text = tr("A newer program made this: it is kept as it is, and not planned here.");
  else if (const auto* now = known(); now && now->check.state != usecase::PlanState::kUnplanned) {
    const bool fresh = now->check.state == usecase::PlanState::kFresh;
    text = fresh ? tr("The plan is up to date.") : toText(usecase::verdictOf(now->check));
    if (!now->is_judged)
      text = tr("%1: looking whether the steps still hold...")
                 .arg(now->check.changes.empty() ? tr("Something has changed") : toText(now->check.changes.front()));
  } else
    text = data_.steps.empty() ? tr("No steps yet. Add some, or teach them from the robot.") : tr("Not planned yet.");
  verdict_->setText(text);
  progress_->setVisible(planning_->isPlanning());
  if (!planning_->isPlanning()) progress_->setValue(0);
}

void ProgramPanel::showButtons() {
  tools_->show({steps_->chosen(), model_->rowCount(), planning_->isPlanning(), whyNotPlan(), whyNotExport(),
                writer_->whyNotTeach(), writer_->whyNotLock()});
}

void ProgramPanel::chosenChanged() {
  if (!program().empty()) editor_->show(sources_.bridge.snapshot().world, data_, steps_->chosen());
  showButtons();
  showMarks();
  Q_EMIT routeChanged();
  Q_EMIT changed();
}

QMenu* ProgramPanel::addMenu() {
  editor_->enterTyped();
  writer_->fill(*add_menu_);
  return add_menu_;
}

void ProgramPanel::chooseStep(int step) {
  steps_->choose({step});
  steps_->setFocus();
}

void ProgramPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  refresh();
}

void ProgramPanel::hideEvent(QHideEvent* event) {
  QWidget::hideEvent(event);
  stop();
  Q_EMIT routeChanged();
}

}  // namespace ww::ui
