// SPDX-License-Identifier: Apache-2.0
// Cap'n Proto, for the files of this folder alone.
#pragma once
#include <capnp/dynamic.h>
#include <capnp/message.h>
#include <capnp/schema-loader.h>
#include <kj/exception.h>

#include <optional>
#include <string>
#include <utility>

#include "core/interop/isaac/message.h"

namespace ww::isaac {

// The schema of a struct; none for what is unknown or no struct. The loader that it belongs to lives for ever.
std::optional<capnp::StructSchema> structSchema(std::uint64_t type_id);
capnp::SchemaLoader& schemaLoader();

// Runs `work`, which may throw what the library throws; what was thrown, in a line of at most 200 characters.
template <typename Work>
std::optional<std::string> caughtKj(Work&& work);
std::string kjWords(const kj::Exception& e);

// A message to be read. Its words are those of `message`, which must stay.
class Reading {
 public:
  explicit Reading(const Message& message);
  // May throw kj::Exception: inside of caughtKj.
  capnp::DynamicStruct::Reader root(capnp::StructSchema schema) {
    return reader_.getRoot<capnp::DynamicStruct>(schema);
  }

 private:
  static capnp::ReaderOptions limitsOf(const Message& message);
  std::vector<kj::ArrayPtr<const capnp::word>> parts_;
  capnp::SegmentArrayMessageReader reader_;
};

// The words of what was built; one segment wherever it fits.
Segments segmentsOf(capnp::MessageBuilder& builder);

template <typename Work>
std::optional<std::string> caughtKj(Work&& work) {
  std::optional<std::string> words;
  KJ_IF_MAYBE (e, kj::runCatchingExceptions(std::forward<Work>(work))) {
    words = kjWords(*e);
  }
  return words;
}

}  // namespace ww::isaac
