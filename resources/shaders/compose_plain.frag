#version 150 core
// The scene onto the surface as it is, with its depth for what comes after.
uniform sampler2D sceneColor;
uniform sampler2D sceneDepth;
out vec4 fragColor;

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy);
  fragColor = vec4(texelFetch(sceneColor, p, 0).rgb, 1.0);
  gl_FragDepth = texelFetch(sceneDepth, p, 0).r;
}
