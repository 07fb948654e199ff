#version 150 core
void main() {}
