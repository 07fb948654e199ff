// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/isaac/connection_page.h"

#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLocale>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include "core/sensing/sensor.h"
#include "ui/bridge/status_text.h"
#include "ui/panels/isaac/isaac_text.h"
#include "ui/widgets/file_dialog.h"
#include "ui/widgets/list_rows.h"
#include "ui/widgets/section.h"

namespace ww::ui {
namespace {

constexpr int kFormWidth = 330, kBarRoom = 14, kSensorRows = 4;

// What stands between commas.
QStringList itemsOf(const QLineEdit& edit) {
  QStringList out;
  for (const QString& item : edit.text().split(QLatin1Char(','))) out << item.trimmed();
  out.removeAll(QString());
  return out;
}

QString figure(double value) { return QLocale().toString(value, 'f', value < 10.0 ? 1 : 0); }

}  // namespace

ConnectionPage::ConnectionPage(IsaacExchange& exchange, SessionBridge& bridge, QWidget* parent)
    : QWidget(parent), exchange_(exchange), bridge_(bridge) {
  auto* row = new QHBoxLayout(this);
  row->addWidget(buildForm());
  row->addWidget(buildLists(), 1);
  connect(&exchange_, &IsaacExchange::stateChanged, this, &ConnectionPage::showState);
  connect(&exchange_, &IsaacExchange::reported, this, &ConnectionPage::showReport);
  connect(&bridge_, &SessionBridge::changed, this, &ConnectionPage::listSensors);
  listSensors();
  showState();
}

void ConnectionPage::buildSwitch() {
  on_ = new QCheckBox(tr("&Exchange messages with other programs"));
  on_->setObjectName(QStringLiteral("isaacSwitch"));
  on_->setToolTip(
      tr("Applications of the Isaac SDK see this world, and can spawn, move and delete things; each of their edits can "
         "be undone here."));
  state_ = new QLabel;
  state_->setObjectName(QStringLiteral("isaacState"));
  state_->setWordWrap(true);
  problem_ = new QLabel;
  problem_->setObjectName(QStringLiteral("errorText"));
  problem_->setWordWrap(true);
  connect(on_, &QCheckBox::clicked, this, &ConnectionPage::turn);
}

void ConnectionPage::buildAddresses(QFormLayout& form) {
  role_ = new QComboBox;
  role_->setObjectName(QStringLiteral("isaacRole"));
  role_->setAccessibleName(tr("Role of this world"));
  role_->addItem(tr("Simulator"), static_cast<int>(isaac::Role::kSimulator));
  role_->addItem(tr("Application"), static_cast<int>(isaac::Role::kApplication));
  role_->setToolTip(
      tr("The simulator tells where things are and carries out orders; an application follows a simulator, and orders "
         "there what is moved here"));
  host_ = new QLineEdit;
  host_->setObjectName(QStringLiteral("isaacHost"));
  host_->setAccessibleName(tr("Address to listen on"));
  host_->setToolTip(tr("127.0.0.1 for programs of this machine; with any other address everybody can connect"));
  port_ = new QSpinBox;
  port_->setObjectName(QStringLiteral("isaacPort"));
  port_->setAccessibleName(tr("Port"));
  port_->setRange(0, 65535);
  port_->setSpecialValueText(tr("a free one"));
  port_->setButtonSymbols(QAbstractSpinBox::NoButtons);
  source_ = new QLineEdit;
  source_->setObjectName(QStringLiteral("isaacReadFrom"));
  source_->setAccessibleName(tr("Address of the other side"));
  source_->setToolTip(tr("Where the application serves its orders, or the simulator what it tells, as HOST:PORT"));
  form.addRow(tr("Role"), role_);
  form.addRow(tr("Listen on"), host_);
  form.addRow(tr("Port"), port_);
  form.addRow(tr("Read from"), source_);
  for (QLineEdit* edit : {host_, source_}) connect(edit, &QLineEdit::editingFinished, this, &ConnectionPage::read);
  connect(port_, &QSpinBox::editingFinished, this, &ConnectionPage::read);
  connect(role_, &QComboBox::activated, this, &ConnectionPage::changeRole);
}

// What few need.
QWidget* ConnectionPage::buildMore() {
  auto* section = new Section(QStringLiteral("isaac more"), tr("More"));
  section->foldAtFirst();
  auto* form = new QFormLayout;
  const auto edit = [&](const char* name, const QString& label, const QString& about, const QString& tip) {
    auto* out = new QLineEdit;
    out->setObjectName(QLatin1String(name));
    out->setAccessibleName(label);
    out->setPlaceholderText(about);
    out->setToolTip(tip);
    form->addRow(label, out);
    connect(out, &QLineEdit::editingFinished, this, &ConnectionPage::read);
    return out;
  };
  base_ = edit("isaacBase", tr("Base"), tr("object"), tr("The object that commands on the channel base_command move"));
  units_ = edit("isaacUnits", tr("Inertial units"), tr("object, object:link, object:frame"),
                tr("What carries an inertial unit: its readings are told on imu_raw"));
  channels_ = edit("isaacNames", tr("Channel names"), tr("teleport=name"),
                   tr("Other names for channels, as CHANNEL=NAME, with commas between them"));
  udp_to_ = edit("isaacUdpTo", tr("UDP to"), tr("HOST:PORT"),
                 tr("Messages without pictures or other data beside them are sent there, too"));
  udp_port_ = new QSpinBox;
  udp_port_->setObjectName(QStringLiteral("isaacUdpPort"));
  udp_port_->setAccessibleName(tr("Port for UDP"));
  udp_port_->setRange(0, 65535);
  udp_port_->setSpecialValueText(tr("none"));
  udp_port_->setButtonSymbols(QAbstractSpinBox::NoButtons);
  udp_port_->setToolTip(tr("Orders may come over UDP at this port; everybody who reaches it can give them"));
  form->addRow(tr("UDP at"), udp_port_);
  right_ = new QComboBox;
  right_->setObjectName(QStringLiteral("isaacRight"));
  right_->setAccessibleName(tr("Right camera"));
  right_->setToolTip(
      tr("The second camera of a stereo pair: it is streamed as color_right and depth_right, and disparity is that of "
         "the two"));
  release_ = new QComboBox;
  release_->setObjectName(QStringLiteral("isaacRelease"));
  release_->setAccessibleName(tr("Pictures as of release"));
  release_->addItem(QStringLiteral("2020.1"), static_cast<int>(isaac::Release::k2020_1));
  release_->addItem(QStringLiteral("2020.2"), static_cast<int>(isaac::Release::k2020_2));
  release_->setToolTip(
      tr("2020.1: pictures of cameras, with their intrinsics; 2020.2: images, with their intrinsics on "
         "a channel beside them"));
  form->addRow(tr("Right camera"), right_);
  form->addRow(tr("Release"), release_);
  for (QComboBox* box : {right_, release_}) connect(box, &QComboBox::activated, this, &ConnectionPage::read);
  collisions_ = new QCheckBox(tr("Tell &collisions"));
  collisions_->setObjectName(QStringLiteral("isaacCollisions"));
  tree_ = new QPushButton(tr("Send the tree of &poses"));
  tree_->setObjectName(QStringLiteral("isaacTree"));
  form->addRow(collisions_);
  form->addRow(tree_);
  section->body()->addLayout(form);
  connect(udp_port_, &QSpinBox::editingFinished, this, &ConnectionPage::read);
  connect(collisions_, &QCheckBox::clicked, this, &ConnectionPage::read);
  connect(tree_, &QPushButton::clicked, &exchange_, &IsaacExchange::sendTree);
  return section;
}

// The ports go with it.
void ConnectionPage::changeRole() {
  IsaacSettings next = exchange_.settings();
  next.setRole(static_cast<isaac::Role>(role_->currentData().toInt()));
  exchange_.setSettings(next);
}

void ConnectionPage::readMore(IsaacSettings& next) const {
  next.role = static_cast<isaac::Role>(role_->currentData().toInt());
  next.base = base_->text().trimmed();
  next.units = itemsOf(*units_);
  next.channels = itemsOf(*channels_);
  next.udp_to = udp_to_->text().trimmed();
  next.udp_port = udp_port_->value();
  next.collisions = collisions_->isChecked();
  next.right = right_->currentData().toString();
  next.release = static_cast<isaac::Release>(release_->currentData().toInt());
}

void ConnectionPage::buildSensors(QFormLayout& form) {
  sensors_ = new QListWidget;
  sensors_->setObjectName(QStringLiteral("isaacSensors"));
  sensors_->setAccessibleName(tr("Sensors that are streamed"));
  sensors_->setFixedHeight(kSensorRows * (fontMetrics().height() + 6));
  rate_ = new QComboBox;
  rate_->setObjectName(QStringLiteral("isaacRate"));
  rate_->setAccessibleName(tr("Pictures a second"));
  rate_->addItem(tr("that of the sensor"), 0.0);
  for (const double rate : {1.0, 5.0, 10.0, 15.0, 30.0}) rate_->addItem(tr("%1 a second").arg(rate), rate);
  contents_ = new QComboBox;
  contents_->setObjectName(QStringLiteral("isaacContents"));
  contents_->setAccessibleName(tr("What is streamed of them"));
  contents_->addItem(tr("Colors, depth, scans"), usecase::kUsualContents);
  contents_->addItem(tr("Those and segmentation"), usecase::kUsualContents | usecase::kTellSegmentation);
  contents_->addItem(tr("Those and what is seen"), usecase::kUsualContents | usecase::kTellSegmentation |
                                                       usecase::kTellBoxes | usecase::kTellThings | usecase::kTellTags |
                                                       usecase::kTellFlatScan);
  contents_->addItem(tr("Those and disparity"), usecase::kUsualContents | usecase::kTellDisparity);
  contents_->addItem(tr("All, with point clouds"), usecase::kAllContents);
  form.addRow(tr("Sensors"), sensors_);
  form.addRow(tr("Rate"), rate_);
  form.addRow(tr("Contents"), contents_);
  for (QComboBox* box : {rate_, contents_}) connect(box, &QComboBox::activated, this, &ConnectionPage::read);
  connect(sensors_, &QListWidget::itemChanged, this, &ConnectionPage::read);
}

QWidget* ConnectionPage::buildForm() {
  buildSwitch();
  auto* form = new QFormLayout;
  buildAddresses(*form);
  buildSensors(*form);
  auto* body = new QWidget;
  auto* column = new QVBoxLayout(body);
  column->setContentsMargins(0, 0, kBarRoom, 0);
  column->addWidget(on_);
  column->addWidget(state_);
  column->addWidget(problem_);
  column->addLayout(form);
  column->addWidget(buildMore());
  column->addStretch(1);
  auto* scroll = new QScrollArea;
  scroll->setWidget(body);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setFocusPolicy(Qt::NoFocus);  // what is in it has the keys
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  // As wide as its words are in this language.
  body->setMinimumWidth(kFormWidth);
  scroll->setSizeAdjustPolicy(QAbstractScrollArea::AdjustToContents);
  scroll->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
  return scroll;
}

QWidget* ConnectionPage::buildLists() {
  peers_ = plainList(
      "isaacPeers", tr("Who is connected"),
      {tr("Who"), tr("Way"), tr("Messages"), tr("A second"), tr("Data a second"), tr("Dropped"), tr("Waiting")});
  // An address may be cut, as others have room then; its tip has it whole.
  peers_->header()->setSectionResizeMode(0, QHeaderView::Stretch);
  streams_ = plainList("isaacStreams", tr("Sensors"),
                       {tr("Sensor"), tr("Rate"), tr("Measured"), tr("Left out"), tr("Takes"), tr("Problem")});
  counts_ = new QLabel;
  counts_->setObjectName(QStringLiteral("isaacCounts"));
  counts_->setWordWrap(true);
  log_ = new QLabel;
  log_->setObjectName(QStringLiteral("isaacLog"));
  log_->setWordWrap(true);
  record_ = new QPushButton;
  record_->setObjectName(QStringLiteral("isaacRecord"));
  record_->setToolTip(tr("Writes all that comes and goes into a new folder"));
  auto* foot = new QHBoxLayout;
  foot->addWidget(log_, 1);
  foot->addWidget(record_);
  auto* box = new QWidget;
  auto* column = new QVBoxLayout(box);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(peers_, 3);
  column->addWidget(streams_, 2);
  column->addWidget(counts_);
  column->addLayout(foot);
  connect(record_, &QPushButton::clicked, this, [this] {
    if (exchange_.report().log.empty()) askWhereToRecord();
    else record({});
  });
  return box;
}

void ConnectionPage::record(const QString& folder) {
  if (folder.isEmpty()) exchange_.endLog();
  else exchange_.startLog(folder);
}

void ConnectionPage::askWhereToRecord() {
  const QString folder = askWhereToSave(
      this, {tr("Record messages into a new folder"), freeFile({}, tr("messages"), QStringLiteral("_log")), {}});
  if (!folder.isEmpty()) record(folder);
}

void ConnectionPage::read() {
  if (listing_) return;
  IsaacSettings next = exchange_.settings();
  next.host = host_->text().trimmed();
  next.port = port_->value();
  next.source = source_->text().trimmed();
  next.rate = rate_->currentData().toDouble();
  next.contents = contents_->currentData().toUInt();
  readMore(next);
  next.sensors.clear();
  for (int i = 0; i < sensors_->count(); ++i)
    if (sensors_->item(i)->checkState() == Qt::Checked) next.sensors << sensors_->item(i)->text();
  exchange_.setSettings(next);
}

void ConnectionPage::turn(bool on) {
  read();
  if (on && exchange_.settings().isOpen() && question_) {
    showState();
    return question_(exchange_.settings().host, [this] { exchange_.setOn(true); });
  }
  exchange_.setOn(on);
  showState();
}

// All cameras and scanners of the world; those that are chosen stay so.
void ConnectionPage::listSensors() {
  QStringList names;
  for (const sensing::Sensor& sensor : sensing::sensorsOf(*bridge_.snapshot().world))
    if (sensor.isCamera() || sensor.kind == sensing::SensorKind::kLidar) names << QString::fromStdString(sensor.name);
  QStringList listed;
  for (int i = 0; i < sensors_->count(); ++i) listed << sensors_->item(i)->text();
  if (names == listed) return;
  listing_ = true;
  sensors_->clear();
  for (const QString& name : names) {
    auto* item = new QListWidgetItem(name, sensors_);
    item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
    item->setCheckState(exchange_.settings().sensors.contains(name) ? Qt::Checked : Qt::Unchecked);
  }
  listing_ = false;
  listRight();
}

// What is chosen stays so, though it may be gone.
void ConnectionPage::listRight() {
  const QString& chosen = exchange_.settings().right;
  right_->clear();
  right_->addItem(tr("none"), QString());
  for (const sensing::Sensor& sensor : sensing::sensorsOf(*bridge_.snapshot().world))
    if (const QString name = QString::fromStdString(sensor.name); sensor.isCamera()) right_->addItem(name, name);
  if (right_->findData(chosen) < 0) right_->addItem(chosen, chosen);
  right_->setCurrentIndex(right_->findData(chosen));
}

void ConnectionPage::showState() {
  const IsaacSettings& s = exchange_.settings();
  const bool on = exchange_.isOn();
  host_->setText(s.host);
  source_->setText(s.source);
  {
    const QSignalBlocker quiet(port_);
    port_->setValue(s.port);
  }
  rate_->setCurrentIndex(std::max(0, rate_->findData(s.rate)));
  contents_->setCurrentIndex(std::max(0, contents_->findData(s.contents)));
  on_->setChecked(on);
  role_->setCurrentIndex(role_->findData(static_cast<int>(s.role)));
  base_->setText(s.base);
  units_->setText(s.units.join(QStringLiteral(", ")));
  channels_->setText(s.channels.join(QStringLiteral(", ")));
  udp_to_->setText(s.udp_to);
  {
    const QSignalBlocker quiet(udp_port_);
    udp_port_->setValue(s.udp_port);
  }
  collisions_->setChecked(s.collisions);
  right_->setCurrentIndex(std::max(0, right_->findData(s.right)));
  release_->setCurrentIndex(release_->findData(static_cast<int>(s.release)));
  for (QWidget* widget : std::initializer_list<QWidget*>{host_, port_, source_, role_, base_, units_, channels_,
                                                         udp_to_, udp_port_, collisions_})
    widget->setEnabled(!on);
  tree_->setEnabled(on);
  if (!on) state_->setText(tr("Off: nobody can connect."));
  else if (s.isOpen())
    state_->setText(tr("On at %1: everybody who reaches this machine can connect.").arg(exchange_.address()));
  else state_->setText(tr("On at %1, for programs of this machine.").arg(exchange_.address()));
  problem_->setVisible(!exchange_.problem().ok());
  if (!exchange_.problem().ok()) problem_->setText(toLine(exchange_.problem()));
  showReport();
}

QString ConnectionPage::notesText() const {
  const usecase::LinkReport& report = exchange_.report();
  QString out = tr("Orders: %1 came, %2 refused.").arg(report.received).arg(report.refused);
  if (exchange_.settings().collisions && exchange_.settings().role == isaac::Role::kSimulator)
    out += QLatin1Char(' ') + tr("Colliding pairs: %1.").arg(report.colliding);
  if (report.lacking.names > 0)
    out += QLatin1Char('\n') + tr("Names that this world does not have: %1; passed over: %2.")
                                   .arg(report.lacking.names)
                                   .arg(report.lacking.times);
  for (const Status& lacking : report.lacking.first) out += QLatin1Char('\n') + toLine(lacking);
  for (const Status* note : {&report.refusal, &report.udp.last_failure, &report.udp_failure, &report.contacts_left_out,
                             &report.served.trouble})
    if (!note->ok()) out += QLatin1Char('\n') + toLine(*note);
  return out;
}

void ConnectionPage::showReport() {
  const usecase::LinkReport& report = exchange_.report();
  const auto& rates = exchange_.rates();
  const auto rate = [&](std::size_t i) { return i < rates.size() ? rates[i] : IsaacRate(); };
  std::vector<QStringList> rows;
  for (std::size_t i = 0; i < report.receivers.size(); ++i) {
    const isaac::PeerStatistics& peer = report.receivers[i];
    rows.push_back({QString::fromStdString(peer.peer), tr("reads"), QLocale().toString(peer.messages),
                    figure(rate(i).messages), byteText(rate(i).bytes), QLocale().toString(peer.dropped),
                    QLocale().toString(peer.waiting)});
  }
  if (report.source.connected)
    rows.push_back({exchange_.settings().source,
                    tr("sends"),
                    QLocale().toString(report.source.messages),
                    figure(rate(report.receivers.size()).messages),
                    byteText(rate(report.receivers.size()).bytes),
                    QLocale().toString(report.source.dropped),
                    {}});
  setRows(peers_, rows);
  for (int i = 0; i < peers_->topLevelItemCount(); ++i) {
    auto* item = peers_->topLevelItem(i);
    if (item->toolTip(0) != item->text(0)) item->setToolTip(0, item->text(0));
  }
  rows.clear();
  for (const usecase::StreamState& one : report.streams)
    rows.push_back({QString::fromStdString(one.sensor), figure(one.rate), QLocale().toString(one.frames),
                    QLocale().toString(one.late), tr("%1 ms").arg(figure(1000.0 * one.seconds)),
                    one.failure.ok() ? QString() : toLine(one.failure)});
  setRows(streams_, rows);
  counts_->setText(exchange_.isOn() ? notesText() : QString());
  const bool recording = !report.log.empty();
  const bool ending = exchange_.isEndingLog();
  const QString folder = QString::fromStdString(report.log);
  if (ending)
    log_->setText(tr("Writing the end of %1: message %2 of %3")
                      .arg(folder, QLocale().toString(report.logged), QLocale().toString(exchange_.messagesToEnd())));
  else if (recording)
    log_->setText(tr("Recording into %1: %n messages", "", static_cast<int>(report.logged)).arg(folder));
  else log_->clear();
  record_->setText(recording ? tr("End the &recording") : tr("&Record..."));
  record_->setEnabled(exchange_.isOn() && !ending);
}

}  // namespace ww::ui
