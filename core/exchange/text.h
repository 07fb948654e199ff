// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/diagnostic.h"
#include "core/base/failure.h"
#include "core/geometry/mesh.h"

// Numbers, XML and findings as all writers need them. For this folder alone.
namespace ww::exchange {

// The shortest text that reads back as the same number, in its unit; 0 for -0.
std::string numberText(double v);
std::string numberText(float v);
std::string vectorText(const Vec3& v);            // with blanks between
std::string colorText(const geometry::Color& c);  // r g b a

// Roll, pitch, yaw in radians; R = Rz Ry Rx within 1e-15, at pitch = 90 degrees as well.
Vec3 rollPitchYaw(const Quat& q);
std::string poseText(const Pose& pose);  // x y z roll pitch yaw, in whatever frame the pose is

// XML, indented. Texts and values are escaped; tags are not.
class XmlText {
 public:
  using Attributes = std::vector<std::pair<std::string_view, std::string>>;
  void open(std::string_view tag, const Attributes& attributes = {});
  void close();
  void empty(std::string_view tag, const Attributes& attributes = {});
  void leaf(std::string_view tag, std::string_view text, const Attributes& attributes = {});
  void raw(std::string_view xml);  // sound XML, as it is
  // What was written, behind a declaration; nothing is open.
  std::string take();

 private:
  void start(std::string_view tag, const Attributes& attributes);
  std::string text_;
  std::vector<std::string> open_;
};

// What a format has no words for, one finding for each kind with the names of what it is about.
class Losses {
 public:
  explicit Losses(std::string format) : format_(std::move(format)) {}
  void add(const FailureRow& row, const std::string& name);
  Diagnostics take() const;

 private:
  struct Kind {
    const FailureRow* row;
    std::vector<std::string> names;
  };
  std::string format_;
  std::vector<Kind> kinds_;
};

}  // namespace ww::exchange
