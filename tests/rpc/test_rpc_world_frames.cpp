// SPDX-License-Identifier: Apache-2.0
#include <google/protobuf/empty.pb.h>

#include <QtTest>
#include <cmath>

#include "tests/rpc/served.h"

using namespace ww;
using namespace ww::test;
using Stub = pb::ObjectWorldService::Stub;

// The calls on frames and transforms.
class TestRpcWorldFrames : public QObject {
  Q_OBJECT

  std::unique_ptr<Served> s_;
  std::string lastLabel() { return plain(s_->session()->history().entries.back().label); }

 private Q_SLOTS:
  void init() { s_ = std::make_unique<Served>(); }
  void cleanup() { s_.reset(); }

  void getFrameByNameAndId() {
    pb::GetFrameRequest request;
    request.set_world_id("world");
    *request.mutable_frame() = named("crate", "above");
    pb::Frame frame;
    WW_OK(s_->call(&Stub::GetFrame, request, frame));
    QCOMPARE(frame.parent_frame().name(), std::string("grasp"));
    QCOMPARE(frame.parent_t_this().position().z(), 0.2);
    QCOMPARE(frame.object_full_path().object_names_size(), 2);
    request.mutable_frame()->set_id(s_->frameId("robot", "flange"));
    WW_OK(s_->call(&Stub::GetFrame, request, frame));
    QVERIFY(frame.is_attachment_frame());
    request.mutable_frame()->set_id(s_->objectId("crate"));
    WW_FAILS(s_->call(&Stub::GetFrame, request, frame), Code::kNotFound);
    request.clear_frame();
    WW_FAILS(s_->call(&Stub::GetFrame, request, frame), Code::kInvalidArgument);
  }

  void listFramesOfAllOrOne() {
    pb::ListFramesRequest request;
    request.set_world_id("world");
    pb::ListFramesResponse response;
    WW_OK(s_->call(&Stub::ListFrames, request, response));
    QCOMPARE(response.frames_size(), 4);
    *request.mutable_object() = named("root");
    WW_OK(s_->call(&Stub::ListFrames, request, response));
    QCOMPARE(response.frames_size(), 1);
    QCOMPARE(response.frames(0).name(), std::string("pick"));
    *request.mutable_object() = named("cart");
    WW_FAILS(s_->call(&Stub::ListFrames, request, response), Code::kNotFound);
  }

  void createFrameOnObjectEntityAndFrame() {
    pb::CreateFrameRequest request;
    request.set_world_id("world");
    request.set_new_frame_name("side");
    *request.mutable_parent_object_with_filter() = base("crate");
    *request.mutable_parent_t_new_frame() = at(0.1, 0, 0);
    request.set_designate_as_attachment_frame(true);
    pb::Frame frame;
    WW_OK(s_->call(&Stub::CreateFrame, request, frame));
    QCOMPARE(frame.object().name(), std::string("crate"));
    QVERIFY(frame.is_attachment_frame());
    QCOMPARE(lastLabel(), std::string("Create frame side on crate"));
    request.set_new_frame_name("tip");
    *request.mutable_parent_frame() = named("crate", "side");
    WW_OK(s_->call(&Stub::CreateFrame, request, frame));
    QCOMPARE(frame.parent_frame().name(), std::string("side"));
    const Outcome taken = s_->call(&Stub::CreateFrame, request, frame);
    QVERIFY(taken.code() == Code::kAlreadyExists || taken.code() == Code::kInvalidArgument);
    request.set_new_frame_name("far");
    *request.mutable_parent_frame() = named("cart", "side");
    WW_FAILS(s_->call(&Stub::CreateFrame, request, frame), Code::kNotFound);
    request.clear_attach_to();
    WW_FAILS(s_->call(&Stub::CreateFrame, request, frame), Code::kInvalidArgument);
  }

  void deleteFrameWantsForceForChildren() {
    pb::DeleteFrameRequest request;
    request.set_world_id("world");
    *request.mutable_frame() = named("crate", "grasp");
    google::protobuf::Empty empty;
    WW_FAILS(s_->call(&Stub::DeleteFrame, request, empty), Code::kFailedPrecondition);
    request.set_force(true);
    WW_OK(s_->call(&Stub::DeleteFrame, request, empty));
    WW_FAILS(s_->call(&Stub::DeleteFrame, request, empty), Code::kNotFound);
  }

  void updateFrameName() {
    pb::UpdateFrameNameRequest request;
    request.set_world_id("world");
    *request.mutable_frame() = named("root", "pick");
    request.set_name("place");
    pb::Frame frame;
    WW_OK(s_->call(&Stub::UpdateFrameName, request, frame));
    QCOMPARE(frame.name(), std::string("place"));
    *request.mutable_frame() = named("root", "place");
    request.set_name("9");
    WW_FAILS(s_->call(&Stub::UpdateFrameName, request, frame), Code::kInvalidArgument);
  }

  void reparentFrameKeepsThePlace() {
    pb::ReparentFrameRequest request;
    request.set_world_id("world");
    *request.mutable_frame() = named("root", "pick");
    *request.mutable_parent_object() = base("table");
    pb::Frame frame;
    WW_OK(s_->call(&Stub::ReparentFrame, request, frame));
    QCOMPARE(frame.object().name(), std::string("table"));
    QCOMPARE(frame.parent_t_this().position().x(), -1.0);
    *request.mutable_frame() = named("crate", "grasp");
    *request.mutable_parent_frame() = named("crate", "above");
    WW_FAILS(s_->call(&Stub::ReparentFrame, request, frame), Code::kInvalidArgument);
  }

  void updateFrameProperties() {
    pb::UpdateFramePropertiesRequest request;
    request.set_world_id("world");
    *request.mutable_frame() = named("root", "pick");
    request.mutable_is_attachment_frame()->set_value(true);
    pb::Frame frame;
    WW_OK(s_->call(&Stub::UpdateFrameProperties, request, frame));
    QVERIFY(frame.is_attachment_frame());
    request.clear_is_attachment_frame();
    WW_OK(s_->call(&Stub::UpdateFrameProperties, request, frame));
    QVERIFY(frame.is_attachment_frame());
    *request.mutable_frame() = named("root", "nothing");
    WW_FAILS(s_->call(&Stub::UpdateFrameProperties, request, frame), Code::kNotFound);
  }

  void getTransformBetweenObjectsFramesAndEntities() {
    pb::GetTransformRequest request;
    request.set_world_id("world");
    *request.mutable_node_a() = node("root");
    *request.mutable_node_b() = node("crate", "above");
    pb::GetTransformResponse response;
    WW_OK(s_->call(&Stub::GetTransform, request, response));
    QCOMPARE(response.a_t_b().position().x(), 1.0);
    QVERIFY(std::abs(response.a_t_b().position().z() - 0.35) < 1e-15);
    QCOMPARE(response.a_t_b().orientation().w(), 1.0);
    *request.mutable_node_b() = node("robot");
    request.mutable_node_b_filter()->set_include_final_entity(true);
    WW_OK(s_->call(&Stub::GetTransform, request, response));
    QVERIFY(std::abs(response.a_t_b().position().z() - 0.4) < 1e-15);
    request.mutable_node_b_filter()->set_include_all_entities(true);
    WW_FAILS(s_->call(&Stub::GetTransform, request, response), Code::kInvalidArgument);
    request.clear_node_b_filter();
    request.mutable_node_b()->set_id("o99999");
    WW_FAILS(s_->call(&Stub::GetTransform, request, response), Code::kNotFound);
    request.clear_node_a();
    WW_FAILS(s_->call(&Stub::GetTransform, request, response), Code::kInvalidArgument);
  }

  void updateTransformGivesTheNodeThatMoved() {
    pb::UpdateTransformRequest request;
    request.set_world_id("world");
    *request.mutable_node_a() = node("table");
    *request.mutable_node_b() = node("crate");
    *request.mutable_a_t_b() = at(0.3, 0, 0.1);
    pb::UpdateTransformResponse response;
    WW_OK(s_->call(&Stub::UpdateTransform, request, response));
    QCOMPARE(response.object().name(), std::string("crate"));
    QCOMPARE(response.object().object_component().parent_t_this().position().x(), 0.3);
    QCOMPARE(lastLabel(), std::string("Move crate"));
    WW_OK(s_->call(&Stub::UpdateTransform, request, response));  // nothing changes, the answer is the same
    QCOMPARE(response.object().name(), std::string("crate"));
    std::swap(*request.mutable_node_a(), *request.mutable_node_b());  // the child is a now
    WW_OK(s_->call(&Stub::UpdateTransform, request, response));
    QCOMPARE(response.object().object_component().parent_t_this().position().x(), -0.3);
  }

  void updateTransformOfFramesAndDistantNodes() {
    pb::UpdateTransformRequest request;
    request.set_world_id("world");
    *request.mutable_node_a() = node("crate");
    *request.mutable_node_b() = node("crate", "grasp");
    *request.mutable_a_t_b() = at(0, 0, 0.06);
    pb::UpdateTransformResponse response;
    WW_OK(s_->call(&Stub::UpdateTransform, request, response));
    QCOMPARE(response.frame().name(), std::string("grasp"));
    QCOMPARE(response.frame().parent_t_this().position().z(), 0.06);
    *request.mutable_node_a() = node("root", "pick");
    *request.mutable_node_b() = node("crate", "above");
    WW_FAILS(s_->call(&Stub::UpdateTransform, request, response), Code::kInvalidArgument);
    *request.mutable_node_to_update() = node("table");
    request.set_view(pb::FULL);
    WW_OK(s_->call(&Stub::UpdateTransform, request, response));
    QCOMPARE(response.object().name(), std::string("table"));
    QVERIFY(!response.object().entities().empty());
    *request.mutable_node_to_update() = node("root");
    WW_FAILS(s_->call(&Stub::UpdateTransform, request, response), Code::kInvalidArgument);
    request.clear_a_t_b();
    WW_FAILS(s_->call(&Stub::UpdateTransform, request, response), Code::kInvalidArgument);
  }
};

QTEST_GUILESS_MAIN(TestRpcWorldFrames)
#include "test_rpc_world_frames.moc"
