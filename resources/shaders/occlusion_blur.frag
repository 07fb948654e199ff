#version 150 core
// The mean of 4 by 4 pixels of the same surface.
uniform sampler2D rawOcclusion;
out vec4 fragColor;

float farOf(vec4 t) { return t.g + t.b / 255.0; }

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy), last = textureSize(rawOcclusion, 0) - 1;
  vec4 here = texelFetch(rawOcclusion, p, 0);
  float sum = 0.0, weight = 1e-4, far = farOf(here);
  for (int y = -2; y < 2; ++y)
    for (int x = -2; x < 2; ++x) {
      vec4 t = texelFetch(rawOcclusion, clamp(p + ivec2(x, y), ivec2(0), last), 0);
      float w = max(1.0 - 120.0 * abs(farOf(t) - far), 0.0);
      sum += w * t.r;
      weight += w;
    }
  fragColor = vec4(sum / weight, here.gb, 1.0);
}
