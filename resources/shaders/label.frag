#version 150 core
// The atlas holds the glyph in red and the glyph with its halo in green.
in vec2 uv;
in vec4 color;
uniform sampler2D glyphTexture;
uniform vec4 labelHalo;
out vec4 fragColor;

void main() {
  vec4 t = texture(glyphTexture, uv);
  float halo = t.g * labelHalo.a * color.a;
  float ink = t.r * color.a;
  float alpha = ink + halo * (1.0 - ink);
  if (alpha < 0.004) discard;
  fragColor = vec4((color.rgb * ink + labelHalo.rgb * halo * (1.0 - ink)) / alpha, alpha);
}
