// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/sensor_window.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/bridge/status_text.h"
#include "ui/panels/force_page.h"

namespace ww::ui {

SensorCanvas::SensorCanvas(QWidget* parent) : QWidget(parent) {
  setMinimumSize(160, 120);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void SensorCanvas::set(const SensorPicture& picture, bool boxes) {
  picture_ = picture;
  boxes_ = boxes;
  update();
}

void SensorCanvas::clear() { set({}, false); }

void SensorCanvas::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), palette().color(QPalette::Base));
  if (picture_.image.isNull()) return;
  const QSizeF fitted = QSizeF(picture_.size).scaled(size(), Qt::KeepAspectRatio);
  const QRectF area(QPointF(0.5 * (width() - fitted.width()), 0.5 * (height() - fitted.height())), fitted);
  painter.setRenderHint(QPainter::SmoothPixmapTransform);
  painter.drawImage(area, picture_.image);
  if (!boxes_) return;
  const double scale = fitted.width() / picture_.size.width();
  for (const SensorPicture::Box& box : picture_.boxes) {
    const QRectF at(area.topLeft() + scale * box.rect.topLeft(), scale * box.rect.size());
    painter.setPen(QPen(Qt::black, 3));
    painter.drawRect(at);
    painter.setPen(QPen(Qt::yellow, 1));
    painter.drawRect(at);
    const QRectF words = QRectF(painter.fontMetrics().boundingRect(box.name)).adjusted(-3, -1, 3, 1);
    const QRectF plate(at.topLeft(), words.size());
    painter.fillRect(plate, QColor(0, 0, 0, 170));
    painter.drawText(plate, Qt::AlignCenter, box.name);
  }
}

SensorWindow::SensorWindow(QWidget* parent)
    : QWidget(parent, Qt::Tool),
      choice_(new QComboBox(this)),
      boxes_(new QCheckBox(tr("&Boxes"), this)),
      points_(new QCheckBox(tr("&Points in the view"), this)),
      pin_(new QCheckBox(tr("P&in"), this)),
      calibration_(new QPushButton(tr("&Calibration..."), this)),
      words_(new QLabel(this)),
      canvas_(new SensorCanvas(this)),
      sight_(new SightBar(this)),
      force_(new ForcePage(this)) {
  setObjectName(QStringLiteral("sensor_window"));
  setWindowTitle(tr("Picture of the sensor"));
  choice_->addItem(tr("Colors"), static_cast<int>(SensorView::kColor));
  choice_->addItem(tr("Depth"), static_cast<int>(SensorView::kDepth));
  choice_->addItem(tr("Objects"), static_cast<int>(SensorView::kObjects));
  choice_->addItem(tr("Classes"), static_cast<int>(SensorView::kClasses));
  choice_->setAccessibleName(tr("What is shown"));
  boxes_->setToolTip(tr("Shows a box around each object that the camera sees"));
  points_->setObjectName(QStringLiteral("sensorPoints"));
  points_->setToolTip(
      tr("Marks in the view where this sensor meets something, also while another one is selected; no sensor sees "
         "the marks"));
  pin_->setObjectName(QStringLiteral("sensorPin"));
  pin_->setToolTip(tr("Stays with this sensor, whatever is selected, until this is off or the window is closed"));
  calibration_->setObjectName(QStringLiteral("sensorCalibration"));
  calibration_->setToolTip(tr("Saves size, focal lengths, centre and distortion of the camera for ROS or OpenCV"));
  words_->setWordWrap(true);
  auto* row = new QHBoxLayout;
  row->addWidget(choice_);
  row->addWidget(boxes_);
  row->addWidget(points_);
  row->addWidget(pin_);
  row->addStretch();
  row->addWidget(calibration_);
  auto* column = new QVBoxLayout(this);
  column->addLayout(row);
  column->addWidget(canvas_, 1);
  column->addWidget(force_, 1);
  column->addWidget(sight_);
  column->addWidget(words_);
  connect(choice_, &QComboBox::currentIndexChanged, this, &SensorWindow::viewChanged);
  connect(boxes_, &QCheckBox::toggled, this, &SensorWindow::refresh);
  connect(points_, &QCheckBox::clicked, this, &SensorWindow::pointsAsked);
  connect(pin_, &QCheckBox::clicked, this, &SensorWindow::pinAsked);
  connect(calibration_, &QPushButton::clicked, this, &SensorWindow::calibrationAsked);
  refresh();
}

void SensorWindow::show(const std::optional<SensorPicture>& picture) {
  picture_ = picture;
  refresh();
}

QString SensorWindow::words() const { return words_->text(); }

void SensorWindow::setPointsShown(bool on) { points_->setChecked(on); }

void SensorWindow::setPinned(bool on) { pin_->setChecked(on); }

SensorView SensorWindow::view() const { return static_cast<SensorView>(choice_->currentData().toInt()); }

void SensorWindow::refresh() {
  const bool camera = picture_ && picture_->is_camera;
  choice_->setEnabled(camera);
  boxes_->setEnabled(camera);
  sight_->setEnabled(camera);
  calibration_->setEnabled(camera);
  points_->setEnabled(picture_ && !picture_->failure);
  pin_->setEnabled(picture_ || pin_->isChecked());
  const bool force = picture_ && picture_->is_force;
  for (QWidget* seen :
       {static_cast<QWidget*>(choice_), static_cast<QWidget*>(boxes_), static_cast<QWidget*>(points_),
        static_cast<QWidget*>(calibration_), static_cast<QWidget*>(canvas_), static_cast<QWidget*>(sight_)})
    seen->setVisible(!force);
  force_->setVisible(force);
  if (force) force_->add(*picture_);
  setWindowTitle(force ? tr("Forces of the sensor") : tr("Picture of the sensor"));
  if (!picture_) {
    words_->setText(tr("Select a sensor"));
    return canvas_->clear();
  }
  words_->setText(wordsFor(*picture_));
  canvas_->set(*picture_, boxes_->isChecked());
}

QString SensorWindow::wordsFor(const SensorPicture& picture) const {
  if (picture.failure) return toLine(*picture.failure);
  if (picture.force) {
    const QString mass = QLocale().toString(picture.force->hanging.mass, 'g', 4);
    return picture.force->seconds > 0.0
               ? tr("%1 at %2 s of physics; %3 kg hang on it")
                     .arg(picture.name, QLocale().toString(picture.force->seconds, 'f', 2), mass)
               : tr("%1 at rest; %2 kg hang on it").arg(picture.name, mass);
  }
  if (!picture.is_camera)
    return tr("%1: %2 of %3 rays meet something").arg(picture.name).arg(picture.hits).arg(picture.rays);
  return tr("%1: %2 x %3 pixels").arg(picture.name).arg(picture.size.width()).arg(picture.size.height());
}

void SensorWindow::hideEvent(QHideEvent* event) {
  QWidget::hideEvent(event);
  Q_EMIT hidden();
}

}  // namespace ww::ui
