#version 150 core
#include "depth.glsl"
// How much of the light from around is hidden by what is near, at half the resolution; and the distance, by which the
// next pass tells surfaces apart.
uniform vec2 occlusion;  // radius in metres; metres of distance that are half of what can be told
out vec4 fragColor;

const int kSamples = 10;

vec3 surfaceNormal(ivec2 p, vec3 at) {
  vec3 left = at - placeAt(p - ivec2(2, 0)), right = placeAt(p + ivec2(2, 0)) - at;
  vec3 below = at - placeAt(p - ivec2(0, 2)), above = placeAt(p + ivec2(0, 2)) - at;
  vec3 x = abs(left.z) < abs(right.z) ? left : right, y = abs(below.z) < abs(above.z) ? below : above;
  return normalize(cross(x, y));
}

void main() {
  ivec2 half_pixel = ivec2(gl_FragCoord.xy), p = 2 * half_pixel;
  ivec2 last = textureSize(sceneDepth, 0) - 1;
  vec3 at = placeAt(p);
  vec3 n = surfaceNormal(p, at);
  float reach = occlusion.x;
  float perMetre = 0.5 * projectionMatrix[1][1] * float(last.y + 1);
  float pixels = clamp(reach * perMetre / (projectionMatrix[3][3] > 0.5 ? 1.0 : -at.z), 4.0, 90.0);
  // Turned from pixel to pixel, so that a blur of 4 by 4 evens it out.
  int turn = (half_pixel.x & 3) * 4 + ((half_pixel.y + 2 * (half_pixel.x & 1)) & 3);
  float sum = 0.0;
  for (int i = 0; i < kSamples; ++i) {
    float r = pixels * (float(i) + 0.6) / float(kSamples), a = 2.4 * float(i) + 0.3927 * float(turn);
    ivec2 q = clamp(p + ivec2(r * cos(a), r * sin(a)), ivec2(0), last);
    vec3 d = placeAt(q) - at;
    float dd = dot(d, d);
    float nearness = max(1.0 - dd / (reach * reach), 0.0);
    sum += nearness * max(dot(d, n) - 0.01 * reach, 0.0) / (sqrt(dd) + 0.02 * reach);
  }
  float open = clamp(1.0 - 1.9 * sum / float(kSamples), 0.0, 1.0);
  float far = -at.z / (-at.z + occlusion.y) * 255.0;
  fragColor = vec4(open, floor(far) / 255.0, fract(far), 1.0);
}
