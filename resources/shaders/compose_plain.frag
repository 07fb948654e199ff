#version 150 core
// The scene onto the surface as it is, with its depth for what comes after; it may have fewer pixels.
uniform sampler2D sceneColor;
uniform sampler2D sceneDepth;
uniform vec2 scenePart;
out vec4 fragColor;

void main() {
  vec2 size = vec2(textureSize(sceneColor, 0)), at = gl_FragCoord.xy * scenePart;
  fragColor = vec4(texture(sceneColor, min(at, size * scenePart - 0.5) / size).rgb, 1.0);
  gl_FragDepth = texelFetch(sceneDepth, ivec2(at), 0).r;
}
