// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/isaac/message_view.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QHBoxLayout>
#include <QPushButton>
#include <QThreadPool>
#include <QVBoxLayout>

#include "core/interop/isaac/json_data.h"
#include "core/interop/isaac/types.h"
#include "ui/bridge/isaac_file.h"
#include "ui/bridge/status_text.h"
#include "ui/panels/isaac/isaac_text.h"
#include "ui/widgets/file_dialog.h"

namespace ww::ui {
namespace {

constexpr int kDrawingTab = 1;
constexpr int kSlowMs = 200;                          // until it is said that something is read
constexpr std::uint64_t kLargeMessage = 16ull << 20;  // bytes; to give these back takes a while

}  // namespace

MessageView::MessageView(QWidget* parent)
    : QWidget(parent),
      title_(new QLabel),
      problem_(new QLabel),
      hold_(new QCheckBox(tr("&Hold"))),
      copy_(new QPushButton(tr("&Copy as JSON"))),
      save_(new QPushButton(tr("Sa&ve..."))),
      edit_(new QPushButton(tr("&Edit a copy"))),
      tabs_(new QTabWidget),
      tree_(new MessageTree),
      canvas_(new MessageCanvas),
      errands_(std::make_unique<NewestAnswers<Errand, Errand>>(
          NewestAnswers<Errand, Errand>::Steps{{},
                                               [](const Errand& errand) { return errand.carriedOut(); },
                                               [this](const Errand& done) { endErrand(done); }})),
      worker_(std::make_unique<NewestWork<Reading>>(
          [this](const Reading& reading, const std::stop_token& stop) { read(reading, stop); })) {
  build();
  slow_.setSingleShot(true);
  slow_.setInterval(kSlowMs);
  connect(&slow_, &QTimer::timeout, this, [this] { showNothing(tr("The message is being read...")); });
  connect(copy_, &QPushButton::clicked, this, [this] { runErrand({}); });
  connect(save_, &QPushButton::clicked, this, [this] {
    const QString path =
        askWhereToSave(this, {tr("Save the message"), freeFile({}, tr("message"), QStringLiteral(".jsonl")), {}});
    if (!path.isEmpty()) save(path);
  });
  connect(edit_, &QPushButton::clicked, this, [this] { Q_EMIT editAsked(*message_); });
  connect(tabs_, &QTabWidget::currentChanged, this, [this] {
    if (wish_) ask();
  });
  showNothing({});
}

MessageView::~MessageView() = default;

void MessageView::build() {
  title_->setObjectName(QStringLiteral("messageTitle"));
  title_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  problem_->setObjectName(QStringLiteral("errorText"));
  problem_->setWordWrap(true);
  hold_->setObjectName(QStringLiteral("messageHold"));
  hold_->setToolTip(tr("Keeps this message while others come"));
  copy_->setObjectName(QStringLiteral("messageCopy"));
  copy_->setToolTip(tr("Copies the message with its raw data as JSON"));
  save_->setObjectName(QStringLiteral("messageSave"));
  save_->setToolTip(tr("Saves the message with its raw data as a file of JSON"));
  edit_->setObjectName(QStringLiteral("messageEdit"));
  edit_->setToolTip(tr("Takes a copy to the page where messages are written and sent"));
  tabs_->addTab(tree_, tr("Tree"));
  tabs_->addTab(canvas_, tr("Drawing"));
  auto* row = new QHBoxLayout;
  row->addWidget(hold_);
  row->addStretch(1);
  for (QWidget* widget : std::initializer_list<QWidget*>{copy_, save_, edit_}) row->addWidget(widget);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(title_);
  column->addLayout(row);
  column->addWidget(problem_);
  column->addWidget(tabs_, 1);
}

void MessageView::clearMessage(const QString& why) {
  wish_.reset();
  hold_->setChecked(false);
  showNothing(why);
}

// What is being read is for nobody then.
void MessageView::showNothing(const QString& why) {
  if (!wish_) {
    slow_.stop();
    first_ = number_ + 1;
    worker_->cancel();
  }
  message_.reset();
  problem_->hide();
  title_->setText(why);
  tree_->clearFields();
  canvas_->clearDrawing();
  enableButtons();
}

void MessageView::show(MessageWish wish) {
  const bool other = !wish_ || !wish_->isBeside(wish);
  if (other) hold_->setChecked(false);
  if (hold_->isChecked() || (wish_ && wish_->isAs(wish))) return;
  wish_ = std::move(wish);
  if (other) {
    first_ = number_ + 1;
    worker_->cancel();
    slow_.start();
  }
  ask();
  enableButtons();
}

void MessageView::ask() {
  wish_->drawn = tabs_->currentIndex() == kDrawingTab;
  worker_->put({++number_, *wish_});
}

// In the worker's thread.
void MessageView::read(const Reading& reading, const std::stop_token& stop) {
  auto done = std::make_shared<ReadMessage>(readMessage(reading.wish, stop));
  if (stop.stop_requested()) return;
  QMetaObject::invokeMethod(
      this, [this, number = reading.number, done] { take(number, std::move(*done)); }, Qt::QueuedConnection);
}

// The page that is seen alone: a message that comes ten times a second must not cost both.
void MessageView::take(quint64 number, ReadMessage read) {
  if (number < first_ || !wish_) return;
  slow_.stop();
  const bool other = !message_ || !read.message || message_->channel != read.message->channel ||
                     message_->type_id != read.message->type_id;
  if (message_ && message_->payloadBytes() > kLargeMessage)
    QThreadPool::globalInstance()->start([old = std::make_shared<isaac::Message>(std::move(*message_))] {});
  message_ = std::move(read.message);
  if (other) canvas_->clearDrawing();  // the next one may lie elsewhere
  title_->setText(message_ ? messageTitle(*message_) : QString());
  if (read.drawing) canvas_->setDrawing(*read.drawing);
  else if (message_) tree_->setFields(std::move(read.tree));
  else tree_->clearFields();
  tabs_->setTabEnabled(kDrawingTab, message_ && isaac::canDraw(message_->type_id));
  enableButtons();
  say(read.wrong);
  Q_EMIT shown();
}

// While another channel is read, what is seen is not what was asked for.
void MessageView::enableButtons() {
  const bool known = message_ && isaac::findType(message_->type_id) && !slow_.isActive();
  copy_->setEnabled(known && !at_work_);
  save_->setEnabled(known && !at_work_);
  edit_->setEnabled(known);
  hold_->setEnabled(message_.has_value());
}

void MessageView::say(const Status& wrong) {
  problem_->setVisible(!wrong.ok());
  if (!wrong.ok()) problem_->setText(toLine(wrong));
}

void MessageView::save(const QString& path) { runErrand(path); }

void MessageView::runErrand(const QString& path) {
  if (!message_ || at_work_) return;
  at_work_ = true;
  enableButtons();
  errands_->put({*message_, path});
}

// In a thread.
MessageView::Errand MessageView::Errand::carriedOut() const {
  Errand out{{}, path};
  if (!path.isEmpty()) {
    out.done = writeMessageFile(path, message);
    return out;
  }
  const auto json = isaac::jsonWithData(message, isaac::LargeData::kBase64);
  out.done = json.status();
  if (json.ok()) out.text = QString::fromStdString(*json);
  return out;
}

void MessageView::endErrand(const Errand& errand) {
  at_work_ = false;
  enableButtons();
  say(errand.done);
  if (errand.done.ok() && errand.path.isEmpty()) QApplication::clipboard()->setText(errand.text);
}

}  // namespace ww::ui
