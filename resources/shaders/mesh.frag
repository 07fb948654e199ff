#version 150 core
#include "light.glsl"
// Faces. Kinds: 1 collision shape (hatched), 2 ghost.
in vec3 worldPosition;
in vec3 worldNormal;
flat in vec4 info;
in vec4 color;

uniform vec3 eyePosition;
uniform mat4 viewMatrix;
uniform mat4 projectionMatrix;
uniform vec3 contrast;
uniform float dpr;
uniform vec4 floorColor;
uniform float floorHeight;
uniform vec4 gridPlace;  // centre x, y; half size; fade distance

out vec4 fragColor;

// How much of the floor lies before it, seen from above: what is sunk is told from what stands on it.
float veil() {
  bool through = worldPosition.z < floorHeight - 0.001 && eyePosition.z > floorHeight;
  float fade = 1.0 - smoothstep(0.10, 0.75, length(worldPosition.xy - gridPlace.xy) / gridPlace.w);
  return through ? 0.62 * fade : 0.0;
}

// Towards the eye. At a silhouette normals point a little away from it, of the faces behind it too, some of which show:
// they are as bright as their neighbours in front.
vec3 facing(vec3 n, vec3 v) {
  n = dot(n, v) < -0.3 ? -n : n;
  float away = 0.02 - dot(n, v);
  return away > 0.0 ? normalize(n + away * v) : n;
}

void main() {
  vec3 backward = vec3(viewMatrix[0][2], viewMatrix[1][2], viewMatrix[2][2]);
  vec3 v = projectionMatrix[3][3] > 0.5 ? backward : normalize(eyePosition - worldPosition);
  vec3 n = facing(normalize(worldNormal), v);
  vec3 fillFrom = normalize(backward + vec3(-0.25, 0.2, 0.35));
  float key = dot(n, kKeyFrom) > 0.0 ? keyLightAt(worldPosition, n) : 1.0;
  vec2 material = guessedMaterial(color.rgb);
  vec3 lit = sqrt(litSurface(color.rgb * color.rgb, material.x, material.y, n, v, fillFrom, key, contrast));
  float alpha = color.a * info.z;
  if (info.y > 0.5 && info.y < 1.5) {
    float stripe = mod(gl_FragCoord.x + gl_FragCoord.y, 10.0 * dpr);
    alpha = stripe < 2.0 * dpr ? 0.85 : alpha;
  }
  lit = mix(lit, vec3(dot(lit, vec3(0.33))), 0.6 * info.w);
  fragColor = vec4(mix(lit, floorColor.rgb, veil()), alpha);
}
