#version 150 core
// The instance number in 24 bits.
flat in vec4 info;
out vec4 fragColor;

void main() {
  float n = floor(info.x + 0.5);
  float high = floor(n / 65536.0);
  float middle = floor((n - high * 65536.0) / 256.0);
  fragColor = vec4(n - high * 65536.0 - middle * 256.0, middle, high, 255.0) / 255.0;
}
