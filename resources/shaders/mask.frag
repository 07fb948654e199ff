#version 150 core
// The class of a highlight, and its depth, for the outline pass. Where a solid is cut open that is the depth of its cut.
in vec3 worldPosition;
in vec3 worldNormal;
flat in vec4 info;
uniform mat4 viewProjectionMatrix;
uniform vec4 sectionPlane;
out vec4 fragColor;
#include "behind.glsl"

// Where the line to the eye leaves through the plane; no such place when the eye is on the side that stays.
float depthOnCut(float depth) {
  vec3 toEye = towardsEye(worldPosition);
  float rate = dot(sectionPlane.xyz, toEye), t = (sectionPlane.w - dot(sectionPlane.xyz, worldPosition)) / rate;
  if (rate <= 0.0 || (projectionMatrix[3][3] < 0.5 && t >= 1.0)) return depth;
  vec4 p = viewProjectionMatrix * vec4(worldPosition + t * toEye, 1.0);
  return clamp(0.5 * p.z / p.w + 0.5, 0.0, depth);
}

void main() {
  float depth = gl_FragCoord.z;
  if (facingOf(worldPosition, worldNormal) < 0.0) depth = depthOnCut(depth);
  vec3 d = fract(depth * vec3(1.0, 255.0, 65025.0));
  fragColor = vec4(info.y / 8.0, d - vec3(d.yz / 255.0, 0.0));
}
