// Lines of the grid on the floor at each cell, 10 cells (and 100 where the view is wide), each fading where its
// lines would come closer than a few pixels, and at a tenth of a cell where the view is close; the x and y axes in
// their colours.
uniform float gridCell;  // metres
uniform vec4 gridPlace;  // centre x, y; half size; fade distance
uniform vec4 gridMinor;
uniform vec4 gridMajor;
uniform vec3 axisX;
uniform vec3 axisY;

float gridLines(vec2 q, vec2 w, float width) {
  vec2 d = abs(fract(q - 0.5) - 0.5) / w;
  float line = clamp(width + 0.5 - min(d.x, d.y), 0.0, 1.0);
  return line * (1.0 - smoothstep(0.12, 0.34, max(w.x, w.y)));
}

// At a place of the floor; w: metres to a pixel, scale: pixels to one of a plain screen.
vec4 gridAt(vec2 p, vec2 w, float scale) {
  float fade = 1.0 - smoothstep(0.35, 1.0, length(p - gridPlace.xy) / gridPlace.w);
  vec2 q = p / gridCell, s = w / gridCell;
  float close = smoothstep(6.0, 14.0, 0.1 / (max(s.x, s.y) * scale));
  float fine = gridLines(q * 10.0, s * 10.0, 0.35 * scale) * close;
  float minor = gridLines(q, s, 0.35 * scale);
  float major = gridLines(q * 0.1, s * 0.1, 0.6 * scale);
  float wide = gridLines(q * 0.01, s * 0.01, 0.7 * scale);
  vec4 c = vec4(gridMinor.rgb, gridMinor.a * max(0.8 * fine, minor));
  c = mix(c, gridMajor, major);
  c = mix(c, gridMajor, wide);
  // Not so thin that the line below shows through.
  vec2 axis = clamp(max(0.9 * scale, 0.8) + 0.5 - abs(p) / w, 0.0, 1.0);
  c = mix(c, vec4(axisX, 0.95), axis.y);
  c = mix(c, vec4(axisY, 0.95), axis.x);
  return vec4(c.rgb, c.a * fade);
}
