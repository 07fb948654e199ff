// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/list_panels.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/bridge/quiet_notes.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/theme.h"

namespace ww::ui {
namespace {

QListView* listView(QWidget* parent, QAbstractItemModel& model, const QString& name, const QString& what) {
  auto* list = new QListView(parent);
  list->setModel(&model);
  list->setAccessibleName(name);
  list->setWhatsThis(what);
  list->setUniformItemSizes(true);
  list->setIconSize(QSize(14, 14));
  list->setEditTriggers(QAbstractItemView::NoEditTriggers);
  list->setTextElideMode(Qt::ElideRight);
  return list;
}

// A row with a thin bar below its text while the job runs.
class JobDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    QStyledItemDelegate::paint(painter, option, index);
    if (!index.data(JobsModel::kRunningRole).toBool()) return;
    const QRect track(option.rect.left() + 26, option.rect.bottom() - 4, option.rect.width() - 36, 3);
    painter->fillRect(track, Theme::instance().color(Role::kLine));
    const int filled = static_cast<int>(track.width() * index.data(JobsModel::kFractionRole).toDouble());
    painter->fillRect(QRect(track.topLeft(), QSize(filled, 3)), Theme::instance().color(Role::kAccent));
  }
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    return QStyledItemDelegate::sizeHint(option, index) + QSize(0, 8);
  }
};

// Shown while there are no rows.
QLabel* emptyLabel(QWidget* parent, const QString& text, const QAbstractItemModel& model) {
  auto* label = new QLabel(text, parent);
  label->setObjectName(QStringLiteral("dim"));
  label->setWordWrap(true);
  label->setContentsMargins(4, 4, 4, 4);
  const auto update = [label, &model] { label->setVisible(model.rowCount() == 0); };
  QObject::connect(&model, &QAbstractItemModel::rowsInserted, label, update);
  QObject::connect(&model, &QAbstractItemModel::rowsRemoved, label, update);
  QObject::connect(&model, &QAbstractItemModel::modelReset, label, update);
  update();
  return label;
}

// Enabled while there is something to copy.
QPushButton* copyButton(QWidget* parent, const QAbstractItemModel& model) {
  auto* button = new QPushButton(LogPanel::tr("Copy"), parent);
  button->setToolTip(LogPanel::tr("Copies the selected lines, or all"));
  const auto update = [button, &model] { button->setEnabled(model.rowCount() > 0); };
  QObject::connect(&model, &QAbstractItemModel::rowsInserted, button, update);
  QObject::connect(&model, &QAbstractItemModel::rowsRemoved, button, update);
  QObject::connect(&model, &QAbstractItemModel::modelReset, button, update);
  update();
  return button;
}

QVBoxLayout* column(QWidget* parent) {
  auto* box = new QVBoxLayout(parent);
  box->setContentsMargins(8, 4, 8, 4);
  box->setSpacing(4);
  return box;
}

}  // namespace

JobsPanel::JobsPanel(JobsModel& model, JobBridge& jobs, QWidget* parent)
    : QWidget(parent),
      jobs_(jobs),
      list_(listView(this, model, tr("Jobs"), tr("What runs and what is done, with its progress"))) {
  list_->setItemDelegate(new JobDelegate(list_));
  auto* cancel = new QPushButton(tr("Cancel"), this);
  cancel->setToolTip(tr("Stops the selected job, or the newest one that runs"));
  auto* clear = new QPushButton(tr("Clear finished"), this);
  clear->setToolTip(tr("Takes finished jobs off the list"));
  auto* side = new QVBoxLayout;
  side->addWidget(cancel);
  side->addWidget(clear);
  side->addStretch(1);
  auto* left = new QVBoxLayout;
  left->addWidget(
      emptyLabel(this, tr("No jobs. Importing, saving and planning show up here, with progress and cancel."), model));
  left->addWidget(list_, 1);
  auto* row = new QHBoxLayout;
  row->addLayout(left, 1);
  row->addLayout(side);
  column(this)->addLayout(row);
  connect(cancel, &QPushButton::clicked, this, &JobsPanel::cancelSelected);
  connect(clear, &QPushButton::clicked, &jobs_, &JobBridge::clearFinished);
  const auto update = [this, cancel, clear] {
    cancel->setEnabled(jobs_.running() > 0);
    clear->setEnabled(static_cast<int>(jobs_.jobs().size()) > jobs_.running());
  };
  connect(&jobs_, &JobBridge::added, this, update);
  connect(&jobs_, &JobBridge::finished, this, update);
  connect(&jobs_, &JobBridge::cleared, this, update);
  update();
}

void JobsPanel::cancelSelected() {
  const QModelIndex at = list_->currentIndex();
  if (at.isValid() && at.data(JobsModel::kRunningRole).toBool()) {
    jobs_.cancel(at.data(JobsModel::kIdRole).toULongLong());
    return;
  }
  for (auto job = jobs_.jobs().rbegin(); job != jobs_.jobs().rend(); ++job)
    if (!JobBridge::isOver(*job)) {
      jobs_.cancel(job->id);
      return;
    }
}

namespace {

// A list with its buttons beside it, and what is said in its place while it is empty.
void layOut(QWidget* panel, QListView* list, QLabel* empty, std::initializer_list<QPushButton*> buttons) {
  auto* side = new QVBoxLayout;
  for (auto* button : buttons) side->addWidget(button);
  side->addStretch(1);
  auto* left = new QVBoxLayout;
  left->addWidget(empty);
  left->addWidget(list, 1);
  auto* row = new QHBoxLayout;
  row->addLayout(left, 1);
  row->addLayout(side);
  column(panel)->addLayout(row);
}

void copyLines(const QListView& list) {
  QStringList lines;
  const auto& model = *list.model();
  for (int i = 0; i < model.rowCount(); ++i)
    if (!list.selectionModel()->hasSelection() || list.selectionModel()->isRowSelected(i))
      lines << model.index(i, 0).data().toString();
  QApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
}

}  // namespace

LogPanel::LogPanel(LogModel& log, QWidget* parent)
    : QWidget(parent),
      list_(listView(this, log, tr("Log"),
                     tr("What was told since the start; a double click goes to what a line is about"))) {
  list_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  auto* copy = copyButton(this, log);
  auto* clear = new QPushButton(tr("Clear"), this);
  clear->setToolTip(tr("Empties the log"));
  layOut(this, list_,
         emptyLabel(this, tr("Nothing has been told yet. What is done and what fails is listed here, with its time."),
                    log),
         {copy, clear});
  connect(clear, &QPushButton::clicked, &log, &LogModel::clear);
  connect(copy, &QPushButton::clicked, this, [this] { copyLines(*list_); });
  connect(list_, &QListView::doubleClicked, this, [this](const QModelIndex& at) {
    if (const QString subject = at.data(LogModel::kSubjectRole).toString(); !subject.isEmpty())
      Q_EMIT subjectActivated(subject);
  });
  connect(&log, &QAbstractItemModel::rowsInserted, list_, [this] {
    if (list_->verticalScrollBar()->value() >= list_->verticalScrollBar()->maximum() - 2)
      QMetaObject::invokeMethod(list_, &QListView::scrollToBottom, Qt::QueuedConnection);
  });
}

ProblemsPanel::ProblemsPanel(ProblemsModel& model, QWidget* parent)
    : QWidget(parent),
      model_(model),
      list_(listView(this, model, tr("Problems"), tr("What is wrong now; a double click goes to the place"))),
      show_(new QPushButton(tr("Show"), this)),
      dismiss_(new QPushButton(tr("Dismiss"), this)),
      act_(new QPushButton(this)),
      act_too_(new QPushButton(this)),
      why_(new QPushButton(tr("Why?"), this)),
      quiet_(new QPushButton(tr("Do not show again"), this)),
      all_notes_(new QPushButton(tr("Show all notes"), this)) {
  act_->setAccessibleName(tr("What helps"));
  act_too_->setAccessibleName(tr("What helps as well"));
  for (auto* button : {act_, act_too_}) button->setWhatsThis(tr("Does what helps against the selected problem"));
  list_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  // Whole sentences: what to do stands at the end of one.
  list_->setUniformItemSizes(false);
  list_->setWordWrap(true);
  list_->setTextElideMode(Qt::ElideNone);
  list_->setResizeMode(QListView::Adjust);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  show_->setToolTip(tr("Selects what the problem is about, and brings it into view"));
  dismiss_->setToolTip(
      tr("Takes the selected failures off the list, or all; what is wrong with the world itself stays until it is "
         "mended"));
  auto* copy = copyButton(this, model);
  layOut(this, list_,
         emptyLabel(
             this,
             tr("No problems. What is wrong now is listed here, with what to do; what was wrong before is in the log."),
             model),
         {act_, act_too_, why_, show_, copy, dismiss_, quiet_, all_notes_});
  quiet_->setToolTip(tr("Shows no more notes of this kind, here or in future"));
  all_notes_->setToolTip(tr("From now on shows notes of all kinds again"));
  connectNotes();
  connect(copy, &QPushButton::clicked, this, [this] { copyLines(*list_); });
  connect(dismiss_, &QPushButton::clicked, this, [this] { model_.dismiss(chosen()); });
  connect(show_, &QPushButton::clicked, this, [this] {
    if (const auto rows = chosen(); !rows.isEmpty()) Q_EMIT activated(rows.front());
  });
  why_->setToolTip(tr("Tells which rules are about the two, and how far apart they are; there it can be changed"));
  connect(why_, &QPushButton::clicked, this, [this] {
    if (const auto rows = chosen(); !rows.isEmpty()) Q_EMIT whyAsked(rows.front());
  });
  connect(act_, &QPushButton::clicked, this, [this] { act(0); });
  connect(act_too_, &QPushButton::clicked, this, [this] { act(1); });
  connect(list_, &QListView::activated, this, [this](const QModelIndex& at) { Q_EMIT activated(at.row()); });
  for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
    connect(&model, signal, this, [this] { update_(); });
  connect(&model, &QAbstractItemModel::dataChanged, this, [this] { update_(); });
  connect(list_->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] { update_(); });
  update_();
}

void ProblemsPanel::act(qsizetype which) {
  const auto rows = chosen();
  if (rows.isEmpty()) return;
  const Problem problem = model_.problem(rows.front());  // it goes with what it runs
  if (which < problem.remedies.size()) problem.remedies[which].run();
  else if (actions_ && which == 0) actions_->start(problem.action);
}

void ProblemsPanel::connectNotes() {
  connect(quiet_, &QPushButton::clicked, this, [this] {
    const auto rows = chosen();
    if (rows.isEmpty()) return;
    const QString code = model_.problem(rows.front()).note;
    setQuiet(code);
    model_.dismissNotes(code);
    update_();
  });
  connect(all_notes_, &QPushButton::clicked, this, [this] {
    forgetQuiet();
    update_();
  });
}

void ProblemsPanel::setActions(ActionTable& actions) {
  actions_ = &actions;
  for (const ActionRow& row : actions.rows())
    connect(actions.action(row.id), &QAction::enabledChanged, this, [this] { update_(); });
  update_();
}

QList<int> ProblemsPanel::chosen() const {
  QList<int> rows;
  for (int row = 0; row < model_.rowCount(); ++row)
    if (!list_->selectionModel()->hasSelection() || list_->selectionModel()->isRowSelected(row)) rows << row;
  return rows;
}

void ProblemsPanel::update_() {
  const auto rows = chosen();
  const Problem* first = rows.isEmpty() ? nullptr : &model_.problem(rows.front());
  QList<Remedy> offers = first ? first->remedies : QList<Remedy>();
  const auto offer = actions_ && first && offers.isEmpty() ? actions_->offer(first->action) : std::nullopt;
  if (offer) offers << Remedy{offer->text, offer->tip, {}};
  for (auto* button : {act_, act_too_}) {
    const qsizetype which = button == act_ ? 0 : 1;
    button->setVisible(which < offers.size());
    if (which >= offers.size()) continue;
    button->setText(offers[which].text);
    button->setToolTip(offers[which].tip.isEmpty() ? first->hint : offers[which].tip);
  }
  why_->setVisible(first && first->nodes.size() == 2 && first->points.size() == 2);
  quiet_->setVisible(!rows.isEmpty() && !model_.problem(rows.front()).note.isEmpty());
  all_notes_->setVisible(isAnyQuiet());
  const auto has_place = [this](int row) {
    return !model_.problem(row).nodes.empty() || !model_.problem(row).subject.isEmpty();
  };
  show_->setEnabled(!rows.isEmpty() && has_place(rows.front()));
  dismiss_->setEnabled(std::any_of(rows.begin(), rows.end(), [this](int row) { return !model_.problem(row).lasts; }));
}

}  // namespace ww::ui
