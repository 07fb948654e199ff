// SPDX-License-Identifier: Apache-2.0
#include "app/editor/probe.h"

#include <QApplication>
#include <QDragMoveEvent>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QPointer>
#include <QThreadPool>
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "app/editor/probe_widgets.h"
#include "core/world/views/references.h"
#include "ui/models/node_text.h"
#include "ui/panels/motion_panel.h"
#include "ui/scene/viewport.h"

namespace ww::editor {
namespace {

constexpr qint64 kLongestLine = 4096;

QJsonArray toJson(const Vec3& v) { return {v.x(), v.y(), v.z()}; }
QJsonObject failure(const QString& text) { return {{"error", text}}; }

Vec3 toVec(const QJsonArray& a) { return {a.at(0).toDouble(), a.at(1).toDouble(), a.at(2).toDouble()}; }

ui::scene::Handle handleNamed(const QString& name) {
  const QStringList names{QStringLiteral("x"),  QStringLiteral("y"),  QStringLiteral("z"),
                          QStringLiteral("yz"), QStringLiteral("zx"), QStringLiteral("xy"),
                          QStringLiteral("rx"), QStringLiteral("ry"), QStringLiteral("rz")};
  return static_cast<ui::scene::Handle>(names.indexOf(name) + 1);  // kNone when it is none of them
}

QString planState(ui::MotionPanel::State state) {
  using Panel = ui::MotionPanel;
  switch (state) {
    case Panel::State::kNone: return QStringLiteral("none");
    case Panel::State::kPlanning: return QStringLiteral("planning");
    case Panel::State::kFresh: return QStringLiteral("fresh");
    case Panel::State::kStale: return QStringLiteral("stale");
    case Panel::State::kFailed: break;
  }
  return QStringLiteral("failed");
}

bool isOf(const world::World& world, EntityId seen, const world::NodeRef& wanted) {
  const auto* owner = seen ? world.owner(seen) : nullptr;
  return owner && (world::NodeRef(seen) == wanted || world::NodeRef(owner->object) == wanted);
}

// Colours whose bytes are the id, from the highest.
QImage asColours(const std::vector<std::uint64_t>& ids, const QSize& size) {
  QImage image(size, QImage::Format_RGB32);
  for (int y = 0; y < size.height(); ++y)
    for (int x = 0; x < size.width(); ++x) {
      const std::uint64_t id =
          ids[static_cast<std::size_t>(y) * static_cast<std::size_t>(size.width()) + static_cast<std::size_t>(x)];
      image.setPixel(
          x, y, qRgb(static_cast<int>(id >> 16 & 255), static_cast<int>(id >> 8 & 255), static_cast<int>(id & 255)));
    }
  return image;
}

}  // namespace

void Probe::startIfAsked(MainWindow& window, ui::Watchdog* dog) {
  const QString socket = qEnvironmentVariable("WORLDWRIGHT_PROBE");
  if (!socket.isEmpty()) new Probe(window, dog, socket);
}

Probe::Probe(MainWindow& window, ui::Watchdog* dog, const QString& socket)
    : QObject(&window), window_(window), dog_(dog) {
  server_.setSocketOptions(QLocalServer::UserAccessOption);
  connect(&server_, &QLocalServer::newConnection, this, [this] {
    while (QLocalSocket* client = server_.nextPendingConnection()) listen(client);
  });
  connect(window.viewHost().view(), &ui::Viewport::framePresented, this,
          [this](quint64 revision) { presented_ = revision; });
  qApp->installEventFilter(this);
  if (!server_.listen(socket)) std::fprintf(stderr, "WORLDWRIGHT_PROBE: %s\n", qPrintable(server_.errorString()));
}

void Probe::listen(QLocalSocket* socket) {
  connect(socket, &QLocalSocket::disconnected, socket, &QObject::deleteLater);
  connect(socket, &QLocalSocket::readyRead, this, [this, socket] {
    while (socket->canReadLine()) {
      const auto query = QJsonDocument::fromJson(socket->readLine()).object();
      answer(query, [to = QPointer<QLocalSocket>(socket)](const QJsonObject& reply) {
        if (to) to->write(QJsonDocument(reply).toJson(QJsonDocument::Compact) + '\n');
      });
    }
    if (socket->bytesAvailable() > kLongestLine) socket->abort();
  });
}

void Probe::answer(const QJsonObject& query, const Answer& reply) {
  const auto has = [&query](const char* key) { return query.contains(QLatin1String(key)); };
  if (has("widget")) return reply(widget(query));
  if (has("item")) return reply(item(query));
  if (has("action")) return reply(action(query["action"].toString()));
  if (has("node")) return reply(node(query["node"].toString()));
  if (has("visible")) {
    // A person's eyes, not the program's time: a ray for each fourth pixel.
    const ui::Watchdog::Pause looking(dog_);
    return reply(visible(query["visible"].toString()));
  }
  if (has("under")) return reply(under(query["under"].toArray()));
  if (has("point")) return reply(point(toVec(query["point"].toArray())));
  if (has("gizmo")) return reply(gizmo(query["gizmo"].toString()));
  if (has("drag")) return reply({{"at", QJsonArray{drag_at_.x(), drag_at_.y()}}});
  if (has("state")) return reply(state());
  if (has("camera")) return reply(camera());
  if (has("hash")) return hash(reply);
  if (has("ids")) return ids(query["ids"].toString(), reply);
  reply(failure(QStringLiteral("no such query")));
}

bool Probe::eventFilter(QObject* watched, QEvent* event) {
  const auto* widget = event->type() == QEvent::DragMove ? qobject_cast<QWidget*>(watched) : nullptr;
  if (widget) drag_at_ = widget->mapToGlobal(static_cast<QDragMoveEvent*>(event)->position()).toPoint();
  return QObject::eventFilter(watched, event);
}

QJsonObject Probe::widget(const QJsonObject& query) const {
  const auto* found = findWidget(query["widget"].toString(), query["in"].toString());
  return found ? describe(found) : failure(QStringLiteral("no such widget"));
}

QJsonObject Probe::item(const QJsonObject& query) const {
  const auto* within =
      query.contains(QLatin1String("in")) ? findWidget(query["in"].toString(), query["panel"].toString()) : &window_;
  if (!within) return failure(QStringLiteral("no such widget"));
  const QJsonObject found = describeItem(within, query["item"].toString());
  return found.isEmpty() ? failure(QStringLiteral("no such entry")) : found;
}

QJsonObject Probe::action(const QString& id) const {
  const QAction* action = window_.actions().action(id);
  if (!action) return failure(QStringLiteral("no such action"));
  QJsonObject out = describeAction(action);
  out["why_not"] = window_.actions().whyNot(id);
  return out;
}

QJsonArray Probe::onScreen(const QPointF& in_view) const {
  const QPoint at = window_.viewHost().view()->surface()->mapToGlobal(in_view.toPoint());
  return {at.x(), at.y()};
}

QJsonObject Probe::point(const Vec3& p_in_root) const {
  const auto transform = window_.viewHost().view()->viewTransform();
  const auto at = transform.project(p_in_root);
  if (!at) return failure(QStringLiteral("behind the eye"));
  const bool inside = at->x() >= 0 && at->y() >= 0 && at->x() < transform.width() && at->y() < transform.height();
  return {{"at", onScreen({at->x(), at->y()})},
          {"inside", inside},
          {"metres_per_pixel", transform.metresPerPixel(p_in_root)}};
}

QJsonObject Probe::node(const QString& ref) const {
  const auto world = window_.bridge().snapshot().world;
  const auto found = world::resolveText(*world, ref.toStdString());
  if (!found.ok()) return failure(QString::fromStdString(found.status().title));
  // As shown, a drag or preview included.
  const Pose root_t_node = window_.poseLayer().rootT(*world, *found);
  QJsonObject out = point(root_t_node.p);
  out["root_p"] = toJson(root_t_node.p);
  out["type"] = ui::nodeType(*world, *found);
  if (const auto* id = std::get_if<ObjectId>(&*found)) {
    out["id"] = static_cast<qint64>(id->value);
    const Bounds box = world->boundsOf(*world->object(*id));
    if (!box.empty()) {
      out["box"] = QJsonArray{toJson(box.min), toJson(box.max)};
      out["center_at"] = point(box.center())["at"];
    }
  }
  return out;
}

// Well inside what is seen of an object or link: of all pixels where it is in front, the one nearest to their middle.
QJsonObject Probe::visible(const QString& ref) const {
  constexpr int kStep = 4;
  const auto world = window_.bridge().snapshot().world;
  const auto wanted = world::resolveText(*world, ref.toStdString());
  if (!wanted.ok()) return failure(QString::fromStdString(wanted.status().title));
  auto* view = window_.viewHost().view();
  const auto transform = view->viewTransform();
  std::vector<QPointF> seen;
  QPointF sum;
  for (double y = kStep; y < transform.height(); y += kStep)
    for (double x = kStep; x < transform.width(); x += kStep) {
      const auto hit = [&](double dx, double dy) {
        const auto at = view->dropPointAt({x + dx, y + dy});
        return at && isOf(*world, at->entity, *wanted);
      };
      const QPoint in_window = window_.mapFromGlobal(view->surface()->mapToGlobal(QPoint(qRound(x), qRound(y))));
      const auto& cards = window_.notifications();
      if (cards.isVisible() && cards.geometry().contains(in_window)) continue;  // it lies over the view
      if (!hit(0, 0) || !hit(3, 0) || !hit(-3, 0) || !hit(0, 3) || !hit(0, -3)) continue;
      seen.emplace_back(x, y);
      sum += seen.back();
    }
  if (seen.empty()) return failure(QStringLiteral("nothing of it is seen"));
  const QPointF middle = sum / static_cast<double>(seen.size());
  const auto off = [&](const QPointF& p) { return std::hypot(p.x() - middle.x(), p.y() - middle.y()); };
  const QPointF best =
      *std::min_element(seen.begin(), seen.end(), [&](const QPointF& a, const QPointF& b) { return off(a) < off(b); });
  const auto surface = view->surfaceAt(best);
  return {{"at", onScreen(best)},
          {"pixels", static_cast<int>(seen.size()) * kStep * kStep},
          {"root_p", surface ? toJson(*surface) : QJsonArray()}};
}

QJsonObject Probe::under(const QJsonArray& on_screen) const {
  auto* view = window_.viewHost().view();
  const QPointF at = view->surface()->mapFromGlobal(QPoint(on_screen.at(0).toInt(), on_screen.at(1).toInt()));
  const auto nodes = view->nodesAt(at);
  const auto surface = view->surfaceAt(at);
  if (nodes.empty() || !surface) return failure(QStringLiteral("nothing is there"));
  return {{"node", QString::fromStdString(window_.bridge().snapshot().world->display(nodes.front()))},
          {"root_p", toJson(*surface)}};
}

QJsonObject Probe::gizmo(const QString& handle) const {
  const auto at = ui::ViewProbe(*window_.viewHost().view()).handlePosition(handleNamed(handle));
  return at ? QJsonObject{{"at", onScreen(*at)}} : failure(QStringLiteral("this handle is not shown"));
}

QJsonObject Probe::state() const {
  const auto snapshot = window_.bridge().snapshot();
  const auto* view = window_.viewHost().view();
  QJsonArray selected;
  for (const auto& node : window_.selection().nodes())
    selected.append(QString::fromStdString(snapshot.world->display(node)));
  QJsonArray windows;  // what a step that fails may wait behind
  for (const QWidget* top : QApplication::topLevelWidgets())
    if (top->isVisible())
      windows.append(top->windowTitle().isEmpty() ? QString::fromLatin1(top->metaObject()->className())
                                                  : top->windowTitle());
  const auto& log = window_.log();
  QJsonObject out{{"windows", windows},
                  {"exposed", window_.windowHandle() && window_.windowHandle()->isExposed()},
                  {"revision", static_cast<qint64>(snapshot.revision)},
                  {"presented", static_cast<qint64>(presented_)},
                  {"frames", static_cast<qint64>(view->surface()->framesDrawn())},
                  {"objects", static_cast<qint64>(snapshot.world->objectCount())},
                  {"dirty", window_.document().isDirty()},
                  {"busy", window_.document().isBusy()},
                  {"file", window_.document().path()},
                  {"jobs", window_.jobs().running()},
                  {"selection", selected},
                  {"plan", planState(window_.motion().state())},
                  {"preview_s", window_.motion().seconds()},
                  {"report", window_.motion().reportText()}};
  if (const auto* watch = window_.findChild<ui::CollisionWatch*>(); watch && watch->isUpToDate())
    out["collisions"] = static_cast<int>(watch->collisions().size());
  if (log.rowCount() > 0) out["message"] = log.index(log.rowCount() - 1, 0).data().toString();
  if (dog_)
    out["watchdog"] = QJsonObject{{"turns", static_cast<qint64>(dog_->turns())},
                                  {"wall_p99_ms", dog_->wallPercentile(0.99)},
                                  {"wall_max_ms", dog_->longest().wall_ms},
                                  {"cpu_outside_frame_max_ms", dog_->worstOutsideFrameMs()},
                                  {"held_max_ms", dog_->worstHeldMs()},
                                  {"too_long", static_cast<qint64>(dog_->tooLong().size())},
                                  {"summary", dog_->summary()}};
  return out;
}

QJsonObject Probe::camera() const {
  const auto transform = window_.viewHost().view()->viewTransform();
  const auto& c = transform.camera();
  const QPoint corner = window_.viewHost().view()->surface()->mapToGlobal(QPoint(0, 0));
  return {{"eye", toJson(c.eye)}, {"target", toJson(c.target)},
          {"up", toJson(c.up)},   {"vertical_fov", c.vertical_fov},
          {"ortho", c.ortho},     {"rect", QJsonArray{corner.x(), corner.y(), transform.width(), transform.height()}}};
}

void Probe::hash(const Answer& reply) const {
  QThreadPool::globalInstance()->start([world = window_.bridge().snapshot().world, reply] {
    const QString text = QString::fromStdString(world::contentHash(*world));
    QMetaObject::invokeMethod(
        qApp,
        [reply, text] {
          reply({{"content_hash", text}});
        },
        Qt::QueuedConnection);
  });
}

void Probe::ids(const QString& file, const Answer& reply) const {
  ui::ViewProbe(*window_.viewHost().view())
      .grabIds([file, reply](const std::vector<std::uint64_t>& found, const QSize& size) {
        // A mask takes a while to encode; that is the test's time, not the program's.
        QThreadPool::globalInstance()->start([file, reply, found, size] {
          const bool written = asColours(found, size).save(file, "PNG");
          QMetaObject::invokeMethod(
              qApp,
              [=] {
                reply(written ? QJsonObject{{"file", file}, {"size", QJsonArray{size.width(), size.height()}}}
                              : failure(QStringLiteral("could not be written")));
              },
              Qt::QueuedConnection);
        });
      });
}

}  // namespace ww::editor
