#version 150 core
in vec2 uv;
uniform vec3 backgroundTop;
uniform vec3 backgroundBottom;
out vec4 fragColor;

void main() {
  float t = smoothstep(0.0, 1.0, uv.y);
  vec3 c = mix(backgroundBottom, backgroundTop, t);
  // A little noise hides the bands of a soft gradient.
  float noise = fract(sin(dot(gl_FragCoord.xy, vec2(12.9898, 78.233))) * 43758.5453) - 0.5;
  fragColor = vec4(c + noise / 255.0, 1.0);
}
