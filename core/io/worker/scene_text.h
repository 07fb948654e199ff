// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/worker/context.h"
#include "core/io/worker/scene.h"

namespace ww::io::worker {

// Makes the names of a reading UTF-8 where they are not: from the encoding of the options, the one that the file (XML)
// says, or the one that fits, which is noted.
void namesInUtf8(ReadContext& context, Scene& scene);
// The same of a whole XML file before it is read, whose reader would take a letter and the quote behind it for one.
void xmlInUtf8(ReadContext& context, std::string& text, Scene& scene);
// The same of the texts between quotes of a JSON file, which are to be UTF-8; none where they are.
std::optional<std::string> jsonInUtf8(ReadContext& context, std::string_view text);
// The same of names that a library holds: `each` calls its argument with every one, which it may change.
void namesInUtf8(ReadContext& context, const std::function<void(const std::function<void(std::string&)>&)>& each,
                 std::string& encoding);
// A name of a file for namesInUtf8(): control characters become '?', what is not UTF-8 stays; at most `max` bytes.
std::string nameAsWritten(std::string_view name, std::size_t max);
// Shapes of one visual or collision of that name; empty: they keep theirs. Of a single one its own says no more, and
// grew with each export.
std::vector<PlacedShape> namedShapes(const std::string& name, std::vector<PlacedShape> shapes);

}  // namespace ww::io::worker
