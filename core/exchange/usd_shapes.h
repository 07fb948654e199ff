// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "core/exchange/forms.h"
#include "core/exchange/looks.h"
#include "core/exchange/text.h"
#include "core/exchange/usd_text.h"
#include "core/io/names.h"

namespace ww::exchange {

// The shapes of links in USD, with materials in one place. For this folder alone.
class UsdShapes {
 public:
  // `looks`: path of the prim that will hold the materials.
  UsdShapes(UsdText& out, Losses& losses, std::string looks)
      : out_(out), losses_(losses), looks_path_(std::move(looks)) {}

  void visuals(const Part& link, const std::string& group);
  // `moves`: simulators take triangles of what moves as convex pieces alone.
  void collisions(const Part& link, const std::string& group, bool moves);
  // All materials that were asked for, in the prim that is open.
  void materials();

 private:
  struct Role {
    const Piece& piece;
    bool collides, moves;
  };
  void pieces(const Part& link, bool collides, bool moves);
  void form(const Role& role, const Form& form, const std::string& name);
  void primitive(const FormShape& shape);
  void mesh(const Role& role, const geometry::Mesh& mesh);
  void colorSubsets(const geometry::Mesh& mesh);
  void bind(const Look& look);
  std::string material(const Look& look);

  UsdText& out_;
  Losses& losses_;
  std::string looks_path_;
  Looks looks_;
};

}  // namespace ww::exchange
