// Lines of the grid on the floor at 0.1 m, 1 m (and 10 m where the view is wide), each fading where its
// lines would come closer than a few pixels; the x and y axes in their colours.
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
  float minor = gridLines(p * 10.0, w * 10.0, 0.35 * scale);
  float major = gridLines(p, w, 0.6 * scale);
  float wide = gridLines(p * 0.1, w * 0.1, 0.7 * scale);
  vec4 c = vec4(gridMinor.rgb, gridMinor.a * minor);
  c = mix(c, gridMajor, major);
  c = mix(c, gridMajor, wide);
  // Not so thin that the line below shows through.
  vec2 axis = clamp(max(0.9 * scale, 0.8) + 0.5 - abs(p) / w, 0.0, 1.0);
  c = mix(c, vec4(axisX, 0.95), axis.y);
  c = mix(c, vec4(axisY, 0.95), axis.x);
  return vec4(c.rgb, c.a * fade);
}
