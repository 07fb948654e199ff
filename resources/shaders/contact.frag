#version 150 core
// What collides, on its collision shape: stripes of the colour and of the ground over a tint. Where faces of the scene
// are before it, only thin ones, so that a shape inside what is seen is found as well. Around the place of the contact:
// info is its centre and radius in metres.
in vec4 color;
in vec3 worldPosition;
flat in vec4 info;
uniform vec4 contactStripe;
uniform float dpr;
out vec4 fragColor;
#include "distance.glsl"

void main() {
  float near = 1.0 - smoothstep(0.75, 1.0, distance(worldPosition, info.xyz) / info.w);
  if (near <= 0.0) discard;
  float along = mod(gl_FragCoord.x + gl_FragCoord.y, 12.0 * dpr) / dpr;
  if (isBehind(ivec2(gl_FragCoord.xy), gl_FragCoord.z)) {
    if (along > 1.5) discard;
    fragColor = vec4(color.rgb, 0.5 * near);
    return;
  }
  vec4 stripe = along < 4.0 ? vec4(color.rgb, 0.92) : along < 6.5 ? vec4(contactStripe.rgb, 0.8) : vec4(color.rgb, 0.3);
  fragColor = vec4(stripe.rgb, stripe.a * near);
}
