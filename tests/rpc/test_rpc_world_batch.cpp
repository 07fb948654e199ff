// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "core/world/values/world.h"
#include "intrinsic/world/proto/collision_settings.pb.h"
#include "tests/rpc/served.h"

using namespace ww;
using namespace ww::test;
using Stub = pb::ObjectWorldService::Stub;

// Batches, collision settings, and who did what in the history.
class TestRpcWorldBatch : public QObject {
  Q_OBJECT

  std::unique_ptr<Served> s_;

  static void addMove(pb::UpdateWorldResourcesRequest& request, const std::string& object, double x) {
    auto* u = request.mutable_world_updates()->add_updates()->mutable_update_transform();
    *u->mutable_node_a() = node("table");
    *u->mutable_node_b() = node(object);
    *u->mutable_a_t_b() = at(x, 0, 0.1);
  }

  session::HistoryEntry lastEntry() { return s_->session()->history().entries.back(); }

 private Q_SLOTS:
  void init() { s_ = std::make_unique<Served>(); }
  void cleanup() { s_.reset(); }

  void updateWorldResourcesIsSequential() {
    pb::UpdateWorldResourcesRequest request;
    request.set_world_id("world");
    auto* rename = request.mutable_world_updates()->add_updates()->mutable_update_object_name();
    *rename->mutable_object() = named("crate");
    rename->set_name("second");
    rename->set_name_is_global_alias(true);
    auto* again = request.mutable_world_updates()->add_updates()->mutable_update_object_name();
    *again->mutable_object() = named("second");
    again->set_name("third");
    again->set_name_is_global_alias(true);
    pb::UpdateWorldResourcesResponse response;
    WW_OK(s_->call(&Stub::UpdateWorldResources, request, response));
    QCOMPARE(response.objects_size(), 4);
    QVERIFY(response.has_collision_settings());
    QVERIFY(response.objects(0).entities().empty());
    QCOMPARE(plain(lastEntry().label), std::string("Rename crate to second and 1 more update"));
    QVERIFY(s_->session()->snapshot().world->aliasNamed("third"));
  }

  void updateWorldResourcesIsAtomicAndNamesTheFailing() {
    pb::UpdateWorldResourcesRequest request;
    request.set_world_id("world");
    addMove(request, "crate", 0.4);
    addMove(request, "cart", 0.4);
    const std::string hash = world::contentHash(*s_->session()->snapshot().world);
    pb::UpdateWorldResourcesResponse response;
    const Outcome outcome = s_->call(&Stub::UpdateWorldResources, request, response);
    WW_FAILS(outcome, Code::kNotFound);
    QVERIFY(outcome.status.error_message().find("edit 2 of ") != std::string::npos);
    QCOMPARE(world::contentHash(*s_->session()->snapshot().world), hash);
    QVERIFY(s_->session()->history().entries.empty());
    request.mutable_world_updates()->mutable_updates()->DeleteSubrange(0, 1);
    QVERIFY(s_->call(&Stub::UpdateWorldResources, request, response).status.error_message().find("edit 1 of 1") !=
            std::string::npos);
    // One that is empty is named once.
    request.mutable_world_updates()->mutable_updates(0)->Clear();
    const std::string empty = s_->call(&Stub::UpdateWorldResources, request, response).status.error_message();
    QVERIFY(empty.find("edit 1 of 1") != std::string::npos);
    QVERIFY2(empty.find("edit 1 of 1") == empty.rfind("edit 1 of 1"), empty.c_str());
  }

  void updatesOfABatchNameNoWorld() {
    pb::UpdateWorldResourcesRequest request;
    request.set_world_id("world");
    addMove(request, "crate", 0.4);
    addMove(request, "crate", 0.5);
    request.mutable_world_updates()->mutable_updates(1)->mutable_update_transform()->set_world_id("world");
    pb::UpdateWorldResourcesResponse response;
    const Outcome outcome = s_->call(&Stub::UpdateWorldResources, request, response);
    WW_FAILS(outcome, Code::kInvalidArgument);
    QVERIFY(outcome.status.error_message().find("edit 2 of ") != std::string::npos);
    request.mutable_world_updates()->mutable_updates(1)->Clear();
    WW_FAILS(s_->call(&Stub::UpdateWorldResources, request, response), Code::kInvalidArgument);
  }

  void anEmptyBatchChangesNothing() {
    pb::UpdateWorldResourcesRequest request;
    request.set_world_id("world");
    request.set_view(pb::FULL);
    pb::UpdateWorldResourcesResponse response;
    WW_OK(s_->call(&Stub::UpdateWorldResources, request, response));
    QCOMPARE(response.objects_size(), 4);
    QVERIFY(!response.objects(1).entities().empty());
    QVERIFY(s_->session()->history().entries.empty());
    request.clear_world_id();
    WW_FAILS(s_->call(&Stub::UpdateWorldResources, request, response), Code::kInvalidArgument);
  }

  void collisionSettingsAreReplacedAndRead() {
    pb::UpdateCollisionSettingsRequest update;
    update.set_world_id("world");
    update.mutable_collision_settings()->set_minimum_margin(0.02);
    auto* rule = update.mutable_collision_settings()->add_collision_rules();
    *rule->add_left()->mutable_object() = named("crate");
    rule->mutable_collision_action()->set_is_excluded(true);
    pb::World world;
    WW_OK(s_->call(&Stub::UpdateCollisionSettings, update, world));
    QCOMPARE(world.objects_size(), 4);
    QVERIFY(!world.objects(1).entities().empty());
    QCOMPARE(world.world_metadata().id(), std::string("world"));
    QCOMPARE(world.collision_settings().minimum_margin(), 0.02);
    pb::GetCollisionSettingsRequest get;
    get.set_world_id("world");
    pb::CollisionSettings settings;
    WW_OK(s_->call(&Stub::GetCollisionSettings, get, settings));
    QCOMPARE(settings.SerializeAsString(), world.collision_settings().SerializeAsString());
    update.mutable_collision_settings()->set_minimum_margin(-1);
    WW_FAILS(s_->call(&Stub::UpdateCollisionSettings, update, world), Code::kInvalidArgument);
    get.set_world_id("nowhere");
    WW_FAILS(s_->call(&Stub::GetCollisionSettings, get, settings), Code::kNotFound);
    get.clear_world_id();
    WW_FAILS(s_->call(&Stub::GetCollisionSettings, get, settings), Code::kInvalidArgument);
  }

  void toggleCollisionsGivesBothObjects() {
    pb::ToggleCollisionsRequest request;
    request.set_world_id("world");
    *request.mutable_object_a() = base("crate");
    *request.mutable_object_b() = base("table");
    pb::Objects objects;
    WW_FAILS(s_->call(&Stub::ToggleCollisions, request, objects), Code::kInvalidArgument);
    request.set_toggle_mode(pb::TOGGLE_MODE_DISABLE);
    WW_OK(s_->call(&Stub::ToggleCollisions, request, objects));
    QCOMPARE(objects.objects_size(), 2);
    QCOMPARE(objects.objects(0).name(), std::string("crate"));
    QCOMPARE(plain(lastEntry().label), std::string("Disable collisions of crate and table"));
    WW_OK(s_->call(&Stub::ToggleCollisions, request, objects));  // already so
    QCOMPARE(s_->session()->history().entries.size(), std::size_t{1});
    *request.mutable_object_b() = base("cart");
    WW_FAILS(s_->call(&Stub::ToggleCollisions, request, objects), Code::kNotFound);
  }

  void editsCarryTheNameOfTheClient() {
    pb::UpdateWorldResourcesRequest request;
    request.set_world_id("world");
    addMove(request, "crate", 0.4);
    pb::UpdateWorldResourcesResponse response;
    WW_OK(s_->call(&Stub::UpdateWorldResources, request, response));
    QVERIFY2(lastEntry().author.starts_with("grpc-c++ client 127.0.0.1:"), lastEntry().author.c_str());
    request.mutable_world_updates()
        ->mutable_updates(0)
        ->mutable_update_transform()
        ->mutable_a_t_b()
        ->mutable_position()
        ->set_x(0.5);
    WW_OK(s_->call(&Stub::UpdateWorldResources, request, response, {{"worldwright-client", "cell_py"}}));
    QCOMPARE(lastEntry().author, std::string("cell_py"));
    QCOMPARE(s_->session()->undoLabel(), std::string("Move crate by cell_py"));
    WW_FAILS(s_->call(&Stub::UpdateWorldResources, request, response, {{"worldwright-client", " x"}}),
             Code::kInvalidArgument);
  }

  void aStreamOfMovesIsOneEntryThatCanBeUndone() {
    const std::string hash = world::contentHash(*s_->session()->snapshot().world);
    for (int i = 1; i <= 20; ++i) {
      pb::UpdateWorldResourcesRequest request;
      request.set_world_id("world");
      addMove(request, "crate", 0.01 * i);
      pb::UpdateWorldResourcesResponse response;
      WW_OK(s_->call(&Stub::UpdateWorldResources, request, response));
    }
    QCOMPARE(s_->session()->history().entries.size(), std::size_t{1});
    QVERIFY(s_->session()->undo().ok());
    QCOMPARE(world::contentHash(*s_->session()->snapshot().world), hash);
  }
};

QTEST_GUILESS_MAIN(TestRpcWorldBatch)
#include "test_rpc_world_batch.moc"
