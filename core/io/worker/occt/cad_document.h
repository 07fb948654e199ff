// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <TDocStd_Document.hxx>

#include <functional>
#include <string>

#include "core/io/worker/context.h"

namespace ww::io::worker {

// The parts of a document of the CAD kernel, millimetres in it, with their names and colours: meshed and placed.
// The hash is that of the file's content. `nothing`: the failure where it has nothing to show, if more is known of
// that. INVALID_ARGUMENT (nothing to show, nested too deep), RESOURCE_EXHAUSTED (parts, triangles).
Status readCadDocument(ReadContext& context, const Handle(TDocStd_Document) & document, const std::string& sha256,
                       Scene& scene, const std::function<Status()>& nothing = {});

}  // namespace ww::io::worker
