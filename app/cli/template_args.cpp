// SPDX-License-Identifier: Apache-2.0
#include "app/cli/template_args.h"

#include "app/cli/failures.h"

namespace ww::cli {

Result<std::map<std::string, std::string>> templateArgs(const std::vector<std::string>& given) {
  std::map<std::string, std::string> out;
  for (const std::string& text : given) {
    const std::size_t sign = text.find('=');
    const bool long_sign = sign != std::string::npos && sign > 0 && text[sign - 1] == ':';
    const std::string name = sign == std::string::npos ? std::string() : text.substr(0, sign - (long_sign ? 1 : 0));
    if (name.empty()) return ww::fail(failures::kTemplateArg, {{"text", arg::Name{text}}});
    out[name] = text.substr(sign + 1);
  }
  return out;
}

}  // namespace ww::cli
