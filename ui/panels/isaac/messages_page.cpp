// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/isaac/messages_page.h"

#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QPointer>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSplitter>
#include <QVBoxLayout>
#include <utility>

#include "core/interop/isaac/types.h"
#include "ui/bridge/isaac_file.h"
#include "ui/bridge/status_text.h"
#include "ui/panels/isaac/isaac_text.h"
#include "ui/widgets/file_dialog.h"
#include "ui/widgets/list_rows.h"

namespace ww::ui {
namespace {

constexpr int kLog = 1, kFile = 2, kRecording = 3;
constexpr int kChannelsWidth = 380;

QString came(bool from_other_side) { return from_other_side ? MessagesPage::tr("came") : MessagesPage::tr("sent"); }

}  // namespace

MessagesPage::MessagesPage(IsaacExchange& exchange, IsaacLog& log, QWidget* parent)
    : QWidget(parent),
      exchange_(exchange),
      log_(log),
      source_(new QComboBox),
      channels_(plainList("isaacChannels", tr("Channels"), {tr("Channel"), tr("Way"), tr("Messages"), tr("Type")})),
      problem_(new QLabel),
      view_(new MessageView),
      bar_(new LogBar(log)) {
  source_->setObjectName(QStringLiteral("isaacSource"));
  source_->setAccessibleName(tr("Where messages come from"));
  source_->addItems({tr("Live"), tr("No log"), tr("No file")});
  problem_->setObjectName(QStringLiteral("errorText"));
  problem_->setWordWrap(true);
  problem_->hide();
  auto* open = new QPushButton(tr("&Open a log..."));
  open->setObjectName(QStringLiteral("isaacOpenLog"));
  open->setToolTip(tr("A folder that messages were recorded into, here or by the Isaac SDK"));
  auto* open_file = new QPushButton(tr("Open a &file..."));
  open_file->setObjectName(QStringLiteral("isaacOpenFile"));
  open_file->setToolTip(tr("Messages as lines in JSON, as they are saved here and by worldwright log convert"));
  auto* top = new QHBoxLayout;
  top->addWidget(source_, 1);
  top->addWidget(open);
  top->addWidget(open_file);
  auto* left = new QWidget;
  auto* column = new QVBoxLayout(left);
  column->setContentsMargins(0, 0, 8, 0);
  column->addLayout(top);
  column->addWidget(channels_, 1);
  column->addWidget(problem_);
  auto* splitter = new QSplitter;
  splitter->addWidget(left);
  splitter->addWidget(view_);
  splitter->setStretchFactor(1, 1);
  splitter->setSizes({kChannelsWidth, kChannelsWidth + kChannelsWidth / 2});
  auto* all = new QVBoxLayout(this);
  all->addWidget(splitter, 1);
  all->addWidget(bar_);
  connect(open, &QPushButton::clicked, this, &MessagesPage::askForLog);
  connect(open_file, &QPushButton::clicked, this, &MessagesPage::askForFile);
  connect(source_, &QComboBox::currentIndexChanged, this, &MessagesPage::showSource);
  connect(channels_, &QTreeWidget::currentItemChanged, this, &MessagesPage::showMessage);
  connect(channels_, &QTreeWidget::itemChanged, this, [this](const QTreeWidgetItem* item, int at) {
    if (!filling_ && at == 0 && isLog())
      log_.setChannelOn(item->text(0).toStdString(), item->checkState(0) == Qt::Checked);
  });
  connect(&exchange_, &IsaacExchange::reported, this, &MessagesPage::offerRecording);
  connect(&exchange_, &IsaacExchange::reported, this, &MessagesPage::follow);
  connect(&log_, &IsaacLog::timeChanged, this, &MessagesPage::showMessage);
  connect(&log_, &IsaacLog::stateChanged, this, &MessagesPage::follow);
  connect(&log_, &IsaacLog::opened, this, &MessagesPage::showSource);
  connect(view_, &MessageView::shown, this, &MessagesPage::nameType);
  showSource();
}

void MessagesPage::askForLog() {
  const QString& last = log_.folder().isEmpty() ? recorded_ : log_.folder();
  const QString folder = askForFolder(this, {tr("Open a log of messages"), last, {}});
  if (!folder.isEmpty()) openLog(folder);
}

void MessagesPage::askForFile() {
  const QString path =
      ui::askForFile(this, {tr("Open a file of messages"), {}, tr("Messages (*.jsonl *.json);;All files (*)")});
  if (!path.isEmpty()) openFile(path);
}

// Of some hundred megabytes it takes seconds.
void MessagesPage::openFile(const QString& path) {
  using Got = std::vector<isaac::Message>;
  const quint64 reading = ++reading_;
  const QPointer<MessagesPage> self(this);
  log_.jobs().run<Got>(
      tr("Read the messages of %1").arg(QFileInfo(path).fileName()),
      [path](const std::stop_token&, const Progress&) { return messagesInFile(path); },
      [self, reading, path](Result<Got> got) {
        if (self && self->reading_ == reading) self->takeFile(path, std::move(got));
      });
}

void MessagesPage::takeFile(const QString& path, Result<std::vector<isaac::Message>> messages) {
  file_problem_ = messages.status();
  of_file_.clear();
  if (messages.ok()) of_file_ = std::move(*messages);
  source_->setItemText(kFile, QFileInfo(path).fileName());
  source_->setCurrentIndex(kFile);
  showSource();
}

void MessagesPage::openLog(const QString& folder) {
  source_->setItemText(kLog, QDir(folder).dirName());
  source_->setItemData(kLog, folder, Qt::ToolTipRole);
  types_.clear();
  log_.open(folder);
  source_->setCurrentIndex(kLog);
}

// What was recorded just now, once it is written.
void MessagesPage::offerRecording() {
  const std::string& now = exchange_.report().log;
  if (!now.empty()) {
    recording_ = QString::fromStdString(now);
    return;
  }
  if (recording_.isEmpty()) return;
  recorded_ = std::exchange(recording_, QString());
  if (source_->count() == kRecording) source_->addItem(QString());
  source_->setItemText(kRecording, tr("Recording %1").arg(QDir(recorded_).dirName()));
  source_->setItemData(kRecording, recorded_, Qt::ToolTipRole);
}

void MessagesPage::showSource() {
  if (source_->currentIndex() == kRecording) return openLog(recorded_);
  if (!isLog()) bar_->pause();
  channels_->clear();
  view_->clearMessage(tr("Choose a channel"));
  bar_->setVisible(isLog());
  follow();
}

void MessagesPage::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  follow();
}

void MessagesPage::follow() {
  if (!isVisible()) return;
  filling_ = true;
  if (isLive()) followLive();
  else if (isLog()) followLog();
  else followFile();
  filling_ = false;
  const Status& problem = isLive() ? exchange_.problem() : isLog() ? log_.problem() : file_problem_;
  problem_->setVisible(!problem.ok());
  if (!problem.ok()) problem_->setText(toLine(problem));
  if (!channels_->currentItem() && channels_->topLevelItemCount() > 0)
    channels_->setCurrentItem(channels_->topLevelItem(0));
  showMessage();
}

// A channel may come and go under one name: the row that is chosen is told by both.
void MessagesPage::followLive() {
  const QSignalBlocker quiet(channels_);
  const auto* before = channels_->currentItem();
  const QStringList chosen = before ? QStringList{before->text(0), before->text(1)} : QStringList();
  std::vector<QStringList> rows;
  for (const usecase::SeenChannel& seen : exchange_.channels())
    rows.push_back({QString::fromStdString(seen.last.channel), came(seen.came), QLocale().toString(seen.count),
                    QString::fromStdString(isaac::typeName(seen.last.type_id))});
  setRows(channels_, rows);
  for (int i = 0; i < channels_->topLevelItemCount(); ++i)
    if (auto* item = channels_->topLevelItem(i); chosen == QStringList{item->text(0), item->text(1)})
      channels_->setCurrentItem(item);
}

void MessagesPage::followLog() {
  std::vector<QStringList> rows;
  for (const isaac::LogChannel& channel : log_.channels()) {
    const QString name = QString::fromStdString(channel.name);
    rows.push_back({name, {}, QLocale().toString(channel.entries.size()), types_.value(name)});
  }
  setRows(channels_, rows);
  for (int i = 0; i < channels_->topLevelItemCount(); ++i) {
    auto* item = channels_->topLevelItem(i);
    item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
    item->setCheckState(0, log_.isChannelOn(item->text(0).toStdString()) ? Qt::Checked : Qt::Unchecked);
  }
}

void MessagesPage::followFile() {
  std::vector<QStringList> rows;
  for (const isaac::Message& message : of_file_)
    rows.push_back({QString::fromStdString(message.channel),
                    {},
                    QStringLiteral("1"),
                    QString::fromStdString(isaac::typeName(message.type_id))});
  if (channels_->topLevelItemCount() != static_cast<int>(rows.size())) setRows(channels_, rows);
}

void MessagesPage::showMessage() {
  const int row = channels_->indexOfTopLevelItem(channels_->currentItem());
  if (row < 0) return;
  if (isLive()) {
    if (static_cast<std::size_t>(row) < exchange_.channels().size())
      view_->show({exchange_.channels()[static_cast<std::size_t>(row)].last});
    return;
  }
  if (!isLog()) {
    if (static_cast<std::size_t>(row) < of_file_.size()) view_->show({of_file_[static_cast<std::size_t>(row)]});
    return;
  }
  const auto last = log_.lastEntry(static_cast<std::size_t>(row));
  if (!last) return view_->clearMessage(tr("Nothing came on this channel until then"));
  view_->show({{}, log_.reader(), static_cast<std::size_t>(row), *last});
}

// What type a channel of a log carries is known once a message of it was read.
void MessagesPage::nameType() {
  auto* item = channels_->currentItem();
  const auto& message = view_->message();
  if (!isLog() || !item || !message || item->text(0) != QString::fromStdString(message->channel)) return;
  types_[item->text(0)] = QString::fromStdString(isaac::typeName(message->type_id));
  item->setText(3, types_[item->text(0)]);
}

}  // namespace ww::ui
