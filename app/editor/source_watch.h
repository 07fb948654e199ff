// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <QString>
#include <QTimer>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "ui/bridge/session_bridge.h"

namespace ww::editor {

// Looks every few seconds whether files that objects were imported from are others by now. All of it off the Qt thread;
// a file is read only when its size or time changed.
class SourceWatch : public QObject {
  Q_OBJECT
 public:
  explicit SourceWatch(ui::SessionBridge& bridge, QObject* parent = nullptr);
  // Looks now; what it finds is told soon.
  void look();

 Q_SIGNALS:
  // Once for each object and state of its file.
  void changed(ww::ObjectId object, const QString& file);

 private:
  struct State {
    std::string mark, sha256;  // no mark: there is no such file
  };
  struct Source {
    ObjectId object;
    std::string file, sha256;
  };
  struct Seen {
    std::uint64_t revision = 0;
    std::vector<Source> sources;
    std::map<std::string, State> files;
  };
  static Seen lookAt(const session::Snapshot& snapshot, Seen before);
  void compare(const Seen& seen);

  ui::SessionBridge& bridge_;
  QTimer regularly_;
  Seen seen_;
  std::set<std::string> told_;
  bool looking_ = false;
};

}  // namespace ww::editor
