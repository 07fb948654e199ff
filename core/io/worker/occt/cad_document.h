// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <TDocStd_Document.hxx>

#include <string>

#include "core/io/worker/context.h"

namespace ww::io::worker {

// The parts of a document of the CAD kernel, millimetres in it, with their names and colours: meshed and placed.
// The hash is that of the file's content. INVALID_ARGUMENT (nothing to show, nested too deep), RESOURCE_EXHAUSTED
// (parts, triangles).
Status readCadDocument(ReadContext& context, const Handle(TDocStd_Document) & document, const std::string& sha256,
                       Scene& scene);

}  // namespace ww::io::worker
