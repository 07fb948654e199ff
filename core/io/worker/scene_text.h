// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/io/worker/context.h"
#include "core/io/worker/scene.h"

namespace ww::io::worker {

// Makes the names of a reading UTF-8 where they are not: from the encoding of the options, the one that the file (XML)
// says, or the one that fits, which is noted.
void namesInUtf8(ReadContext& context, Scene& scene);
// The same of a whole XML file before it is read, whose reader would take a letter and the quote behind it for one.
void xmlInUtf8(ReadContext& context, std::string& text, Scene& scene);

}  // namespace ww::io::worker
