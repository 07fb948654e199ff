// Lines on faces: drawn a little nearer to the eye than they are, by a share of their distance.
uniform mat4 viewProjectionMatrix;
uniform mat4 projectionMatrix;
uniform mat4 viewMatrix;
uniform vec3 eyePosition;
uniform float floorHeight;

vec4 beforeFaces(vec3 p) {
  const float kNearer = 0.0009;
  vec3 backward = vec3(viewMatrix[0][2], viewMatrix[1][2], viewMatrix[2][2]);
  vec3 toEye = projectionMatrix[3][3] > 0.5 ? backward / projectionMatrix[1][1] : eyePosition - p;
  return viewProjectionMatrix * vec4(p + kNearer * toEye, 1.0);
}

// What the floor leaves of an edge below it, seen from above.
float throughFloor(vec3 p) { return p.z < floorHeight - 0.001 && eyePosition.z > floorHeight ? 0.35 : 1.0; }
