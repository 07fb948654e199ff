// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QtTest>
#include <memory>
#include <string>

#include "app/ros1_bridge/calls.h"
#include "app/ros1_bridge/link.h"
#include "app/ros1_bridge/wire.h"
#include "tests/rpc/served.h"

namespace ww::test {

using namespace ww::ros1;

inline const std::string kBox = R"(<?xml version="1.0"?><sdf version="1.6"><model name="x"><link name="body"><inertial>
<mass>2</mass><inertia><ixx>0.01</ixx><iyy>0.01</iyy><izz>0.01</izz></inertia></inertial><collision name="c"><geometry>
<box><size>0.1 0.1 0.1</size></box></geometry></collision></link></model></sdf>)";

struct End {
  bool success = false;
  std::string message;
};

// The end of a response.
inline End endOf(Reader& in) {
  End out;
  out.success = in.boolean();
  out.message = in.text();
  return out;
}

inline void pose(Writer& out, double x, double y, double z) {
  for (const double number : {x, y, z, 0.0, 0.0, 0.0, 1.0}) out.f64(number);
}

inline void zeros(Writer& out, int count) {
  for (int i = 0; i < count; ++i) out.f64(0.0);
}

inline LinkOptions linkTo(const std::string& address) {
  LinkOptions out;
  out.address = address;
  return out;
}

// The calls of the bridge over a server of this process.
struct Ros1Desk {
  Answer answered(std::string_view service, const Writer& request) {
    return answerTo(*serviceNamed(service), desk, request.bytes());
  }
  // Of a type that has nothing before its end.
  End ended(std::string_view service, const Writer& request) {
    const std::string bytes = answered(service, request).bytes;
    Reader in(bytes);
    End out = endOf(in);
    if (!in.problem().empty()) qFatal("%s: %s", std::string(service).c_str(), in.problem().c_str());
    return out;
  }
  void pause() { QVERIFY(answered("pause_physics", {}).fits); }
  End spawn(const std::string& name, const std::string& xml) {
    Writer out;
    for (const std::string& text : {name, xml, std::string()}) out.text(text);
    pose(out, 3.0, 0.0, 0.05);
    out.text("");
    return ended("spawn_sdf_model", out);
  }

  std::unique_ptr<Served> served = std::make_unique<Served>();
  Link link{linkTo(served->server->address())};
  Desk desk{link, Flavour::k29, {}, {}};
};

}  // namespace ww::test
