#version 150 core
in vec2 pixel;
uniform vec4 rubberRect;
uniform vec4 rubberColor;
uniform float rubberTouch;  // 1: dashed frame, selects what it touches
uniform float dpr;
out vec4 fragColor;

void main() {
  vec2 d = min(abs(pixel - rubberRect.xy), abs(pixel - rubberRect.zw));
  float edge = min(d.x, d.y);
  bool frame = edge < 1.2 * dpr;
  if (frame && rubberTouch > 0.5 && mod(pixel.x + pixel.y, 8.0 * dpr) > 5.0 * dpr) frame = false;
  fragColor = vec4(rubberColor.rgb, frame ? 0.95 : rubberColor.a);
}
