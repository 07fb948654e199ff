#version 150 core
in vec4 color;
in vec2 along;
out vec4 fragColor;

void main() {
  if (along.y > 0.0 && mod(along.x, along.y) > 0.6 * along.y) discard;
  fragColor = color;
}
