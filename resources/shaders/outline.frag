#version 150 core
// Outlines around the mask: 1 hovered (thin), 2 selected, 3 active, 4 colliding, 5 ghost (thin).
uniform sampler2D maskTexture;
uniform float dpr;
uniform vec4 outlineHover;
uniform vec4 outlineSelected;
uniform vec4 outlineActive;
uniform vec4 outlineContact;
uniform vec4 outlineGhost;
out vec4 fragColor;

int classAt(ivec2 p) { return int(texelFetch(maskTexture, p, 0).r * 8.0 + 0.5); }

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy);
  int here = classAt(p);
  if (here != 0) discard;
  int r = int(ceil(1.0 * dpr)), s = int(ceil(2.6 * dpr)), d = int(ceil(1.8 * dpr));
  int thin = 0, thick = 0;
  thin = max(max(classAt(p + ivec2(r, 0)), classAt(p - ivec2(r, 0))),
             max(classAt(p + ivec2(0, r)), classAt(p - ivec2(0, r))));
  int a = max(max(classAt(p + ivec2(s, 0)), classAt(p - ivec2(s, 0))),
              max(classAt(p + ivec2(0, s)), classAt(p - ivec2(0, s))));
  int b = max(max(classAt(p + ivec2(d, d)), classAt(p - ivec2(d, d))),
              max(classAt(p + ivec2(d, -d)), classAt(p - ivec2(d, -d))));
  thick = max(a, b);
  int kind = (thick >= 2 && thick <= 4) ? thick : thin;
  if (thin >= 2 && thin <= 4) kind = max(kind == 5 ? 0 : kind, thin);
  if (kind == 0) discard;
  fragColor = kind == 1 ? outlineHover
            : kind == 2 ? outlineSelected
            : kind == 3 ? outlineActive
            : kind == 4 ? outlineContact : outlineGhost;
}
