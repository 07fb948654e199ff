// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/share_lists.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QLocale>
#include <QScrollBar>
#include <QTabBar>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/widgets/icons.h"
#include "ui/widgets/list_rows.h"

namespace ww::ui {
namespace {

template <typename View>
View* flatList(const char* object_name, const QString& name) {
  auto* list = new View;
  list->setObjectName(QLatin1String(object_name));
  list->setAccessibleName(name);
  list->setRootIsDecorated(false);
  list->setUniformRowHeights(true);
  list->setEditTriggers(QAbstractItemView::NoEditTriggers);
  list->setIconSize(QSize(14, 14));
  list->header()->setMinimumSectionSize(40);
  return list;
}

QString timeText(const QDateTime& time) { return QLocale().toString(time.time(), QStringLiteral("HH:mm:ss")); }

QLabel* note(const QString& text) {
  auto* label = new QLabel(text);
  label->setObjectName(QStringLiteral("dim"));
  label->setWordWrap(true);
  return label;
}

QVBoxLayout* column(QWidget* page) {
  auto* box = new QVBoxLayout(page);
  box->setContentsMargins(0, 4, 0, 4);
  box->setSpacing(4);
  return box;
}

}  // namespace

ShareLists::ShareLists(Share& share, QWidget* parent)
    : QWidget(parent),
      share_(share),
      model_(new CallsModel(this)),
      tabs_(new QTabBar(this)),
      pages_(new QStackedWidget(this)) {
  tabs_->setObjectName(QStringLiteral("shareTabs"));
  tabs_->setAccessibleName(tr("What clients do"));
  tabs_->setExpanding(false);
  for (const QString& name : {tr("Calls"), tr("Clients"), tr("Worlds")}) tabs_->addTab(name);
  for (QWidget* page : {buildCalls(), buildClients(), buildWorlds()}) pages_->addWidget(page);
  auto* head = new QHBoxLayout;
  head->setSpacing(8);
  head->addWidget(tabs_);
  head->addStretch(1);
  head->addWidget(calls_tools_, 1);
  auto* box = new QVBoxLayout(this);
  box->setContentsMargins(0, 0, 0, 0);
  box->setSpacing(0);
  box->addLayout(head);
  box->addWidget(pages_, 1);
  connect(&share_, &Share::reported, this, &ShareLists::follow);
  connect(tabs_, &QTabBar::currentChanged, this, [this](int page) {
    pages_->setCurrentIndex(page);
    calls_tools_->setVisible(page == 0);
    follow({}, 0);
  });
  follow({}, 0);
}

QWidget* ShareLists::buildCalls() {
  auto* page = new QWidget;
  calls_ = flatList<QTreeView>("shareCalls", tr("Calls of clients"));
  calls_->setWhatsThis(tr("What clients have called, with what came of it"));
  calls_->setModel(model_);
  calls_->setColumnWidth(CallsModel::kTime, 60);
  calls_->setColumnWidth(CallsModel::kClient, 70);
  calls_->setColumnWidth(CallsModel::kMethod, 118);
  calls_->setColumnWidth(CallsModel::kResult, 72);
  calls_->setColumnWidth(CallsModel::kMilliseconds, 40);
  calls_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  auto* filter = new QLineEdit;
  filter->setObjectName(QStringLiteral("shareFilter"));
  filter->setAccessibleName(tr("Filter calls"));
  filter->setPlaceholderText(tr("Filter"));
  filter->setToolTip(tr("Shows the calls whose client, method, world or problem holds this text"));
  filter->setClearButtonEnabled(true);
  auto* failures = new QCheckBox(tr("Failures"));
  failures->setObjectName(QStringLiteral("shareFailures"));
  failures->setToolTip(tr("Shows only calls that failed. They are kept longer than the others."));
  auto* clear = new QPushButton(tr("Clear"));
  clear->setObjectName(QStringLiteral("smallLink"));
  clear->setToolTip(tr("Empties the list of calls"));
  calls_tools_ = new QWidget;  // beside the tabs: the panel is low
  auto* row = new QHBoxLayout(calls_tools_);
  row->setContentsMargins(0, 2, 0, 2);
  row->setSpacing(8);
  filter->setMinimumWidth(70);
  row->addWidget(filter, 1);
  row->addWidget(failures);
  row->addWidget(clear);
  calls_note_ = note({});
  auto* box = column(page);
  box->addWidget(calls_note_);
  box->addWidget(calls_, 1);
  connect(filter, &QLineEdit::textChanged, model_, &CallsModel::setFilter);
  connect(failures, &QCheckBox::toggled, model_, &CallsModel::setFailuresOnly);
  connect(clear, &QPushButton::clicked, this, [this] {
    model_->clear();
    left_out_ = 0;
    follow({}, 0);
  });
  return page;
}

QWidget* ShareLists::buildClients() {
  auto* page = new QWidget;
  clients_ = flatList<QTreeWidget>("shareClients", tr("Clients"));
  clients_->setWhatsThis(tr("The programs that have called, and when they did so last"));
  clients_->setHeaderLabels({tr("Client"), tr("From"), tr("Calls"), tr("Last call"), tr("State")});
  clients_->setColumnWidth(0, 170);
  clients_->setColumnWidth(1, 130);
  auto* box = column(page);
  box->addWidget(
      note(tr("Who has called in the last minutes. A client gives its name in the metadata 'worldwright-client'.")));
  box->addWidget(clients_, 1);
  return page;
}

QWidget* ShareLists::buildWorlds() {
  auto* page = new QWidget;
  worlds_ = flatList<QTreeWidget>("shareWorlds", tr("Worlds of clients"));
  worlds_->setWhatsThis(tr("Worlds that clients have made beside the one in the editor"));
  worlds_->setHeaderLabels({tr("World"), tr("Tag"), tr("Last change")});
  worlds_->setColumnWidth(0, 170);
  worlds_->setColumnWidth(1, 130);
  take_ = new QPushButton(tr("Take into the editor"));
  take_->setObjectName(QStringLiteral("shareTake"));
  auto* row = new QHBoxLayout;
  row->addWidget(
      note(tr("Copies that clients work on; they go when sharing ends. 'init_world' is the world in the editor.")), 1);
  row->addWidget(take_);
  auto* box = column(page);
  box->addLayout(row);
  box->addWidget(worlds_, 1);
  connect(worlds_, &QTreeWidget::itemSelectionChanged, this, &ShareLists::updateTake);
  connect(take_, &QPushButton::clicked, this, [this] {
    if (const auto* item = worlds_->currentItem()) share_.takeIntoEditor(item->text(0));
  });
  updateTake();
  return page;
}

void ShareLists::updateTake() {
  const bool can = worlds_->currentItem() && worlds_->currentItem()->isSelected();
  take_->setEnabled(can);
  take_->setToolTip(can ? tr("Copies this world over the one in the editor; one step that can be undone")
                        : tr("Select a world first."));
}

void ShareLists::follow(const std::vector<SharedCall>& calls, quint64 left_out) {
  auto* bar = calls_->verticalScrollBar();
  const bool at_end = bar->value() >= bar->maximum() - 2;
  model_->add(calls);
  if (at_end && !calls.empty() && calls_->isVisible()) calls_->scrollToBottom();
  left_out_ += left_out;
  calls_note_->setVisible(model_->isEmpty() || left_out_ > 0);
  calls_note_->setText(model_->isEmpty() ? tr("No calls yet. What clients of the shared world do is listed here.")
                                         : tr("%n calls came too quickly to be listed.", "",
                                              static_cast<int>(std::min<quint64>(left_out_, 2'000'000'000))));
  if (clients_->isVisible()) showClients();
  if (worlds_->isVisible()) showWorlds();
}

void ShareLists::showClients() {
  std::vector<QStringList> rows;
  for (const SharedClient& c : share_.clients())
    rows.push_back({c.name, c.peer, QLocale().toString(c.calls), timeText(c.last_call),
                    c.isConnected() ? tr("active") : tr("quiet")});
  std::sort(rows.begin(), rows.end());
  setRows(clients_, rows);
}

void ShareLists::showWorlds() {
  std::vector<QStringList> rows;
  for (const SharedWorld& w : share_.worlds()) rows.push_back({w.id, w.tag, timeText(w.last_update)});
  setRows(worlds_, rows);
  updateTake();
}

}  // namespace ww::ui
