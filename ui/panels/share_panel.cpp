// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/share_panel.h"

#include <QApplication>
#include <QClipboard>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include "ui/bridge/status_text.h"
#include "ui/panels/share_lists.h"
#include "ui/widgets/file_dialog.h"

namespace ww::ui {
namespace {

constexpr int kFormWidth = 290;

}  // namespace

SharePanel::SharePanel(Share& share, QWidget* parent) : QWidget(parent), share_(share) {
  auto* left = new QWidget;
  left->setObjectName(QStringLiteral("scrollBody"));
  auto* column = new QVBoxLayout(left);
  column->setContentsMargins(8, 4, 8, 4);
  column->setSpacing(4);
  column->addWidget(buildSwitch());
  column->addWidget(buildForm());
  column->addStretch(1);
  auto* scroll = new QScrollArea(this);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setWidget(left);
  scroll->setFixedWidth(kFormWidth);
  scroll->setAccessibleName(tr("Sharing"));
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 8, 0);
  row->setSpacing(8);
  row->addWidget(scroll);
  row->addWidget(new ShareLists(share_, this), 1);
  connect(&share_, &Share::stateChanged, this, &SharePanel::showState);
  // A field that loses the focus while the window goes must not ask what has gone before it.
  connect(&share_, &QObject::destroyed, this, [this] {
    for (auto* widget : findChildren<QWidget*>()) widget->blockSignals(true);
  });
  showState();
}

QPushButton* SharePanel::button(const QString& text, const QString& name, const QString& tip) {
  auto* made = new QPushButton(text);
  made->setAccessibleName(name);
  made->setToolTip(tip);
  made->setObjectName(QStringLiteral("smallLink"));
  return made;
}

QLineEdit* SharePanel::field(const char* object_name, const QString& name, const QString& tip) {
  auto* edit = new QLineEdit;
  edit->setObjectName(QLatin1String(object_name));
  edit->setAccessibleName(name);
  edit->setToolTip(tip);
  connect(edit, &QLineEdit::editingFinished, this, &SharePanel::read);
  return edit;
}

QWidget* SharePanel::withButtons(QLineEdit* edit, const std::vector<QPushButton*>& buttons) {
  auto* box = new QWidget;
  auto* row = new QHBoxLayout(box);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(8);
  row->addWidget(edit, 1);
  for (auto* b : buttons) row->addWidget(b);
  return box;
}

QPushButton* SharePanel::fileButton(QLineEdit* edit, const QString& name, const QString& title) {
  auto* choose = button(tr("Choose..."), name, title);
  connect(choose, &QPushButton::clicked, this, [this, edit, title] {
    const QString file =
        askForFile(this, {title, edit->text(), tr("PEM files (*.pem *.crt *.cer *.key);;All files (*)")});
    if (file.isEmpty()) return;
    edit->setText(file);
    read();
  });
  return choose;
}

void SharePanel::copy(const QString& text) { QApplication::clipboard()->setText(text); }

QWidget* SharePanel::buildSwitch() {
  auto* box = new QWidget;
  auto* column = new QVBoxLayout(box);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(4);
  on_ = new QCheckBox(tr("Share this world"));
  on_->setObjectName(QStringLiteral("shareSwitch"));
  on_->setToolTip(tr(
      "Programs can read and change this world over gRPC while it is shared. Each of their edits can be undone here."));
  problem_ = new QLabel;
  problem_->setObjectName(QStringLiteral("errorText"));
  problem_->setAccessibleName(tr("Why the world is not shared"));
  problem_->setWordWrap(true);
  column->addWidget(on_);
  column->addWidget(problem_);
  connect(on_, &QCheckBox::clicked, this, [this](bool on) {
    read();
    share_.setOn(on);
    showState();
  });
  return box;
}

// What to give clients, while it is on.
void SharePanel::buildAddress() {
  address_ = field("shareAddress", tr("Address for clients"), tr("What clients connect to"));
  example_ = field("shareExample", tr("Connecting from Python"), {});
  auto* copy_address = button(tr("Copy"), tr("Copy the address"), tr("Copies the address"));
  auto* copy_example = button(tr("Copy"), tr("Copy the line of Python"), tr("Copies a line of Python that connects"));
  for (auto* edit : {address_, example_}) edit->setReadOnly(true);
  form_->addRow(tr("Address"), address_row_ = withButtons(address_, {copy_address}));
  form_->addRow(tr("Python"), example_row_ = withButtons(example_, {copy_example}));
  connect(copy_address, &QPushButton::clicked, this, [this] { copy(share_.address()); });
  connect(copy_example, &QPushButton::clicked, this, [this] { copy(share_.example()); });
}

QWidget* SharePanel::buildForm() {
  auto* box = new QWidget;
  form_ = new QFormLayout(box);
  form_->setContentsMargins(0, 0, 0, 0);
  form_->setSpacing(4);
  buildAddress();
  where_ = new QComboBox;
  where_->setObjectName(QStringLiteral("shareWhere"));
  where_->setAccessibleName(tr("Who may connect"));
  where_->addItems({tr("This machine"), tr("Me alone, by a socket file"), tr("Other machines, by TLS")});
  where_->setToolTip(tr("A socket file can be used by you alone; a port of this machine by everybody who works on it"));
  where_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  port_ = new QSpinBox;
  port_->setObjectName(QStringLiteral("sharePort"));
  port_->setAccessibleName(tr("Port"));
  port_->setRange(0, 65535);
  port_->setSpecialValueText(tr("a free one"));
  port_->setButtonSymbols(QAbstractSpinBox::NoButtons);
  port_->setToolTip(tr("0 takes a free port"));
  socket_ = field("shareSocket", tr("Socket file"), tr("Only you may use it (mode 0600)"));
  socket_->setReadOnly(true);
  host_ = field("shareHost", tr("Address to listen on"), tr("0.0.0.0 for all addresses of this machine"));
  certificate_ = field("shareCertificate", tr("TLS certificate"), tr("A certificate, or a chain, in PEM form"));
  key_ = field("shareKey", tr("TLS key"), tr("The private key of the certificate in PEM form"));
  token_ = field("shareToken", tr("Token"), tr("Clients send it as metadata 'authorization: Bearer TOKEN'"));
  token_->setEchoMode(QLineEdit::Password);
  make_token_ = button(tr("New"), tr("Make a token"), tr("Makes a new token by chance"));
  show_token_ = button(tr("Show"), tr("Show the token"), tr("Shows the token while this is on"));
  show_token_->setCheckable(true);
  copy_token_ = button(tr("Copy"), tr("Copy the token"), tr("Copies the token"));
  form_->addRow(tr("Clients"), where_);
  form_->addRow(tr("Listen on"), host_);
  form_->addRow(tr("Port"), port_);
  form_->addRow(tr("Socket"), socket_);
  form_->addRow(tr("Certificate"),
                certificate_row_ = withButtons(
                    certificate_, {fileButton(certificate_, tr("Choose the certificate"), tr("TLS certificate"))}));
  form_->addRow(tr("Key"), key_row_ = withButtons(key_, {fileButton(key_, tr("Choose the key"), tr("TLS key"))}));
  form_->addRow(tr("Token"), token_row_ = withButtons(token_, {make_token_, show_token_, copy_token_}));
  connect(where_, &QComboBox::activated, this, &SharePanel::read);
  connect(port_, &QSpinBox::editingFinished, this, &SharePanel::read);
  connect(make_token_, &QPushButton::clicked, this, [this] {
    token_->setText(Share::newToken());
    read();
  });
  connect(show_token_, &QPushButton::toggled, this, [this](bool on) {
    token_->setEchoMode(on ? QLineEdit::Normal : QLineEdit::Password);
    showState();
  });
  connect(copy_token_, &QPushButton::clicked, this, [this] { copy(token_->text()); });
  return box;
}

void SharePanel::read() {
  if (share_.state() != Share::State::kOff) return;
  ShareSettings settings = share_.settings();
  settings.where = static_cast<ShareSettings::Where>(where_->currentIndex());
  settings.port = port_->value();
  settings.host = host_->text().trimmed();
  settings.certificate = certificate_->text().trimmed();
  settings.key = key_->text().trimmed();
  settings.token = token_->text();
  share_.setSettings(settings);
}

void SharePanel::showState() {
  using Where = ShareSettings::Where;
  const ShareSettings& s = share_.settings();
  const auto state = share_.state();
  const bool off = state == Share::State::kOff, on = state == Share::State::kOn;
  {
    const QSignalBlocker quiet_where(where_), quiet_port(port_);
    where_->setCurrentIndex(static_cast<int>(s.where));
    port_->setValue(s.port);
  }
  socket_->setText(s.socket);
  host_->setText(s.host);
  certificate_->setText(s.certificate);
  key_->setText(s.key);
  if (token_->text() != s.token) token_->setText(s.token);
  copy_token_->setEnabled(!s.token.isEmpty());
  token_->setPlaceholderText(s.where == Where::kNetwork ? tr("needed") : tr("none"));
  form_->setRowVisible(address_row_, on);
  form_->setRowVisible(example_row_, on);
  // While it is on, the address says it.
  form_->setRowVisible(host_, !on && s.where == Where::kNetwork);
  form_->setRowVisible(port_, !on && s.where != Where::kSocket);
  form_->setRowVisible(socket_, !on && s.where == Where::kSocket);
  form_->setRowVisible(certificate_row_, s.where == Where::kNetwork);
  form_->setRowVisible(key_row_, s.where == Where::kNetwork);
  for (QWidget* w : std::initializer_list<QWidget*>{where_, host_, port_, certificate_row_, key_row_, make_token_})
    w->setEnabled(off);
  token_->setReadOnly(!off);
  on_->setChecked(on || state == Share::State::kStarting);
  on_->setEnabled(off || on);
  address_->setText(share_.address());
  address_->setCursorPosition(0);
  QString line = share_.example();
  if (!s.token.isEmpty() && !show_token_->isChecked())
    line.replace(s.token, QStringLiteral("\u2022\u2022\u2022\u2022"));
  example_->setText(line);
  example_->setToolTip(line);
  example_->setCursorPosition(0);
  problem_->setVisible(off && !share_.problem().ok());
  if (!share_.problem().ok()) problem_->setText(toLine(share_.problem()));
}

}  // namespace ww::ui
