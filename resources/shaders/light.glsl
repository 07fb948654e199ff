// The lights of the world: sky and ground around it, a key light that throws a shadow, a fill light beside the eye.
// Shared by faces and floor. Light is linear; colours go in and out as sqrt of it.
const vec3 kKeyFrom = vec3(0.36, -0.48, 0.80);
const vec3 kKeyLight = vec3(0.62, 0.61, 0.59);
const vec3 kFillLight = vec3(0.20, 0.21, 0.22);
const vec3 kSkyLight = vec3(0.36, 0.38, 0.41);
const vec3 kGroundLight = vec3(0.19, 0.185, 0.18);

uniform sampler2D shadowMap;
uniform mat4 shadowMatrix;  // root frame to texture and depth
uniform vec2 shadowSoft;    // metres off the surface, samples in a row (0: no shadow)

// Share of the key light that reaches a point, 0 to 1: the mean over a square of the map, whose sides move evenly.
float keyLightAt(vec3 p, vec3 n) {
  vec3 q = (shadowMatrix * vec4(p + n * shadowSoft.x, 1.0)).xyz;
  // What is beyond the map is lit, and costs no samples.
  bool beyond = any(lessThan(q.xy, vec2(0.005))) || any(greaterThan(q.xy, vec2(0.995)));
  vec2 at = q.xy * vec2(textureSize(shadowMap, 0)) - 0.5 * shadowSoft.y;
  ivec2 first = ivec2(floor(at));
  vec2 part = at - floor(at);
  int last = beyond ? -1 : int(shadowSoft.y + 0.5);
  float depth = min(q.z, 1.0), sum = 0.0;
  for (int y = 0; y <= last; ++y) {
    float row = 0.0;
    for (int x = 0; x <= last; ++x) {
      float w = x == 0 ? 1.0 - part.x : x == last ? part.x : 1.0;
      row += texelFetch(shadowMap, first + ivec2(x, y), 0).r < depth ? 0.0 : w;
    }
    sum += row * (y == 0 ? 1.0 - part.y : y == last ? part.y : 1.0);
  }
  return last < 1 ? 1.0 : sum / (shadowSoft.y * shadowSoft.y);
}

// What a mirror that is more or less rough shows of the surroundings: sky, ground, a bright panel overhead and a
// narrow one at the left.
vec3 surroundings(vec3 r, float rough) {
  float soft = 0.08 + 0.75 * rough;
  vec3 c = mix(vec3(0.15, 0.145, 0.14), vec3(0.60, 0.63, 0.68), smoothstep(-soft, soft, r.z));
  float panel = smoothstep(0.72 - 0.55 * rough, 0.96 - 0.25 * rough, dot(r, vec3(0.28, -0.52, 0.807)));
  float side = smoothstep(0.80 - 0.45 * rough, 1.0, dot(r, vec3(-0.80, -0.57, 0.18)));
  return c + (0.85 - 0.6 * rough) * panel + (0.9 - 0.7 * rough) * side;
}

// Light from a surface. `key`: share of the key light that reaches it. contrast: what is added to the darkest colours,
// how much brighter (or, below 0, darker) a surface is that turns away, and the exposure.
vec3 litSurface(vec3 base, float metal, float rough, vec3 n, vec3 v, vec3 fillFrom, float key, vec3 contrast) {
  float dark = 1.0 - max(base.r, max(base.g, base.b));
  dark *= dark;
  base += contrast.x * dark * dark;
  float facing = clamp(dot(n, v), 0.0, 1.0), away = 1.0 - facing;
  vec3 mirrored = mix(vec3(0.04), base, metal);
  vec3 light = mix(kGroundLight, kSkyLight, 0.5 + 0.5 * n.z);
  float toKey = key * max(dot(n, kKeyFrom), 0.0);
  light += kKeyLight * toKey + kFillLight * max(dot(n, fillFrom), 0.0);
  vec3 c = base * (1.0 - 0.72 * metal) * light;
  float grazing = away * away;
  grazing *= grazing * away;
  vec3 share = mirrored + (max(vec3(1.0 - rough), mirrored) - mirrored) * 0.5 * grazing;
  c += share * surroundings(reflect(-v, n), rough) * mix(1.0, 0.45 + 0.55 * key, metal);
  float half_way = max(dot(n, normalize(kKeyFrom + v)), 0.0);
  float shine = mix(90.0, 6.0, sqrt(rough));
  c += mirrored * toKey * (0.06 * shine + 0.25) * pow(half_way, shine);
  c *= contrast.z;
  float rim = away * away * away;
  c = contrast.y >= 0.0 ? c + contrast.y * rim : c * (1.0 + contrast.y * rim);
  // What is brighter than white comes near it slowly.
  vec3 over = max(c - 0.8, 0.0);
  return min(c, vec3(0.8)) + over / (1.0 + 2.0 * over);
}

// Metal and roughness of a colour that says no more: greys are mostly machined or cast metal, what is nearly black
// is rubber, the rest paint or plastic.
vec2 guessedMaterial(vec3 color) {
  float high = max(color.r, max(color.g, color.b)), low = min(color.r, min(color.g, color.b));
  float grey = 1.0 - smoothstep(0.05, 0.12, high - low);
  float metal = grey * smoothstep(0.34, 0.46, high) * (1.0 - smoothstep(0.80, 0.88, high));
  float rubber = grey * (1.0 - smoothstep(0.16, 0.28, high));
  return vec2(0.8 * metal, mix(mix(0.42, 0.34, metal), 0.85, rubber));
}
