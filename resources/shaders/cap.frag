#version 150 core
// The cut through solids: flat, with diagonal lines at a constant distance on the screen. No shadow: what would throw it is cut away.
uniform vec3 capFace;
uniform vec3 capHatch;
uniform float dpr;
out vec4 fragColor;

void main() {
  float across = mod(gl_FragCoord.x - gl_FragCoord.y, 9.0 * dpr);
  float line = 1.0 - smoothstep(0.5 * dpr, 1.3 * dpr, abs(across - 4.5 * dpr));
  fragColor = vec4(mix(capFace, capHatch, line), 1.0);
}
