#version 150 core
in vec4 color;
in vec3 viewNormal;
out vec4 fragColor;
#include "distance.glsl"

void main() {
  float shade = 0.78 + 0.22 * abs(normalize(viewNormal).z);
  float alpha = isBehind(ivec2(gl_FragCoord.xy), gl_FragCoord.z) ? 0.3 * color.a : color.a;
  fragColor = vec4(color.rgb * shade, alpha);
}
