#version 150 core
// The scene onto the surface, with its depth for what comes after: shaded where things meet, smoothed across edges that
// pixels cut into steps, and with lines where one thing ends before another of nearly its colour.
uniform sampler2D sceneColor;
uniform sampler2D sceneDepth;
uniform mat4 projectionMatrix;
uniform float dpr;
uniform sampler2D occlusionTexture;
out vec4 fragColor;

float brightness(vec3 c) { return dot(c, vec3(0.30, 0.59, 0.11)); }

vec3 smoothed(ivec2 p, vec3 middle) {
  ivec2 last = textureSize(sceneColor, 0) - 1;
  ivec2 lo = max(p - 1, ivec2(0)), hi = min(p + 1, last);
  float sw = brightness(texelFetch(sceneColor, lo, 0).rgb), ne = brightness(texelFetch(sceneColor, hi, 0).rgb);
  float se = brightness(texelFetch(sceneColor, ivec2(hi.x, lo.y), 0).rgb);
  float nw = brightness(texelFetch(sceneColor, ivec2(lo.x, hi.y), 0).rgb);
  float m = brightness(middle);
  float low = min(m, min(min(sw, ne), min(se, nw))), high = max(m, max(max(sw, ne), max(se, nw)));
  if (high - low < max(0.03, 0.10 * high)) return middle;
  // Along the edge, far where it is nearly level or upright.
  vec2 dir = vec2((nw + ne) - (sw + se), (nw + sw) - (ne + se));
  float least = 1.0 / (min(abs(dir.x), abs(dir.y)) + max(0.03 * (sw + se + nw + ne), 0.008));
  vec2 size = vec2(last + 1);
  vec2 step_uv = clamp(dir * least, vec2(-8.0), vec2(8.0)) / size, uv = (vec2(p) + 0.5) / size;
  vec3 close = 0.5 * (texture(sceneColor, uv - step_uv / 6.0).rgb + texture(sceneColor, uv + step_uv / 6.0).rgb);
  vec3 wide = 0.5 * close + 0.25 * (texture(sceneColor, uv - 0.5 * step_uv).rgb +
                                    texture(sceneColor, uv + 0.5 * step_uv).rgb);
  float b = brightness(wide);
  return b < low || b > high ? close : wide;
}

// The half pixels lie at every other pixel, moved by one by the blur: of those beside this one, the ones as far away.
float openAt(ivec2 p) {
  ivec2 last = textureSize(occlusionTexture, 0) - 1, from = min((p + 1) / 2, last);
  vec4 own = texelFetch(occlusionTexture, from, 0);
  ivec2 more = (p + 1) & 1;
  float sum = 0.0, weight = 0.0;
  for (int i = 0; i < 4; ++i) {
    vec4 o = texelFetch(occlusionTexture, min(from + ivec2(i & 1, i >> 1) * more, last), 0);
    float w = abs(o.g + o.b / 255.0 - own.g - own.b / 255.0) < 0.02 ? 1.0 : 0.02;
    sum += w * o.r;
    weight += w;
  }
  return sum / weight;
}

// What is even on a plane, and more the nearer it is: one over the distance; in parallel views its negative.
float nearness(ivec2 p) {
  float z = 2.0 * texelFetch(sceneDepth, clamp(p, ivec2(0), textureSize(sceneDepth, 0) - 1), 0).r - 1.0;
  return projectionMatrix[3][3] > 0.5 ? (z - projectionMatrix[3][2]) / projectionMatrix[2][2] * projectionMatrix[1][1]
                                      : (z + projectionMatrix[2][2]) / projectionMatrix[3][2];
}

vec3 contoured(ivec2 p, vec3 c) {
  int wide = max(int(dpr + 0.5), 1);
  ivec2 x = ivec2(wide, 0), y = ivec2(0, wide);
  float here = nearness(p), l = nearness(p - x), r = nearness(p + x), b = nearness(p - y), t = nearness(p + y);
  float across = 2.0 * here - l - r, up = 2.0 * here - b - t;
  float stands = max(across, up) / (projectionMatrix[3][3] > 0.5 ? 1.4 : here);
  float line = smoothstep(0.02, 0.05, stands);
  if (line <= 0.0) return c;
  ivec2 beside = across > up ? (l < r ? p - x : p + x) : (b < t ? p - y : p + y);
  beside = clamp(beside, ivec2(0), textureSize(sceneColor, 0) - 1);
  // Colours are about the root of light.
  float own = brightness(c), other = brightness(texelFetch(sceneColor, beside, 0).rgb);
  float high = max(own, other), low = min(own, other), ratio = (high * high + 0.05) / (low * low + 0.05);
  float same = 1.0 - smoothstep(1.25, 2.2, ratio), bright = smoothstep(0.16, 0.32, own);
  return mix(c, mix(c + 0.2, 0.35 * c, bright), line * mix(0.12 * bright, 0.55, same));
}

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy);
  vec3 c = smoothed(p, texelFetch(sceneColor, p, 0).rgb) * openAt(p);
  fragColor = vec4(contoured(p, c), 1.0);
  gl_FragDepth = texelFetch(sceneDepth, p, 0).r;
}
