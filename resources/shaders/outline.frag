#version 150 core
// Outlines around the mask: 1 hovered (thin), 2 selected, 3 active, 4 colliding, 5 ghost (thin). Where something of the
// scene is before what they are around, they are dashed. Before others that are selected the active one has one, too.
uniform sampler2D maskTexture;
uniform float dpr;
uniform vec4 outlineHover;
uniform vec4 outlineSelected;
uniform vec4 outlineActive;
uniform vec4 outlineContact;
uniform vec4 outlineGhost;
out vec4 fragColor;
#include "distance.glsl"

int best = 0, weak = 0;  // classes around; weak ones count where there is no other
ivec2 bestAt = ivec2(0), weakAt = ivec2(0);

int classAt(ivec2 p) { return int(texelFetch(maskTexture, p, 0).r * 8.0 + 0.5); }

void look(ivec2 p, bool near) {
  int c = classAt(p);
  bool strong = c >= 2 && c <= 4;
  if (strong && c > best) {
    best = c;
    bestAt = p;
  }
  if (near && !strong && c > weak) {
    weak = c;
    weakAt = p;
  }
}

void around(ivec2 p, ivec2 a, ivec2 b, bool near) {
  look(p + a, near);
  look(p - a, near);
  look(p + b, near);
  look(p - b, near);
}

bool isHidden() {
  vec3 d = texelFetch(maskTexture, bestAt, 0).gba;
  return isBehind(bestAt, dot(d, vec3(1.0, 1.0 / 255.0, 1.0 / 65025.0)));
}

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy);
  int own = classAt(p);
  if (own != 0 && own != 2) discard;
  int r = int(ceil(1.0 * dpr)), s = int(ceil(2.6 * dpr)), d = int(ceil(1.8 * dpr));
  around(p, ivec2(s, 0), ivec2(0, s), false);
  around(p, ivec2(d, d), ivec2(d, -d), false);
  around(p, ivec2(r, 0), ivec2(0, r), true);
  if (best == 0) {
    best = weak;
    bestAt = weakAt;
  }
  if (best == 0 || (own == 2 && best != 3)) discard;
  // Dashes across the diagonal of the surface, so that they show on lines of any direction but one.
  if (isHidden() && mod(gl_FragCoord.x + 0.62 * gl_FragCoord.y, 9.0 * dpr) > 4.5 * dpr) discard;
  fragColor = best == 1 ? outlineHover
            : best == 2 ? outlineSelected
            : best == 3 ? outlineActive
            : best == 4 ? outlineContact : outlineGhost;
}
