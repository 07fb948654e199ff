// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "core/base/status.h"

namespace ww::share_test {

// A program that edits a shared world.
class Client {
 public:
  // `authority`: the certificate that the server's must come from, in PEM form; empty: no TLS.
  Client(const std::string& address, std::string name, std::string token = {}, const std::string& authority = {});
  ~Client();

  Code createBox(const std::string& world, const std::string& name);
  Code move(const std::string& world, const std::string& name, double x);
  Code rename(const std::string& world, const std::string& from, const std::string& to);
  Code remove(const std::string& world, const std::string& name);
  Code clone(const std::string& from, const std::string& to, const std::string& tag);
  // The names of the objects; empty when the call fails.
  std::vector<std::string> objects(const std::string& world);
  Code get(const std::string& world, const std::string& name);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ww::share_test
