// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/turns.h"

#include <QAbstractEventDispatcher>
#include <memory>

namespace ww::ui {
namespace {

// Posted when the present turn is over, so that it is of the next one.
void inTheNextTurn(QObject* context, const std::function<void()>& work) {
  struct Ends {
    QMetaObject::Connection blocks, wakes;
  };
  const auto ends = std::make_shared<Ends>();
  const auto post = [context, work, ends] {
    QObject::disconnect(ends->blocks);
    QObject::disconnect(ends->wakes);
    QMetaObject::invokeMethod(context, work, Qt::QueuedConnection);
  };
  const auto* dispatcher = QAbstractEventDispatcher::instance();
  ends->blocks = QObject::connect(dispatcher, &QAbstractEventDispatcher::aboutToBlock, context, post);
  ends->wakes = QObject::connect(dispatcher, &QAbstractEventDispatcher::awake, context, post);
}

}  // namespace

void inALaterTurn(QObject* context, const std::function<void()>& work) {
  inTheNextTurn(context, [context, work] { inTheNextTurn(context, work); });
}

}  // namespace ww::ui
