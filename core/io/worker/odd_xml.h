// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

#include "core/io/worker/context.h"

namespace ww::io::worker {

enum class XmlKind { kUrdf, kSdf };

// Looks at the text of a robot or world before a library does: warns of elements that are a slip of the pen away from
// one that the format has, notes angles and speeds that look like degrees, and lets the report know the lines of links
// and joints.
void lookAtXml(std::string_view text, const std::string& file, XmlKind kind, Reporter& report);

}  // namespace ww::io::worker
