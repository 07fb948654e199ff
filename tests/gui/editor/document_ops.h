// SPDX-License-Identifier: Apache-2.0
// What a document does with files, as rows, and what its tests need besides.
#pragma once
#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>
#include <map>
#include <thread>

#include "app/editor/document.h"
#include "core/project/file_turn.h"

namespace ww::editor::test {

enum class Op {
  kSave,
  kSaveAs,
  kSaveOver,
  kSaveNowhere,
  kNew,
  kOpenOther,
  kOpenSame,
  kOpenMissing,
  kCopy,
  kMake,
  kClose,
  kEdit,
  kClientEdit,
  kTake
};
inline const std::map<Op, const char*> kNames{{Op::kSave, "save"},
                                              {Op::kSaveAs, "save as"},
                                              {Op::kSaveOver, "save over another"},
                                              {Op::kSaveNowhere, "save fails"},
                                              {Op::kNew, "new"},
                                              {Op::kOpenOther, "open another"},
                                              {Op::kOpenSame, "open the same"},
                                              {Op::kOpenMissing, "open fails"},
                                              {Op::kCopy, "open a copy"},
                                              {Op::kMake, "sample"},
                                              {Op::kClose, "close"},
                                              {Op::kEdit, "edit"},
                                              {Op::kClientEdit, "edit by a client"},
                                              {Op::kTake, "take a client's world"}};
inline const Op kLong[] = {Op::kSave,     Op::kSaveAs,      Op::kSaveOver, Op::kSaveNowhere, Op::kOpenOther,
                           Op::kOpenSame, Op::kOpenMissing, Op::kCopy,     Op::kMake};

enum class Moment { kAsked, kHeld, kEnded };  // before it begins, while it is at work, done but not yet told
enum class Answer { kSave, kDiscard, kCancel };

inline bool isSave(Op op) {
  return op == Op::kSave || op == Op::kSaveAs || op == Op::kSaveOver || op == Op::kSaveNowhere;
}
inline bool isEdit(Op op) { return op == Op::kEdit || op == Op::kClientEdit || op == Op::kTake; }
inline bool isLeaving(Op op) { return !isSave(op) && !isEdit(op); }

struct Case {
  Op first, second;
  Moment moment;
  bool edit_between;
  Answer answer;
  QString name() const {
    static const char* const kMoments[] = {"asked", "held", "ended"};
    static const char* const kAnswers[] = {"save", "discard", "cancel"};
    return QStringLiteral("%1 (%2)%3, %4; answer %5")
        .arg(QLatin1String(kNames.at(first)), QLatin1String(kMoments[static_cast<int>(moment)]),
             edit_between ? QStringLiteral(", edit") : QString(), QLatin1String(kNames.at(second)),
             QLatin1String(kAnswers[static_cast<int>(answer)]));
  }
  // Whether the saves asked for by the user come to a good end.
  bool works(Op op) const { return op != Op::kSaveNowhere && (op != Op::kSaveOver || answer != Answer::kCancel); }
  // What is shown in the end; none: the world that was there.
  std::optional<Op> shown() const {
    if (!isLeaving(first) && !isLeaving(second)) return std::nullopt;
    const Op last = isLeaving(second) ? second : first;
    if (last == Op::kOpenMissing) return std::nullopt;
    // A save that fails keeps what is not saved, whatever was to come next.
    bool unsaved = isSave(first) && !works(first);
    if (unsaved) return std::nullopt;
    unsaved = edit_between || isEdit(second);
    if (isSave(second)) {
      if (unsaved && !works(second)) return std::nullopt;
      unsaved = false;
    }
    if (unsaved && answer == Answer::kCancel) return std::nullopt;
    return last;
  }
};

inline std::string hashOf(const QString& file) {
  geometry::GeometryStore store;
  const auto loaded = project::load(project::systemVfs(), file.toStdString(), store);
  return loaded.ok() ? world::contentHash(loaded->world) : loaded.status().line();
}

inline world::World withBox(const world::World& world, const std::string& name, geometry::GeometryStore& store) {
  auto made = world::apply(world,
                           *session::createPrimitive(world::kRootObject, world::kRootEntity, name,
                                                     geometry::Box{{1, 1, 1}}, {}, Pose::identity()),
                           store);
  return made.ok() ? std::move(made).value() : world;
}

// In memory where there is such a place: thousands of saves wait for a disk else.
inline QString quickFolder() {
  const QFileInfo memory(QStringLiteral("/dev/shm"));
  return (memory.isDir() && memory.isWritable() ? memory.filePath() : QDir::tempPath()) +
         QStringLiteral("/document-XXXXXX");
}

inline bool waitFor(const std::function<bool()>& done) {
  QElapsedTimer clock;
  clock.start();
  while (!done()) {
    if (clock.elapsed() > 30000) return false;
    QCoreApplication::processEvents();
    std::this_thread::sleep_for(std::chrono::microseconds(300));
  }
  return true;
}

}  // namespace ww::editor::test
