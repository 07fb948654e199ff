// SPDX-License-Identifier: Apache-2.0
// Small worlds to be changed on two sides.
#pragma once
#include <QtTest>

#include "core/difference/difference_text.h"
#include "core/session/program_builders.h"
#include "core/session/program_steps.h"
#include "core/session/rule_builders.h"
#include "core/world/updates/edits.h"
#include "tests/unit/programs/program_text.h"
#include "tests/unit/world/arm.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::test {

inline geometry::GeometryStore& store() {
  static geometry::GeometryStore all;
  return all;
}

inline world::World edited(const world::World& w, const session::EditsPtr& edits) {
  auto next = world::apply(w, *edits, store());
  if (!next.ok()) qFatal("%s", next.status().line().c_str());
  return std::move(next).value();
}

// By the text of an update of the wire.
inline world::World updated(const world::World& w, const std::string& update) {
  auto edits = std::make_shared<worldwright::v1::Edits>();
  WW_CHECK(google::protobuf::TextFormat::ParseFromString("edits { world_update { " + update + " } }", edits.get()));
  return edited(w, edits);
}

// A table with a part on it and a frame, an arm of three joints, a tool, a rule and a program of three steps.
inline world::World cell() {
  world::World w = edited(world::World(), box(world::kRootObject, "table"));
  w = edited(w, box(w.aliasNamed("table"), "part"));
  w = edited(w, box(world::kRootObject, "tool"));
  w = edited(w, session::createFromSceneObject(world::kRootObject, {}, "arm", makeArm(3), {}));
  w = edited(w, session::createFrame(w.aliasNamed("table"), {}, "grip", Pose::translation(0, 0, 0.1)));
  w = edited(w, session::addCollisionRule(w, {{{w.aliasNamed("table"), {}}}, {{w.aliasNamed("arm"), {}}}, false, 0.0}));
  return edited(w, session::setProgram(programOf("name: \"pick\" steps { wait { seconds: 1 } } "
                                                 "steps { move { configuration: \"home\" } } "
                                                 "steps { set_signal { signal: \"grip\" on: true } }")));
}

inline FrameId gripOf(const world::World& w) { return w.frameNamed(w.aliasNamed("table"), "grip"); }

inline world::World moved(const world::World& w, const char* object, double x) {
  return edited(w, session::setPose(w.aliasNamed(object), world::kRootObject, Pose::translation(x, 0, 0)));
}

inline world::World withProgram(const world::World& w, const std::string& text) {
  return edited(w, session::setProgram(programOf(text)));
}

// What `diff` says.
inline std::string told(const world::World& a, const world::World& b) {
  return textOf(difference::diff(a, b).items, difference::differenceVoice());
}

inline QByteArray notIn(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos ? QByteArray()
                                              : QByteArray::fromStdString("'" + part + "' is not in:\n" + text);
}

}  // namespace ww::test

#define WW_TOLD(text, part)                                           \
  do {                                                                \
    const QByteArray ww_missing_ = ::ww::test::notIn((text), (part)); \
    QVERIFY2(ww_missing_.isEmpty(), ww_missing_.constData());         \
  } while (false)
