# SPDX-License-Identifier: Apache-2.0
# cmake -DIN=FILE -DOUT=FILE.cpp -P embed_schema.cmake: the compiled schemas as a source file.
file(READ ${IN} hex HEX)
string(LENGTH "${hex}" digits)
math(EXPR size "${digits} / 2")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
string(REGEX REPLACE "((0x..,){24})" "\\1\n" bytes "${bytes}")
file(WRITE ${OUT} "// Generated.
#include \"core/interop/isaac/schema_data.h\"

namespace ww::isaac {
namespace {
alignas(8) constexpr unsigned char kCompiledSchemas[] = {
${bytes}};
}  // namespace
SchemaData schemaData() { return {kCompiledSchemas, ${size}}; }
}  // namespace ww::isaac
")
