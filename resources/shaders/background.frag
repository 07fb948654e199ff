#version 150 core
#include "light.glsl"
#include "grid.glsl"
// A gradient, and before it the floor, which takes the shadow and fades with distance.
in vec2 uv;
in vec3 rayFrom;
in vec3 rayTo;
uniform vec3 backgroundTop;
uniform vec3 backgroundBottom;
uniform vec4 floorColor;   // alpha: how much of it there is near the scene
uniform float floorShade;  // what the shadow takes of its light
uniform float floorHeight;
uniform float gridInScene;  // 1: the grid is drawn here, where nothing is before it
uniform float dpr;
uniform vec2 scenePart;
uniform mat4 projectionMatrix;
uniform vec3 eyePosition;
out vec4 fragColor;

void main() {
  vec3 c = mix(backgroundBottom, backgroundTop, smoothstep(0.0, 1.0, uv.y));
  float down = rayFrom.z - rayTo.z;
  float above = rayFrom.z - floorHeight;
  float t = above / max(down, 1e-6);
  vec3 p = mix(rayFrom, rayTo, t);
  vec2 w = max(fwidth(p.xy), vec2(1e-6));
  // Of an eye just above it, the floor begins before the near plane.
  bool fromAbove = above > 0.0 || (projectionMatrix[3][3] < 0.5 && eyePosition.z > floorHeight);
  if (fromAbove && down > 0.0 && t < 1.0) {
    float fade = 1.0 - smoothstep(0.10, 0.75, length(p.xy - gridPlace.xy) / gridPlace.w);
    float key = keyLightAt(vec3(p.xy, floorHeight), vec3(0.0, 0.0, 1.0));
    c = mix(c, floorColor.rgb, floorColor.a * fade);
    c *= 1.0 - floorShade * (1.0 - key);
    // A loop, as software renderers compute both sides of a condition.
    for (int i = 0; i < int(gridInScene + 0.5); ++i) {
      vec4 grid = gridAt(p.xy, w, dpr * scenePart.y);
      c = mix(c, grid.rgb, grid.a);
    }
  }
  // A little noise hides the bands of a soft gradient.
  float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))) - 0.5;
  fragColor = vec4(c + noise / 255.0, 1.0);
}
