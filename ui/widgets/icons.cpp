// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/icons.h"

#include <QFile>
#include <QHash>
#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

namespace ww::ui {
namespace {

QByteArray source(const QString& name) {
  Theme::instance();  // loads the resources
  static QHash<QString, QByteArray> sources;
  auto found = sources.constFind(name);
  if (found == sources.constEnd()) {
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    if (!file.open(QIODevice::ReadOnly)) qWarning("no icon named %s", qPrintable(name));
    found = sources.insert(name, file.readAll());
  }
  return *found;
}

class ThemedEngine : public QIconEngine {
 public:
  ThemedEngine(QString name, Role role) : name_(std::move(name)), role_(role) {}

  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override {
    const double ratio = painter->device()->devicePixelRatioF();
    painter->drawPixmap(rect, scaledPixmap(rect.size() * ratio, mode, state, ratio));
  }
  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
    return scaledPixmap(size, mode, state, 1.0);
  }
  QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State state, qreal) override {
    if (size.isEmpty()) return {};  // in a widget that has no room
    const QColor color = colorFor(mode, state);
    // On the ground of a selection, which is the accent, and where it is off an icon has one colour.
    const QColor accent =
        mode == QIcon::Disabled || mode == QIcon::Selected ? color : Theme::instance().color(Role::kAccent);
    const QString key = QStringLiteral("ww-%1-%2-%3-%4x%5")
                            .arg(name_, color.name(), accent.name())
                            .arg(size.width())
                            .arg(size.height());
    QPixmap picture;
    if (QPixmapCache::find(key, &picture)) return picture;
    QByteArray svg = source(name_);
    svg.replace("currentColor", color.name().toUtf8());
    svg.replace("accentColor", accent.name().toUtf8());
    picture = QPixmap(size);
    picture.fill(Qt::transparent);
    QSvgRenderer renderer(svg);
    QPainter painter(&picture);
    renderer.render(&painter);
    painter.end();
    QPixmapCache::insert(key, picture);
    return picture;
  }
  QIconEngine* clone() const override { return new ThemedEngine(*this); }

 private:
  QColor colorFor(QIcon::Mode mode, QIcon::State) const {
    const Theme& theme = Theme::instance();
    if (mode == QIcon::Selected) return theme.color(Role::kOnAccent);
    if (mode != QIcon::Disabled) return theme.color(role_);
    // Half way to the ground: seen as off, still recognised.
    const QColor a = theme.color(Role::kDim), b = theme.color(Role::kPanel);
    return QColor((a.red() + b.red()) / 2, (a.green() + b.green()) / 2, (a.blue() + b.blue()) / 2);
  }
  QString name_;
  Role role_;
};

}  // namespace

QIcon icon(const QString& name, Role role) { return QIcon(new ThemedEngine(name, role)); }

}  // namespace ww::ui
