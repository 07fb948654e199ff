#version 150 core
// Arrows and house around the view cube, from a texture: red covers, green is the number of the control.
in vec2 at;
uniform vec4 cubeSpot;   // w: number of the control under the pointer
uniform vec2 cubeImage;  // half edge and reach in pixels of the texture
uniform sampler2D cubeTexture;
uniform vec3 cubeFace;
uniform vec3 cubeText;
uniform vec3 cubeHot;
out vec4 fragColor;

void main() {
  ivec2 p = ivec2(floor(vec2(cubeImage.y * (1.0 + at.x), 2.0 * cubeImage.x + cubeImage.y * (1.0 - at.y))));
  vec4 t = texelFetch(cubeTexture, clamp(p, ivec2(0), textureSize(cubeTexture, 0) - 1), 0);
  if (t.r < 0.004) discard;
  float number = floor(t.g * 255.0 / 8.0 + 0.5);
  bool hot = number > 0.5 && abs(number - cubeSpot.w) < 0.5;
  fragColor = vec4(hot ? cubeHot : mix(cubeFace, cubeText, 0.55), t.r * (hot ? 1.0 : 0.8));
}
