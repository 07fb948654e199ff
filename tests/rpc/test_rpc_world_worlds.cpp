// SPDX-License-Identifier: Apache-2.0
#include <google/protobuf/empty.pb.h>

#include <QtTest>

#include "core/rpc/world_calls.h"
#include "core/world/values/world.h"
#include "tests/rpc/served.h"

using namespace ww;
using namespace ww::test;
using Stub = pb::ObjectWorldService::Stub;

// The calls on worlds as a whole.
class TestRpcWorldWorlds : public QObject {
  Q_OBJECT

  std::unique_ptr<Served> s_;

  std::string hashOf(const std::string& id) { return world::contentHash(*s_->session(id)->snapshot().world); }

  pb::WorldMetadata metadata(const std::string& id) {
    pb::GetWorldRequest request;
    request.set_world_id(id);
    pb::WorldMetadata out;
    if (!s_->call(&Stub::GetWorld, request, out).status.ok()) qWarning("GetWorld failed");
    return out;
  }

  void move(const std::string& id, double x) {
    pb::UpdateTransformRequest request;
    request.set_world_id(id);
    *request.mutable_node_a() = node("root");
    *request.mutable_node_b() = node("table");
    *request.mutable_a_t_b() = at(x, 0, 0);
    pb::UpdateTransformResponse response;
    WW_OK(s_->call(&Stub::UpdateTransform, request, response));
  }

  void rename(const std::string& id, const std::string& from, const std::string& to) {
    pb::UpdateObjectNameRequest request;
    request.set_world_id(id);
    *request.mutable_object() = named(from);
    request.set_name(to);
    request.set_name_is_global_alias(true);
    pb::Object object;
    WW_OK(s_->call(&Stub::UpdateObjectName, request, object));
  }

 private Q_SLOTS:
  void init() { s_ = std::make_unique<Served>(); }
  void cleanup() { s_.reset(); }

  void getWorldTellsStructureAndTime() {
    const pb::WorldMetadata before = metadata("world");
    QCOMPARE(before.id(), std::string("world"));
    QVERIFY(!before.world_structure_hash().empty());
    QVERIFY(before.last_update().seconds() > 1600000000);
    QVERIFY(!before.has_user_tag());
    move("world", 2);
    QCOMPARE(metadata("world").world_structure_hash(), before.world_structure_hash());
    rename("world", "crate", "box");
    QVERIFY(metadata("world").world_structure_hash() != before.world_structure_hash());
    pb::GetWorldRequest request;
    pb::WorldMetadata out;
    WW_FAILS(s_->call(&Stub::GetWorld, request, out), Code::kInvalidArgument);
    request.set_world_id("nowhere");
    WW_FAILS(s_->call(&Stub::GetWorld, request, out), Code::kNotFound);
  }

  void listWorldsGivesAll() {
    pb::ListWorldsResponse response;
    WW_OK(s_->call(&Stub::ListWorlds, pb::ListWorldsRequest(), response));
    QCOMPARE(response.world_metadatas_size(), 2);
    QCOMPARE(response.world_metadatas(0).id(), std::string("init_world"));
    QCOMPARE(response.world_metadatas(1).id(), std::string("world"));
  }

  void cloneWorldMakesResetsAndRefuses() {
    pb::CloneWorldRequest request;
    request.set_world_id("world");
    request.set_user_tag("tag");
    pb::WorldMetadata out;
    WW_OK(s_->call(&Stub::CloneWorld, request, out));
    QVERIFY(!out.id().empty() && out.id() != "world");
    QCOMPARE(out.user_tag(), std::string("tag"));
    QCOMPARE(hashOf(out.id()), hashOf("world"));
    // Clients reset their world like this.
    move("world", 3);
    QVERIFY(hashOf("world") != hashOf("init_world"));
    request.set_world_id("init_world");
    request.set_cloned_world_id("world");
    request.clear_user_tag();
    WW_FAILS(s_->call(&Stub::CloneWorld, request, out), Code::kAlreadyExists);
    request.set_allow_overwrite(true);
    WW_OK(s_->call(&Stub::CloneWorld, request, out));
    QCOMPARE(out.id(), std::string("world"));
    QCOMPARE(hashOf("world"), hashOf("init_world"));
    QVERIFY(s_->session("world")->undo().ok());
    QVERIFY(hashOf("world") != hashOf("init_world"));
    request.set_world_id("nowhere");
    WW_FAILS(s_->call(&Stub::CloneWorld, request, out), Code::kNotFound);
    request.set_world_id("world");
    request.set_cloned_world_id("a b");
    WW_FAILS(s_->call(&Stub::CloneWorld, request, out), Code::kInvalidArgument);
  }

  void swapWorldExchangesContents() {
    move("world", 3);
    const std::string world = hashOf("world"), init = hashOf("init_world");
    pb::SwapWorldRequest request;
    request.set_world_id("world");
    request.set_target_world_id("init_world");
    google::protobuf::Empty empty;
    WW_OK(s_->call(&Stub::SwapWorld, request, empty));
    QCOMPARE(hashOf("world"), init);
    QCOMPARE(hashOf("init_world"), world);
    request.set_target_world_id("world");
    WW_OK(s_->call(&Stub::SwapWorld, request, empty));
    QCOMPARE(hashOf("world"), init);
    request.set_target_world_id("nowhere");
    WW_FAILS(s_->call(&Stub::SwapWorld, request, empty), Code::kNotFound);
    request.clear_target_world_id();
    WW_FAILS(s_->call(&Stub::SwapWorld, request, empty), Code::kInvalidArgument);
  }

  void deleteWorldRemovesClones() {
    pb::CloneWorldRequest clone;
    clone.set_world_id("world");
    clone.set_cloned_world_id("mine");
    pb::WorldMetadata out;
    WW_OK(s_->call(&Stub::CloneWorld, clone, out));
    pb::DeleteWorldRequest request;
    request.set_world_id("mine");
    google::protobuf::Empty empty;
    WW_OK(s_->call(&Stub::DeleteWorld, request, empty));
    WW_FAILS(s_->call(&Stub::DeleteWorld, request, empty), Code::kNotFound);
    request.set_world_id("init_world");
    WW_FAILS(s_->call(&Stub::DeleteWorld, request, empty), Code::kFailedPrecondition);
    request.clear_world_id();
    WW_FAILS(s_->call(&Stub::DeleteWorld, request, empty), Code::kInvalidArgument);
  }

  void compareWorldsNamesWhatDiffers() {
    rename("world", "crate", "box");
    move("world", 2);
    pb::CompareWorldsRequest request;
    request.set_base_world_id("init_world");
    request.set_changed_world_id("world");
    pb::CompareWorldsResponse response;
    WW_OK(s_->call(&Stub::CompareWorlds, request, response));
    QCOMPARE(response.modified_size(), 2);
    QVERIFY(!response.modified(0).modification().empty());
    QVERIFY(response.added().empty() && response.removed().empty());
    QVERIFY(response.base_world_objects().empty());
    request.set_unique_id_mode(pb::CompareWorldsRequest::BY_NAME);
    request.set_view(pb::FULL);
    WW_OK(s_->call(&Stub::CompareWorlds, request, response));
    QCOMPARE(response.added_size(), 1);
    QCOMPARE(response.removed_size(), 1);
    QCOMPARE(response.removed(0).name(), std::string("crate"));
    QCOMPARE(response.base_world_objects_size(), 4);
    request.set_changed_world_id("nowhere");
    WW_FAILS(s_->call(&Stub::CompareWorlds, request, response), Code::kNotFound);
    request.clear_changed_world_id();
    const auto unset = s_->call(&Stub::CompareWorlds, request, response);
    WW_FAILS(unset, Code::kInvalidArgument);
    QVERIFY2(unset.status.error_message().find("changed_world_id is not set") != std::string::npos,
             unset.status.error_message().c_str());
    request.clear_base_world_id();
    WW_FAILS(s_->call(&Stub::CompareWorlds, request, response), Code::kInvalidArgument);
  }

  void syncObjectCopiesAndRemoves() {
    move("world", 2);
    pb::SyncObjectRequest request;
    request.set_from_world_id("world");
    request.set_to_world_id("init_world");
    *request.mutable_object() = named("table");
    pb::SyncObjectResponse response;
    WW_OK(s_->call(&Stub::SyncObject, request, response, {{"worldwright-client", "cell_py"}}));
    QCOMPARE(hashOf("init_world"), hashOf("world"));
    QCOMPARE(s_->session("init_world")->history().entries.back().author, std::string("cell_py"));
    // Gone in one world: it goes in the other.
    pb::DeleteFrameRequest away;
    away.set_world_id("world");
    *away.mutable_frame() = named("root", "pick");
    google::protobuf::Empty empty;
    WW_OK(s_->call(&Stub::DeleteFrame, away, empty));
    *request.mutable_frame() = named("root", "pick");
    WW_OK(s_->call(&Stub::SyncObject, request, response));
    QCOMPARE(hashOf("init_world"), hashOf("world"));
    WW_FAILS(s_->call(&Stub::SyncObject, request, response), Code::kNotFound);
    request.clear_resource_type();
    WW_FAILS(s_->call(&Stub::SyncObject, request, response), Code::kInvalidArgument);
    request.set_to_world_id("nowhere");
    WW_FAILS(s_->call(&Stub::SyncObject, request, response), Code::kNotFound);
    request.set_to_world_id("world");
    WW_FAILS(s_->call(&Stub::SyncObject, request, response), Code::kInvalidArgument);
  }

  void footprintsAreCompared() {
    pb::AreFootprintsCompatibleRequest request;
    request.set_world_id("world");
    request.add_left_set();
    request.add_right_set();
    pb::AreFootprintsCompatibleResponse response;
    WW_OK(s_->call(&Stub::AreFootprintsCompatible, request, response));
    QCOMPARE(response.world_id(), std::string("world"));
    QVERIFY(response.pairs().empty());
    request.add_left_set()->set_lock_the_universe(true);
    request.add_left_set()->set_lock_the_universe(true);
    WW_OK(s_->call(&Stub::AreFootprintsCompatible, request, response));
    QCOMPARE(response.pairs_size(), 1);
    QCOMPARE(response.pairs(0).left_index(), 1U);
    QCOMPARE(response.pairs(0).right_index(), 0U);
    QVERIFY(response.pairs(0).reason().code() != 0);
    request.set_return_all_incompatible_pairs(true);
    WW_OK(s_->call(&Stub::AreFootprintsCompatible, request, response));
    QCOMPARE(response.pairs_size(), 2);
    request.set_world_id("nowhere");
    WW_FAILS(s_->call(&Stub::AreFootprintsCompatible, request, response), Code::kNotFound);
    request.clear_world_id();
    WW_FAILS(s_->call(&Stub::AreFootprintsCompatible, request, response), Code::kInvalidArgument);
  }

  // A server that ends waits for it, and saves only then.
  void comparingFootprintsEndsWhenItIsStopped() {
    pb::AreFootprintsCompatibleRequest request;
    request.set_world_id("world");
    request.add_left_set()->set_lock_the_universe(true);
    request.add_right_set();
    pb::AreFootprintsCompatibleResponse response;
    std::stop_source stop;
    rpc::CallContext context;
    context.stop = stop.get_token();
    const std::set<std::string> kept;
    const rpc::WorldCall call{*s_->worlds, context, kept};
    QVERIFY(rpc::areFootprintsCompatible(call, request, response).ok());
    QCOMPARE(response.pairs_size(), 1);
    stop.request_stop();
    QCOMPARE(rpc::areFootprintsCompatible(call, request, response).code, Code::kCancelled);
  }
};

QTEST_GUILESS_MAIN(TestRpcWorldWorlds)
#include "test_rpc_world_worlds.moc"
