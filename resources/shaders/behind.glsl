// Which side of a face is seen. It comes from the normal, since the order of the corners of meshes cannot be trusted.
uniform vec3 eyePosition;
uniform mat4 viewMatrix;
uniform mat4 projectionMatrix;

vec3 towardsEye(vec3 place) {
  vec3 backward = vec3(viewMatrix[0][2], viewMatrix[1][2], viewMatrix[2][2]);
  return projectionMatrix[3][3] > 0.5 ? backward : eyePosition - place;
}

// The cosine between the face and the eye, below 0 from behind.
float facingOf(vec3 place, vec3 normal) {
  vec3 face = normalize(cross(dFdx(place), dFdy(place))), toEye = normalize(towardsEye(place));
  float along = abs(dot(face, toEye));
  return dot(face, toEye) * dot(face, normal) < 0.0 ? -along : along;
}
