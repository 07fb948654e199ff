// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QtTest>

#include "core/rpc/call_context.h"
#include "core/session/world_registry.h"
#include "resources/samples/samples.h"
#include "tests/support/folders.h"

namespace ww::test {

// A call of nobody in particular that has a minute.
inline rpc::CallContext call(std::chrono::milliseconds time = std::chrono::minutes(1)) {
  rpc::CallContext out;
  out.client = "tester";
  out.deadline = std::chrono::system_clock::now() + time;
  return out;
}

// The worlds that `serve` has: "init_world" with the sample cell, and a copy of it.
inline std::shared_ptr<session::WorldRegistry> sampleWorlds() {
  auto store = std::make_shared<geometry::GeometryStore>();
  auto worlds = std::make_shared<session::WorldRegistry>(store);
  auto sample = samples::makeSample(samples::sampleList().front().name, *store);
  if (!sample.ok()) qFatal("%s", sample.status().line().c_str());
  auto session = std::make_shared<session::WorldSession>(std::move(sample).value(), store);
  if (const Status s = worlds->add("init_world", session); !s.ok()) qFatal("%s", s.line().c_str());
  session::CloneRequest clone;
  clone.from = "init_world";
  clone.to = "world";
  if (const auto made = worlds->clone(clone); !made.ok()) qFatal("%s", made.status().line().c_str());
  return worlds;
}

// For importers started by a test.
inline void useBuiltWorker() { qputenv("WORLDWRIGHT_WORKER", (programFolder() + "/worldwright-worker").toUtf8()); }

}  // namespace ww::test

// The Result, or the test function ends with its message.
#define WW_GET(decl, expr)                                                                     \
  auto WW_CONCAT(got_, __LINE__) = (expr);                                                     \
  QVERIFY2(WW_CONCAT(got_, __LINE__).ok(), WW_CONCAT(got_, __LINE__).status().line().c_str()); \
  decl = std::move(WW_CONCAT(got_, __LINE__)).value()

// The status of a failure, by code and by a word of its title.
#define WW_REFUSED(expr, wanted, word)                                            \
  do {                                                                            \
    const ww::Status ww_s_ = (expr).status();                                     \
    QVERIFY2(ww_s_.code == (wanted), ww_s_.line().c_str());                       \
    QVERIFY2(ww_s_.line().find(word) != std::string::npos, ww_s_.line().c_str()); \
  } while (false)
