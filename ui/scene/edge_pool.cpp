// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/edge_pool.h"

#include <algorithm>
#include <cstring>

namespace ww::ui::scene {
namespace {

constexpr std::size_t kSmallestPool = 4096;  // ends; below it gaps do not matter

unsigned char toByte(float v) { return static_cast<unsigned char>(std::clamp(v, 0.0f, 1.0f) * 255.0f + 0.5f); }

// As edges.vert has them.
void colorOf(const InstanceData& instance, unsigned char (&out)[4]) {
  const bool own = instance.color[3] < 0.0f;
  const float high = std::max({instance.color[0], instance.color[1], instance.color[2]});
  const float t = std::clamp((high - 0.10f) / 0.20f, 0.0f, 1.0f), lighter = 0.36f * (1.0f - t * t * (3.0f - 2.0f * t));
  for (int k = 0; k < 3; ++k) out[k] = toByte(own ? 0.3f : 0.42f * instance.color[k] + lighter);
  out[3] = toByte(0.85f * instance.info[2]);
}

}  // namespace

EdgePool::EdgePool(q3r::QMaterial* material, const std::vector<q3r::QLayer*>& layers, q3c::QNode* root)
    : buffer_(new q3c::QBuffer(root)), entity_(new q3c::QEntity(root)), renderer_(new q3r::QGeometryRenderer(entity_)) {
  buffer_->setUsage(q3c::QBuffer::DynamicDraw);
  auto* geometry = new q3c::QGeometry(renderer_);
  addAttribute(geometry, QStringLiteral("vertexPosition"), buffer_, 3, 0, sizeof(End), 0);
  auto* color = addAttribute(geometry, QStringLiteral("vertexColor"), buffer_, 4, 0, sizeof(End), 12);
  color->setVertexBaseType(q3c::QAttribute::UnsignedByte);
  renderer_->setGeometry(geometry);
  renderer_->setPrimitiveType(q3r::QGeometryRenderer::Lines);
  skipBounds(renderer_);
  entity_->addComponent(renderer_);
  entity_->addComponent(material);
  for (auto* layer : layers) entity_->addComponent(layer);
  show();
}

EdgePool::~EdgePool() {
  delete entity_;
  delete buffer_;
}

void EdgePool::set(std::uint32_t slot, const GpuMesh& mesh, const InstanceData& instance) {
  if (!mesh.edges) return;
  const std::size_t count = mesh.edge_vertex_count;
  auto found = ranges_.find(slot);
  if (found != ranges_.end() && found->second.count != count) {
    remove(slot);
    found = ranges_.end();
  }
  if (found == ranges_.end()) {
    found = ranges_.emplace(slot, Range{roomFor(count), count}).first;
    used_ += count;
  }
  const QByteArray bytes = mesh.edges->data();
  unsigned char color[4];
  colorOf(instance, color);
  for (std::size_t i = 0; i < count; ++i) {
    float p[3];
    std::memcpy(p, bytes.constData() + i * sizeof p, sizeof p);
    End& end = ends_[found->second.first + i];
    for (int r = 0; r < 3; ++r) {
      const float* row = instance.rows[r];
      end.position[r] = row[0] * p[0] + row[1] * p[1] + row[2] * p[2] + row[3];
    }
    std::copy_n(color, 4, end.color);
  }
  touch(found->second);
}

// A gap is drawn, too: as lines without length.
void EdgePool::remove(std::uint32_t slot) {
  const auto found = ranges_.find(slot);
  if (found == ranges_.end()) return;
  const Range range = found->second;
  ranges_.erase(found);
  used_ -= range.count;
  std::fill_n(ends_.begin() + static_cast<std::ptrdiff_t>(range.first), range.count, End{});
  gaps_.emplace(range.count, range.first);
  touch(range);
}

std::size_t EdgePool::roomFor(std::size_t count) {
  if (const auto gap = gaps_.lower_bound(count); gap != gaps_.end()) {
    const auto [length, first] = *gap;
    gaps_.erase(gap);
    if (length > count) gaps_.emplace(length - count, first + count);
    return first;
  }
  ends_.resize(ends_.size() + count);
  return ends_.size() - count;
}

void EdgePool::closeUp() {
  std::vector<End> closed;
  closed.reserve(used_);
  for (auto& [slot, range] : ranges_) {
    const auto first = ends_.begin() + static_cast<std::ptrdiff_t>(range.first);
    range.first = closed.size();
    closed.insert(closed.end(), first, first + static_cast<std::ptrdiff_t>(range.count));
  }
  ends_ = std::move(closed);
  gaps_.clear();
  sent_ = 0;
}

void EdgePool::touch(const Range& range) { dirty_.add(range.first, range.first + range.count); }

void EdgePool::show() {
  renderer_->setVertexCount(static_cast<int>(ends_.size()));
  entity_->setEnabled(enabled_ && used_ > 0);
}

void EdgePool::setEnabled(bool on) {
  if (std::exchange(enabled_, on) != on) show();
}

std::size_t EdgePool::flush() {
  if (dirty_.empty()) return 0;
  if (ends_.size() > kSmallestPool && used_ < ends_.size() / 2) closeUp();
  const std::size_t sent = dirty_.send(*buffer_, ends_.data(), sizeof(End), ends_.size(), sent_);
  show();
  return sent;
}

}  // namespace ww::ui::scene
