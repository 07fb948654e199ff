#version 150 core
#include "grid.glsl"
in vec2 p;
uniform float dpr;
uniform sampler2D sceneDepth;
uniform vec2 scenePart;
out vec4 fragColor;

void main() {
  vec4 c = gridAt(p, max(fwidth(p), vec2(1e-6)), dpr);
  if (c.a <= 0.0) discard;
  // Behind what hides it nothing, over what is below the floor only a hint of it.
  float scene = texelFetch(sceneDepth, ivec2(gl_FragCoord.xy * scenePart), 0).r;
  if (gl_FragCoord.z > scene + 1e-7) discard;
  fragColor = vec4(c.rgb, c.a * (scene < 1.0 ? 0.2 : 1.0));
}
