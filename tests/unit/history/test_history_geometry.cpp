// SPDX-License-Identifier: Apache-2.0
// Histories whose steps need geometry that is gone from the file.
#include "core/base/failure.h"
#include "core/history/repair.h"
#include "core/project/database.h"
#include "core/project/memory_vfs.h"
#include "core/project/row_writer.h"
#include "tests/unit/history/past_files.h"

using namespace ww;
using namespace ww::history;
using namespace ww::history::test;

namespace {

const std::string kFile = "/w/cell.wright";

std::string codeOf(const Status& status) {
  return status.failure ? std::string(status.failure->row->code) : std::string();
}

// Without it, and with all checksums right, as by another program.
bool dropGeometry(project::Vfs& vfs) {
  auto db = project::Database::open(vfs, kFile, project::Database::Access::kReadWrite);
  if (!db.ok() || !(*db)->exec("BEGIN IMMEDIATE").ok() || !(*db)->exec("DELETE FROM geometry").ok()) return false;
  project::RowWriter writer(**db);
  return writer.seal().ok() && (*db)->exec("COMMIT").ok();
}

}  // namespace

class TestHistoryGeometry : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aStepWithoutItsGeometryIsNotSound() {
    project::MemoryVfs disk;
    Desk desk;
    QVERIFY(desk.add("part"));
    const ObjectId part = desk.session->snapshot().world->childNamed(world::kRootObject, "part");
    QVERIFY(ww::test::commit(*desk.session, session::deleteObject(part, true), "Delete part"));
    QVERIFY(saveTo(disk, kFile, desk).ok());
    geometry::GeometryStore sound;
    const auto whole = project::load(disk, kFile, sound);
    QVERIFY(whole.ok());
    const std::size_t all = opened(whole->history, whole->world, sound)->states.all.size();
    QCOMPARE(all, std::size_t{3});
    QVERIFY(dropGeometry(disk));
    QVERIFY(project::verify(disk, kFile)->ok);
    geometry::GeometryStore store;
    const auto loaded = project::load(disk, kFile, store);
    QVERIFY(loaded.ok());
    const auto past = opened(loaded->history, loaded->world, store, 0);
    QVERIFY(past != nullptr);
    QCOMPARE(dropOutOfReach(past->states, store), std::size_t{2});
    // Going there is refused, with the reason, and nothing has changed.
    const auto other = openFrom(disk, kFile);
    QVERIFY(other != nullptr);
    const std::string before = other->hash();
    for (const NodePtr& node : other->tree->view().nodes) {
      if (plain(node->label) != "Add part") continue;
      const Status refused = other->tree->goTo(node->id);
      QCOMPARE(codeOf(refused), std::string("history.cannot-go-there"));
      QVERIFY(refused.failure && !refused.failure->causes.empty());
      QCOMPARE(codeOf(refused.failure->causes.front()), std::string("world.no-such-geometry"));
    }
    QCOMPARE(other->hash(), before);
    QVERIFY(other->session->history().entries.empty());
  }
};

QTEST_GUILESS_MAIN(TestHistoryGeometry)
#include "test_history_geometry.moc"
