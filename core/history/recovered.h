// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>

#include "core/history/states.h"

namespace ww::journal {
struct Recovered;
}

namespace ww::history {

// What led to a recovered world: behind the history of its file, if that has the world that was saved last, what was
// done since, an edit each as far as the journal knows them, else one for all. `file`: null where there is none. Null
// where nothing is known.
std::shared_ptr<Opened> withRecovered(std::shared_ptr<Opened> file, const journal::Recovered& recovered);

}  // namespace ww::history
