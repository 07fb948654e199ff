// SPDX-License-Identifier: Apache-2.0
// How a world is looked at, in its file.
#include <QTemporaryDir>
#include <QtTest>
#include <limits>

#include "core/project/view_state.h"
#include "core/world/updates/editor.h"
#include "project_files.h"
#include "project_worlds.h"
#include "worldwright/v1/view.pb.h"

namespace ww::project {
namespace {

namespace wire = worldwright::v1;

// The first 24 bytes are all that is looked at.
std::string png(std::uint32_t width, std::uint32_t height) {
  std::string out("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16);
  for (const std::uint32_t side : {width, height})
    for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(side >> shift);
  return out + "the rest";
}

std::vector<std::uint64_t> boxes(const world::World& world) {
  std::vector<std::uint64_t> out;
  world.forEachObject([&](const world::Object& object) {
    if (object.id != world::kRootObject) out.push_back(object.id.value);
  });
  return out;
}

ViewState fullView(const world::World& world) {
  ViewState view;
  const auto ids = boxes(world);
  view.hidden = {ids[0], ids[2]};
  view.locked = {ids[1]};
  view.isolated = {ids[1], ids[2]};
  view.frames_hidden = view.parts_hidden = true;
  view.collision = CollisionShown::kOver;
  view.x_ray = XRay::kSelected;
  view.section = {true, Vec3(0, 0.6, 0.8), 0.25};
  SavedView saved;
  saved.name = "Vorne links";
  saved.eye = Vec3(3, -2, 1);
  saved.ortho = true;
  saved.png = png(160, 100);
  view.views = {saved, saved};
  view.views[1].name = "again";
  view.background = Background::kColor;
  view.background_color = 0x102030;
  view.floor = -0.75;
  return view;
}

SaveOptions with(const ViewState& view) {
  SaveOptions options;
  options.view = view;
  return options;
}

}  // namespace

class TestProjectView : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    folder_ = std::make_unique<QTemporaryDir>();
    path_ = folder_->filePath("cell.wright").toStdString();
    world_ = sampleWorld(store_, 5);
  }

  void whatIsSavedIsReadAgain() {
    const ViewState view = fullView(world_);
    const auto saved = save(systemVfs(), path_, world_, store_, with(view));
    VERIFY_OK(saved);
    const auto loaded = load(systemVfs(), path_, store_);
    VERIFY_OK(loaded);
    QVERIFY(loaded->view == view);
    QCOMPARE(loaded->info.content_hash, contentHash(world_));
    QVERIFY(verify(systemVfs(), path_)->ok);
  }

  void theHashOfTheContentDoesNotKnowIt() {
    const auto plain = save(systemVfs(), path_, world_, store_);
    VERIFY_OK(plain);
    const auto viewed = save(systemVfs(), path_, world_, store_, with(fullView(world_)));
    VERIFY_OK(viewed);
    QCOMPARE(viewed->content_hash, plain->content_hash);
    QVERIFY(viewed->rows_hash != plain->rows_hash);
    QVERIFY2(viewed->rows_written <= 6, std::to_string(viewed->rows_written).c_str());
    // The same again writes nothing.
    QCOMPARE(save(systemVfs(), path_, world_, store_, with(fullView(world_)))->rows_written, std::size_t{0});
  }

  void aSaveThatKnowsNoViewKeepsIt() {
    const ViewState view = fullView(world_);
    VERIFY_OK(save(systemVfs(), path_, world_, store_, with(view)));
    VERIFY_OK(save(systemVfs(), path_, withMovedBox(world_, store_, 2, 2.0), store_));
    QVERIFY(load(systemVfs(), path_, store_)->view == view);
    SaveOptions whole;
    whole.whole = true;
    VERIFY_OK(save(systemVfs(), path_, world_, store_, whole));
    QVERIFY(load(systemVfs(), path_, store_)->view == view);
    whole.view = ViewState();  // a whole file with another view
    VERIFY_OK(save(systemVfs(), path_, world_, store_, whole));
    QVERIFY(load(systemVfs(), path_, store_)->view == ViewState());
  }

  void aViewInWhichNothingIsSetTakesNoRow() {
    VERIFY_OK(save(systemVfs(), path_, world_, store_, with(fullView(world_))));
    VERIFY_OK(save(systemVfs(), path_, world_, store_, with(ViewState())));
    QCOMPARE(column(path_, "SELECT id FROM part WHERE kind=5").size(), std::size_t{0});
    QVERIFY(load(systemVfs(), path_, store_)->view == ViewState());
  }

  void filesOfBeforeOpen() {
    const auto old = load(systemVfs(), kFirstFormat, store_);
    VERIFY_OK(old);
    QVERIFY(old->view == ViewState());
  }

  void whatIsGoneIsDropped() {
    ViewState view = fullView(world_);
    view.hidden.push_back(9'999'999);
    VERIFY_OK(save(systemVfs(), path_, world_, store_, with(view)));
    QCOMPARE(load(systemVfs(), path_, store_)->view.hidden, fullView(world_).hidden);
    // A file may say so nevertheless.
    writeView(viewBytes(view));
    const auto loaded = load(systemVfs(), path_, store_);
    VERIFY_OK(loaded);
    QCOMPARE(loaded->view.hidden, fullView(world_).hidden);
  }

  void whatANewerProgramWroteStays() {
    VERIFY_OK(save(systemVfs(), path_, world_, store_, with(fullView(world_))));
    wire::ViewRecord record;
    QVERIFY(record.ParseFromString(viewBytes(fullView(world_))));
    record.GetReflection()->MutableUnknownFields(&record)->AddVarint(900, 17);
    auto* saved = record.mutable_views(1);
    saved->GetReflection()->MutableUnknownFields(saved)->AddVarint(901, 18);
    writeView(record.SerializeAsString());
    ViewState view = load(systemVfs(), path_, store_)->view;
    view.hidden.clear();
    view.views.erase(view.views.begin());
    VERIFY_OK(save(systemVfs(), path_, world_, store_, with(view)));
    const auto bytes = column(path_, "SELECT bytes FROM part WHERE kind=5");
    QVERIFY(bytes.size() == 1 && record.ParseFromString(bytes[0]));
    QCOMPARE(record.hidden_size(), 0);
    QCOMPARE(record.GetReflection()->GetUnknownFields(record).field_count(), 1);
    QCOMPARE(record.views(0).name(), std::string("again"));
    QCOMPARE(record.views(0).GetReflection()->GetUnknownFields(record.views(0)).field_count(), 1);
  }

  void valuesThatCannotBeAreLeftOut() {
    VERIFY_OK(save(systemVfs(), path_, world_, store_));
    wire::ViewRecord record;
    for (int i = 0; i < 3; ++i) record.add_hidden(boxes(world_)[0]);
    record.set_collision(77);
    record.set_x_ray(0xffffffff);
    record.set_background(9);
    record.set_background_color(0xff123456);
    record.set_floor(std::numeric_limits<double>::quiet_NaN());
    record.mutable_section()->set_on(true);
    record.mutable_section()->mutable_normal()->set_x(std::numeric_limits<double>::infinity());
    for (std::size_t i = 0; i < 3 * kMostViews; ++i) addView(record, "view", 5.0, png(160, 100));
    writeView(record.SerializeAsString());
    ViewState view = load(systemVfs(), path_, store_)->view;
    QCOMPARE(view.hidden, NodeIds{boxes(world_)[0]});
    QCOMPARE(view.views.size(), kMostViews);
    view.views.clear();
    view.hidden.clear();
    ViewState expected;
    expected.background_color = 0x123456;
    QVERIFY(view == expected);
  }

  void viewsThatCannotBeAreLeftOut() {
    wire::ViewRecord record;
    addView(record, "", 1.0, {});
    addView(record, std::string(1000, 'x'), 1.0, {});
    addView(record, "nowhere", std::numeric_limits<double>::quiet_NaN(), {});
    addView(record, "far", 1e12, {});
    addView(record, "in itself", 0.0, {});
    addView(record, "a\x1b[31mb\n", 1.0, png(160, 100));
    addView(record, "a bomb", 1.0, png(60'000, 60'000));
    addView(record, "no picture", 1.0, "GIF89a and more of the kind");
    addView(record, "huge", 1.0, png(160, 100) + std::string(kMostPictureBytes, 'x'));
    const ViewState view = viewOf(record.SerializeAsString());
    QCOMPARE(view.views.size(), std::size_t{4});
    QCOMPARE(view.views[0].name, std::string("a[31mb"));
    QVERIFY(!view.views[0].png.empty());
    for (std::size_t i = 1; i < 4; ++i) QVERIFY2(view.views[i].png.empty(), view.views[i].name.c_str());
  }

  void whatIsNoMessageIsTheViewOfANewWorld() {
    VERIFY_OK(save(systemVfs(), path_, world_, store_));
    for (const std::string& bytes : {std::string("\xff\xff\xff"), std::string(1000, '\x07'), std::string()}) {
      writeView(bytes);
      const auto loaded = load(systemVfs(), path_, store_);
      VERIFY_OK(loaded);
      QVERIFY(loaded->view == ViewState());
    }
  }

  void aFlippedBitIsTold() {
    VERIFY_OK(save(systemVfs(), path_, world_, store_, with(fullView(world_))));
    runSql(path_, "UPDATE part SET bytes=x'00' WHERE kind=5");
    const auto loaded = load(systemVfs(), path_, store_);
    QCOMPARE(loaded.status().code, Code::kDataLoss);
    QVERIFY2(text(loaded.status()).find("settings of the view") != std::string::npos, text(loaded.status()).c_str());
    const std::string out = folder_->filePath("out.wright").toStdString();
    VERIFY_OK(repair(systemVfs(), path_, out));
    QVERIFY(load(systemVfs(), out, store_)->view == ViewState());
  }

  void aRepairKeepsIt() {
    const ViewState view = fullView(world_);
    VERIFY_OK(save(systemVfs(), path_, world_, store_, with(view)));
    runSql(path_, "UPDATE meta SET value='x' WHERE key='name'");
    const std::string out = folder_->filePath("out.wright").toStdString();
    VERIFY_OK(repair(systemVfs(), path_, out));
    QVERIFY(load(systemVfs(), out, store_)->view == view);
  }

 private:
  static void addView(wire::ViewRecord& record, const std::string& name, double x, const std::string& picture) {
    auto* view = record.add_views();
    view->set_name(name);
    view->mutable_eye()->set_x(x);
    view->mutable_target();
    view->mutable_up()->set_z(1.0);
    view->set_vertical_fov(0.7);
    view->set_png(picture);
  }
  // With all checksums right.
  void writeView(const std::string& bytes) {
    auto db = Database::open(systemVfs(), path_, Database::Access::kReadWrite);
    QVERIFY(db.ok() && (*db)->exec("BEGIN IMMEDIATE").ok());
    RowWriter writer(**db);
    QVERIFY(writer.putPart({kViewId, kViewPart, bytes, {}}).ok() && writer.seal().ok() && (*db)->exec("COMMIT").ok());
  }

  std::unique_ptr<QTemporaryDir> folder_;
  std::string path_;
  geometry::GeometryStore store_;
  world::World world_;
};

}  // namespace ww::project

QTEST_GUILESS_MAIN(ww::project::TestProjectView)
#include "test_project_view.moc"
