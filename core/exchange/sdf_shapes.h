// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/exchange/forms.h"
#include "core/exchange/text.h"
#include "core/io/names.h"

namespace ww::exchange {

// The shapes, mass and contacts of links in SDF. For this folder alone.
class SdfShapes {
 public:
  SdfShapes(XmlText& out, MeshFiles& meshes, Losses& losses, bool with_meshes)
      : out_(out), meshes_(meshes), losses_(losses), with_meshes_(with_meshes) {}

  // All of a link but its sensors; `names` are those of all that stands in it.
  void put(const Part& link, io::NameSet& names);

 private:
  void inertial(const Part& link);
  void pieces(const Part& link, bool visual, io::NameSet& names);
  void form(const Part& link, const Piece& piece, const Form& form, const std::string& name, bool visual);
  void geometry(const FormShape& shape, const std::string& wish, bool own_colors);
  void material(const Look& look);
  void surface(const Part& link);
  void friction(const Part& link);
  void contact(const Part& link);

  XmlText& out_;
  MeshFiles& meshes_;
  Losses& losses_;
  bool with_meshes_;
};

// A name that SDF takes for a shape: without "::", and none of its own words.
std::string sdfName(std::string name);

}  // namespace ww::exchange
