// SPDX-License-Identifier: Apache-2.0
#include "core/render/render.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <functional>
#include <thread>

#include "core/render/failures.h"
#include "core/render/lines.h"
#include "core/render/occlusion.h"

namespace ww::render {
namespace {

using Color = Eigen::Vector3f;
// Whether a picture needs no more samples between these two.
bool areAlike(const Seen& a, const Seen& b) {
  return a.instance == b.instance && (!a.instance || (a.color == b.color && a.normal.dot(b.normal) > 0.97f));
}

constexpr float kFar = std::numeric_limits<float>::infinity();

class Renderer {
 public:
  Renderer(const world::World& world, const RenderOptions& options, const RayScene& scene, const View& view,
           std::stop_token stop)
      : world_(world),
        o_(options),
        scene_(scene),
        view_(view),
        palette_(paletteOf(options.theme)),
        stop_(std::move(stop)) {
    const Vec3 offset = view.camera().eye - view.camera().target;
    reach_ = std::clamp(7.0 * offset.norm(), 12.0, 400.0);
    out_.ids.assign(pixels(), 0);
    out_.depth.assign(pixels(), kFar);
  }

  Result<Picture> ids() {
    if (!rows([this](int y) { idRow(y); })) return cancelled();
    return std::move(out_);
  }

  Result<Picture> picture() {
    color_.assign(pixels(), Color::Zero());
    seen_.assign(pixels(), {});
    if (!rows([this](int y) { idRow(y); })) return cancelled();
    if (o_.sky_rays > 0 && !makeLight()) return cancelled();
    if (!rows([this](int y) { colorRow(y); })) return cancelled();
    overlays();
    finishImage();
    return std::move(out_);
  }

 private:
  static Status cancelled() { return fail(failures::kCancelled); }
  std::size_t pixels() const { return static_cast<std::size_t>(o_.width) * static_cast<std::size_t>(o_.height); }
  std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(o_.width) + static_cast<std::size_t>(x);
  }

  // All rows, shared between the threads; false after a stop.
  bool rows(const std::function<void(int)>& row) {
    std::atomic<int> next = 0;
    const auto work = [&] {
      for (int y = next++; y < o_.height && !stop_.stop_requested(); y = next++) row(y);
    };
    {
      std::jthread helper;
      if (o_.threads > 1) helper = std::jthread(work);
      work();
    }
    return !stop_.stop_requested();
  }

  void idRow(int y) {
    for (int from = 0; from < o_.width; from += 8) {
      std::array<Ray, 8> rays;
      const int count = std::min(8, o_.width - from);
      for (int k = 0; k < count; ++k) rays[static_cast<std::size_t>(k)] = view_.rayAt(from + k + 0.5, y + 0.5);
      const auto hits = scene_.trace(std::span(rays.data(), static_cast<std::size_t>(count)));
      for (int k = 0; k < count; ++k) {
        if (const auto& hit = hits[static_cast<std::size_t>(k)]) keep(*hit, index(from + k, y));
      }
    }
  }

  void keep(const Hit& hit, std::size_t at) {
    out_.ids[at] = hit.instance->object.value;
    out_.depth[at] = static_cast<float>(view_.depthOf(hit.point));
    if (!seen_.empty()) seen_[at] = {hit.instance, hit.color, hit.normal.cast<float>()};
  }

  // False after a stop.
  bool makeLight() {
    light_.emplace(scene_, SeenPixels{view_, out_.ids, out_.depth, seen_}, o_.sky_rays, o_.grid ? reach_ : 0.0);
    for (const auto step :
         {&LightPass::findGround, &LightPass::sample, &LightPass::sampleRims, &LightPass::blur, &LightPass::blurSky}) {
      if (!rows([&](int y) { ((*light_).*step)(y); })) return false;
    }
    return true;
  }

  Vec3 pointAt(int x, int y) const {
    return SeenPixels{view_, out_.ids, out_.depth, seen_}.pointAt(x, y, out_.depth[index(x, y)]);
  }

  std::optional<Ground> groundUnder(double x, double y) const {
    return o_.grid ? groundAt(view_, palette_, reach_, x, y) : std::nullopt;
  }

  void colorRow(int y) {
    for (int x = 0; x < o_.width; ++x) {
      const int n = isPlain(x, y) ? 1 : o_.samples;
      Vec3 sum = Vec3::Zero();
      if (n == 1) sum = centreSample(x, y);
      else addSamples(x, y, n, sum);
      color_[index(x, y)] = (sum / (n * n)).cast<float>();
    }
  }

  // The samples of a pixel are near each other: up to eight of them are one
  // packet.
  void addSamples(int x, int y, int n, Vec3& sum) const {
    constexpr int kPacket = 8;
    const auto place = [&](int i) { return std::pair(x + (i % n + 0.5) / n, y + (i / n + 0.5) / n); };
    std::array<Ray, kPacket> rays;
    for (int first = 0; first < n * n; first += kPacket) {
      const int count = std::min(kPacket, n * n - first);
      for (int k = 0; k < count; ++k) {
        const auto [sx, sy] = place(first + k);
        rays[static_cast<std::size_t>(k)] = view_.rayAt(sx, sy);
      }
      const auto hits = scene_.trace(std::span(rays.data(), static_cast<std::size_t>(count)));
      for (int k = 0; k < count; ++k) {
        const auto [sx, sy] = place(first + k);
        sum += sample(hits[static_cast<std::size_t>(k)], sx, sy, x, y);
      }
    }
  }

  // Like its neighbours: one sample is enough there.
  bool isPlain(int x, int y) const {
    if (x == 0 || y == 0 || x + 1 == o_.width || y + 1 == o_.height) return false;
    const Seen& own = seen_[index(x, y)];
    for (int j = y - 1; j <= y + 1; ++j) {
      for (int i = x - 1; i <= x + 1; ++i) {
        if (!areAlike(own, seen_[index(i, j)])) return false;
      }
    }
    return true;
  }

  Vec3 centreSample(int x, int y) const {
    const Seen& seen = seen_[index(x, y)];
    std::optional<Hit> hit;
    if (seen.instance) {
      hit.emplace();
      hit->instance = seen.instance;
      hit->color = seen.color;
      hit->normal = seen.normal.cast<double>();
      hit->point = pointAt(x, y);
      hit->distance = (hit->point - view_.rayAt(x + 0.5, y + 0.5).origin).norm();
    }
    return sample(hit, x + 0.5, y + 0.5, x, y);
  }

  Vec3 sample(const std::optional<Hit>& hit, double sx, double sy, int x, int y) const {
    const auto ground = groundUnder(sx, sy);
    Vec3 c = background(palette_, sy / o_.height, x, y);
    if (ground && view_.camera().eye.z() > 0) c += ground->floor * (palette_.floor - c);
    if (hit) {
      const double alpha = static_cast<double>(hit->color.a);
      c += alpha * (shade(*hit, view_, lightFor(x, y, hit->instance->object.value), palette_) - c);
    }
    if (!ground || (hit && hit->distance < ground->distance)) return c;
    if (!hit && out_.ids[index(x, y)] == 0) c *= 1.0 - (1.0 - groundLight(lightAt(x, y), palette_)) * ground->fade;
    // Over what is below the floor only a hint of the grid.
    return c + (hit ? 0.2 : 1.0) * ground->opacity * (ground->color - c);
  }

  Light lightAt(int x, int y) const { return light_ ? light_->at(index(x, y)) : Light{}; }

  // The centre of the pixel may show another object than the sample: then a
  // neighbour's light fits better.
  Light lightFor(int x, int y, std::uint64_t id) const {
    constexpr int kAround[5][2] = {{0, 0}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    for (const auto& d : kAround) {
      const int i = std::clamp(x + d[0], 0, o_.width - 1), j = std::clamp(y + d[1], 0, o_.height - 1);
      if (out_.ids[index(i, j)] == id) return lightAt(i, j);
    }
    return {};
  }

  void overlays() {
    const Canvas canvas{o_.width, o_.height, color_, out_.depth};
    drawContours(canvas, view_);
    if (o_.edges) drawEdges(canvas);
    drawHighlight();
    for (const auto& trace : o_.traces) {
      drawPolyline(canvas, view_, trace, {palette_.trace, 0.30, 2.5, true, 0.0});
      drawPolyline(canvas, view_, trace, {palette_.trace, 1.0, 2.5, false, 0.004});
    }
    if (!o_.frames) return;
    const std::vector<Vec3> axes = {palette_.axis_x, palette_.axis_y, palette_.axis_z};
    world_.forEachFrame([&](const world::Frame& f) { drawFrame(canvas, view_, world_.rootT(f.id), axes, 34.0); });
  }

  void drawEdges(const Canvas& canvas) {
    for (const Instance& instance : scene_.instances()) {
      const geometry::Color base = instance.color.value_or(geometry::Color{0.55f, 0.56f, 0.58f, 1.0f});
      const LineStyle style{edgeColor(base), 0.7, 1.1, false, 0.0015};
      for (const auto& edge : instance.geometry->mesh->edges) {
        std::vector<Vec3> points;
        for (const Vec3& p : edge) points.push_back(instance.root_t_shape * p);
        drawPolyline(canvas, view_, points, style);
      }
    }
  }

  // Pixels of the outline lie outside of the object, within two pixels.
  void drawHighlight() {
    constexpr int kWide = 2;
    for (const ObjectId id : o_.highlight) {
      for (int y = 0; y < o_.height; ++y) {
        for (int x = 0; x < o_.width; ++x) {
          if (out_.ids[index(x, y)] == id.value || !isNear(x, y, id.value, kWide)) continue;
          color_[index(x, y)] = palette_.highlight.cast<float>();
        }
      }
    }
  }

  bool isNear(int x, int y, std::uint64_t id, int reach) const {
    for (int j = std::max(y - reach, 0); j <= std::min(y + reach, o_.height - 1); ++j) {
      for (int i = std::max(x - reach, 0); i <= std::min(x + reach, o_.width - 1); ++i) {
        if (out_.ids[index(i, j)] == id) return true;
      }
    }
    return false;
  }

  void finishImage() {
    out_.color = {o_.width, o_.height, {}};
    out_.color.rgb.reserve(3 * pixels());
    for (const Color& c : color_) {
      for (int k = 0; k < 3; ++k)
        out_.color.rgb.push_back(static_cast<std::uint8_t>(std::clamp(c[k] * 255.0f + 0.5f, 0.0f, 255.0f)));
    }
  }

  const world::World& world_;
  const RenderOptions& o_;
  const RayScene& scene_;
  const View& view_;
  const Palette& palette_;
  std::stop_token stop_;
  double reach_ = 6.0;
  Picture out_;
  std::vector<Color> color_;
  std::vector<Seen> seen_;
  std::optional<LightPass> light_;
};

Status check(const RenderOptions& o) {
  constexpr int kMax = 8192;
  if (o.width < 1 || o.height < 1 || o.width > kMax || o.height > kMax) {
    return fail(failures::kPictureSize, {{"width", arg::Words{std::to_string(o.width)}},
                                         {"height", arg::Words{std::to_string(o.height)}},
                                         {"most", arg::Count{kMax}}});
  }
  if (o.samples < 1 || o.samples > 4 || o.sky_rays < 0 || o.sky_rays > 256) {
    return fail(failures::kSamples,
                {{"samples", arg::Words{std::to_string(o.samples)}}, {"rays", arg::Words{std::to_string(o.sky_rays)}}});
  }
  return okStatus();
}

template <typename Draw>
Result<Picture> withScene(const world::World& world, const RenderOptions& options, std::stop_token stop, Draw&& draw) {
  WW_TRY(check(options));
  WW_ASSIGN(const View view, View::make(options.camera, options.width, options.height));
  WW_ASSIGN(const RayScene scene, RayScene::make(world, options.shown, nullptr, rays::Use::kOnePicture));
  Renderer renderer(world, options, scene, view, std::move(stop));
  return draw(renderer);
}

}  // namespace

Result<Picture> render(const world::World& world, const RenderOptions& options, std::stop_token stop) {
  return withScene(world, options, std::move(stop), [](Renderer& r) { return r.picture(); });
}

Result<Picture> renderIds(const world::World& world, const RenderOptions& options, std::stop_token stop) {
  return withScene(world, options, std::move(stop), [](Renderer& r) { return r.ids(); });
}

Result<Image> idMask(const Picture& picture, int width, int height) {
  Image out{width, height, {}};
  out.rgb.reserve(3 * picture.ids.size());
  for (const std::uint64_t id : picture.ids) {
    if (id >> 24) return fail(failures::kIdTooLarge, {{"id", arg::Count{id}}});
    for (const int shift : {16, 8, 0}) out.rgb.push_back(static_cast<std::uint8_t>(id >> shift));
  }
  return out;
}

Result<Image> thumbnail(const world::World& world, Theme theme, std::stop_token stop) {
  RenderOptions o;
  o.width = 256;
  o.height = 192;
  o.theme = theme;
  o.threads = 1;
  WW_ASSIGN(o.camera, standardView(world, "iso", 256.0 / 192.0));
  WW_ASSIGN(Picture picture, render(world, o, std::move(stop)));
  return std::move(picture.color);
}

}  // namespace ww::render
