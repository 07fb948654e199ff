// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>

namespace ww::isaac {

// What `capnp compile` made of schema/*.capnp: a CodeGeneratorRequest, aligned to words, with its length in bytes.
struct SchemaData {
  const unsigned char* bytes = nullptr;
  std::size_t size = 0;
};
SchemaData schemaData();

}  // namespace ww::isaac
