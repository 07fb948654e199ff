// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/guards/header_words.h"

#include <algorithm>
#include <regex>

namespace ww::guards {
namespace {

const std::regex& pattern(int which) {
  static const std::regex kPatterns[] = {
      std::regex(R"(\b(Status|Result<.*>) \w+\()"),
      std::regex(R"(\b(double|Vec3|JointVector)&? (\w+)( = [^;,)]*)?[;,)])"),
      std::regex(R"(\bPose&? (\w+)( = [^;,)]*)?[;,)])"),
      // A condition alone ("when there is one") says no error, nor does a constant in capitals.
      std::regex("NOT_FOUND|INVALID_ARGUMENT|ALREADY_EXISTS|FAILED_PRECONDITION|PERMISSION_DENIED|RESOURCE_EXHAUSTED|"
                 "DEADLINE_EXCEEDED|OUT_OF_RANGE|DATA_LOSS|CANCELLED|INTERNAL|ABORTED|UNAVAILABLE|UNAUTHENTICATED|"
                 "UNIMPLEMENTED|[Ff]ail|[Ee]rror|[Rr]efus"),
      std::regex(
          "metre|radian|degree|second|kg|newton|joule|pixel|ratio|factor|fraction|share|weight|unit|0 to 1|\\b(m|mm|"
          "rad|s|ms|N|Nm|us)\\b|joint order|probab",
          std::regex::icase),
      std::regex("frame|root|world| in (the|its|a|an|which|what|that)|a_t_b|_t_"),
      std::regex(R"(((^|_)(m|s|ms|us|rad|deg|kg|px|hz|mb)|_t_\w+|axis|axis_in_\w+|multiplier|normal|direction|color|)"
                 R"(scale|seconds|metres|radians|ratio|factor|fraction|weight|x|y|z|w|p_in_\w+|p_\w+)_?$)"),
  };
  return kPatterns[which];
}
enum { kFunction, kNumber, kPose, kErrorWord, kUnitWord, kFrameWord, kTellingName };

bool says(const std::string& comment, int which) { return std::regex_search(comment, pattern(which)); }

struct Line {
  std::string code, comment;
};

Line split(const std::string& line) {
  const auto at = line.find("//");
  return at == std::string::npos ? Line{line, {}} : Line{line.substr(0, at), line.substr(at)};
}

class Reader {
 public:
  Reader(const std::string& file, Findings& findings) : file_(file), findings_(findings) {}

  void read(const std::vector<std::string>& lines) {
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const Line line = split(lines[i]);
      const bool blank = lines[i].find_first_not_of(' ') == std::string::npos;
      const bool only_comment = line.code.find_first_not_of(' ') == std::string::npos;
      if (blank || (only_comment && !in_comment_)) above_.clear();
      in_comment_ = only_comment && !blank;
      if (only_comment) above_ += line.comment + " ";
      else look(line, static_cast<int>(i + 1));
    }
  }

 private:
  void look(const Line& line, int number) {
    const std::string comment = above_ + line.comment;
    if (std::regex_search(line.code, pattern(kFunction)) && !says(comment, kErrorWord)) add("errors", line, number);
    each(line, kNumber, 2, [&](const std::string& name) {
      if (!says(name, kTellingName) && !says(comment, kUnitWord)) add("unit", line, number);
    });
    each(line, kPose, 1, [&](const std::string& name) {
      if (name.find("_t_") == std::string::npos && !says(comment, kFrameWord)) add("frame", line, number);
    });
  }

  template <typename Take>
  void each(const Line& line, int which, int group, Take&& take) {
    for (std::sregex_iterator it(line.code.begin(), line.code.end(), pattern(which)), end; it != end; ++it)
      take((*it)[group].str());
  }

  void add(const char* rule, const Line& line, int number) {
    findings_.push_back({rule, file_, number, line.code.substr(line.code.find_first_not_of(' '))});
  }

  const std::string& file_;
  Findings& findings_;
  std::string above_;
  bool in_comment_ = false;
};

}  // namespace

Findings checkHeaderWords(const SourceTree& tree) {
  Findings findings;
  for (const auto& [file, lines] : tree)
    if (isBelow(file, "core") && isHeader(file)) Reader(file, findings).read(lines);
  return findings;
}

}  // namespace ww::guards
