// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>

#include "core/base/status.h"

namespace ww::io {

// What files are that are not what their names say and are never a scene: the pointer that Git LFS leaves in a clone,
// what is packed, a web page, a picture, a document. `head` is the beginning of the file called `name`. The failure
// says what the file is and how to come by the one that was meant; ok when it is none of these.
Status otherKind(std::string_view head, const std::string& name);
// Of these only the pointer of Git LFS, which may stand in the place of any file that another names: INVALID_ARGUMENT.
Status lfsPointer(std::string_view head, const std::string& name);
// Whether it is such a failure, or comes from one.
bool isOtherKind(const Status& status);

// The failure of a file of another program that is not read, by its first bytes or the ending of its name, with what to
// export instead; else ok.
Status kindOfOthers(std::string_view head, const std::string& name);
// The failure of a file that begins with plain text where a `wanted` ("ZIP archive") has to be; else ok.
Status textInPlaceOf(const char* wanted, std::string_view head, const std::string& name);

}  // namespace ww::io
