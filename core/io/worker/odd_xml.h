// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

#include "core/io/worker/context.h"
#include "core/io/worker/xml_words.h"

namespace ww::io::worker {

// Looks at the text of a robot or world before a library does: warns of elements and attributes that are a slip of the
// pen away from one that the format has, of shapes without a size and of a second root; notes angles and speeds that
// look like degrees and limits that limit nothing, and lets the report know the lines of links, joints and sensors.
// What SDF has as a number and is none is a reason not to import the file.
void lookAtXml(std::string_view text, const std::string& file, XmlKind kind, Reporter& report);

}  // namespace ww::io::worker
