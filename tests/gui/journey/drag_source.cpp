// SPDX-License-Identifier: Apache-2.0
// usage: ww_drag_source FILE X Y
// A small window at X, Y from which FILE can be dragged into another program, as from a file manager.
#include <QDrag>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMimeData>
#include <QMouseEvent>
#include <QPainter>
#include <QRasterWindow>
#include <QUrl>
#include <cstdio>
#include <utility>

namespace {

class Source : public QRasterWindow {
 public:
  explicit Source(const QString& file) : file_(file) {}

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.fillRect(QRect(QPoint(), size()), QColor(0x3d, 0x6b, 0x99));
    painter.setPen(Qt::white);
    painter.drawText(QRect(QPoint(), size()), Qt::AlignCenter, QFileInfo(file_).fileName());
  }
  void exposeEvent(QExposeEvent* event) override {
    QRasterWindow::exposeEvent(event);
    if (!isExposed() || std::exchange(told_, true)) return;
    std::printf("shown\n");
    std::fflush(stdout);
  }
  void mouseMoveEvent(QMouseEvent* event) override {
    if (!(event->buttons() & Qt::LeftButton)) return;
    auto* mime = new QMimeData;
    mime->setUrls({QUrl::fromLocalFile(file_)});
    auto* drag = new QDrag(this);
    drag->setMimeData(mime);
    const bool taken = drag->exec(Qt::CopyAction) == Qt::CopyAction;
    std::printf("%s\n", taken ? "taken" : "refused");
    std::fflush(stdout);
  }

 private:
  QString file_;
  bool told_ = false;
};

}  // namespace

int main(int argc, char** argv) {
  QGuiApplication app(argc, argv);
  if (argc != 4) {
    std::fprintf(stderr, "usage: ww_drag_source FILE X Y\n");
    return 2;
  }
  Source source(QFileInfo(QString::fromLocal8Bit(argv[1])).absoluteFilePath());
  // Where it is told to be, whatever the window manager thinks.
  source.setFlags(Qt::Window | Qt::X11BypassWindowManagerHint | Qt::WindowStaysOnTopHint);
  source.setGeometry(QString::fromLocal8Bit(argv[2]).toInt(), QString::fromLocal8Bit(argv[3]).toInt(), 140, 60);
  source.show();
  return app.exec();
}
