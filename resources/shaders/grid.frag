#version 150 core
// Lines of the grid on the floor at 0.1 m, 1 m (and 10 m where the view is wide), each fading where its
// lines would come closer than a few pixels; the x and y axes in their colours.
in vec2 p;
uniform vec4 gridPlace;
uniform vec4 gridMinor;
uniform vec4 gridMajor;
uniform vec3 axisX;
uniform vec3 axisY;
uniform float dpr;
uniform sampler2D sceneDepth;
uniform vec2 scenePart;
out vec4 fragColor;

float lines(vec2 q, vec2 w, float width) {
  vec2 d = abs(fract(q - 0.5) - 0.5) / w;
  float line = clamp(width + 0.5 - min(d.x, d.y), 0.0, 1.0);
  return line * (1.0 - smoothstep(0.12, 0.34, max(w.x, w.y)));
}

void main() {
  vec2 w = max(fwidth(p), vec2(1e-6));
  float fade = 1.0 - smoothstep(0.35, 1.0, length(p - gridPlace.xy) / gridPlace.w);
  if (fade <= 0.0) discard;
  float minor = lines(p * 10.0, w * 10.0, 0.35 * dpr);
  float major = lines(p, w, 0.6 * dpr);
  float wide = lines(p * 0.1, w * 0.1, 0.7 * dpr);
  vec4 c = vec4(gridMinor.rgb, gridMinor.a * minor);
  c = mix(c, gridMajor, major);
  c = mix(c, gridMajor, wide);
  vec2 axis = clamp(0.9 * dpr + 0.5 - abs(p) / w, 0.0, 1.0);
  c = mix(c, vec4(axisX, 0.95), axis.y);
  c = mix(c, vec4(axisY, 0.95), axis.x);
  // Over what is below the floor only a hint of it.
  float solid = texelFetch(sceneDepth, ivec2(gl_FragCoord.xy * scenePart), 0).r < 1.0 ? 0.2 : 1.0;
  fragColor = vec4(c.rgb, c.a * fade * solid);
}
