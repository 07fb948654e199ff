// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "app/cli/cli.h"

namespace ww::cli {

// `bench serve`, within worldwright-serve: measures the services over loopback and prints the figures.
int benchServe(Run& run);

}  // namespace ww::cli
