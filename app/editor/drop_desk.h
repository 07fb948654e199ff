// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QStringList>

#include "app/editor/window_parts.h"

namespace ww::editor {

// Files that are dragged over the window beside the 3D view, which takes those over it: what letting them go would do
// stands in the line of hints.
class DropDesk : public QObject {
  Q_OBJECT
 public:
  explicit DropDesk(const WindowParts& parts);
  bool eventFilter(QObject* watched, QEvent* event) override;

 Q_SIGNALS:
  void dropped(const QStringList& files);

 private:
  WindowParts parts_;
};

}  // namespace ww::editor
