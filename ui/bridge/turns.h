// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <functional>

namespace ww::ui {

// Runs `work` two turns of the event loop on: the next one tells everybody what this one has committed, and each of
// them has its own time. Neither posted events nor timers do that, as both join the turn that is due. Nothing happens
// when `context` is gone by then.
void inALaterTurn(QObject* context, const std::function<void()>& work);

}  // namespace ww::ui
