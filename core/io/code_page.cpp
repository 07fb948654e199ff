// SPDX-License-Identifier: Apache-2.0
#include "core/io/code_page.h"

#include <iconv.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <unordered_map>

#include "core/base/letters.h"
#include "core/io/text_scan.h"

// A namespace of its own, as its words are those of many files.
namespace ww::io::code_pages {
namespace {

enum class Kind { kUtf8, kLatin, kCentral, kCyrillic, kGreek, kChinese, kJapanese, kKorean };
struct Page {
  std::string_view name;
  const char* system;
  Kind kind;
};
// In the order of what is more frequent, which decides between equals.
constexpr std::array<Page, 8> kPages = {{{"utf-8", "UTF-8", Kind::kUtf8},
                                         {"windows-1252", "CP1252", Kind::kLatin},
                                         {"windows-1250", "CP1250", Kind::kCentral},
                                         {"windows-1251", "CP1251", Kind::kCyrillic},
                                         {"windows-1253", "CP1253", Kind::kGreek},
                                         {"gb18030", "GB18030", Kind::kChinese},
                                         {"shift_jis", "CP932", Kind::kJapanese},
                                         {"euc-kr", "CP949", Kind::kKorean}}};

const auto kNames = [] {
  std::array<std::string_view, kPages.size()> out;
  std::ranges::transform(kPages, out.begin(), &Page::name);
  return out;
}();

// Kept open: a sandbox has no tables later on.
iconv_t converter(const Page& page) {
  static std::map<std::string_view, iconv_t> open;
  const auto [at, fresh] = open.emplace(page.name, iconv_t{});
  if (fresh) at->second = iconv_open("UTF-8", page.system);
  return at->second;
}

std::optional<std::string> convert(std::string_view bytes, const Page& page) {
  const iconv_t with = converter(page);
  if (with == reinterpret_cast<iconv_t>(-1)) return std::nullopt;
  iconv(with, nullptr, nullptr, nullptr, nullptr);
  std::string out(4 * bytes.size() + 16, '\0');
  char* from = const_cast<char*>(bytes.data());
  std::size_t left = bytes.size(), room = out.size();
  char* to = out.data();
  if (iconv(with, &from, &left, &to, &room) == static_cast<std::size_t>(-1)) return std::nullopt;
  out.resize(out.size() - room);
  return out;
}

std::vector<char32_t> lettersOf(const std::string& text) {
  std::vector<char32_t> out;
  for (std::size_t at = 0; at < text.size();) out.push_back(nextLetter(text, at));
  return out;
}

bool isAmong(char32_t c, std::u32string_view list) { return list.find(c) != std::u32string_view::npos; }
bool isAscii(char32_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool isLatin(char32_t c) { return isAscii(c) || (c >= 0xC0 && c < 0x250 && c != 0xD7 && c != 0xF7); }
bool isCyrillic(char32_t c) { return c >= 0x400 && c < 0x460; }
bool isGreek(char32_t c) { return c >= 0x386 && c < 0x3CF; }
bool isLetter(char32_t c) { return isLatin(c) || isCyrillic(c) || isGreek(c); }
bool isCapital(char32_t c) {
  if (c < 0x80) return c >= 'A' && c <= 'Z';
  if (c < 0x100) return c >= 0xC0 && c <= 0xDE;
  if (isGreek(c)) return c < 0x3AC && c != 0x390;
  return isCyrillic(c) ? c < 0x430 : isAmong(c, U"ĄĆČĎĐĘĚĹĽŁŃŇŐŔŘŚŞŠŢŤŮŰŹŻŽŒŸ");
}

// What is frequent in its languages; the others of a page are letters of few.
constexpr std::u32string_view kWest = U"äöüÄÖÜßéèàçñåøæÅØÆÉêôîíóáúâÉÀÇÑÓÁÍ";
constexpr std::u32string_view kCentral = U"ąćęłńśźżĄĆĘŁŃŚŹŻčďěňřšťůžČĎĚŇŘŠŤŮŽőűŐŰáéíóúýöüäÁÉÍÓÚÝÖÜÄăâîşţ";
constexpr std::u32string_view kVowels = U"аеиоуыэюяёіїАЕИОУЫЭЮЯЁІЇαεηιουωάέήίόύώΑΕΗΙΟΥΩΆΈΉΊΌΎΏ";
constexpr std::u32string_view kSigns = U"°±µ²³×®©™–—’‘“”„«»·½№•…€";

// How a letter fits between its neighbours (0 where there is none).
double letterFit(char32_t before, char32_t c, char32_t after, Kind kind) {
  const bool tied = isLetter(before) || isLetter(after);
  double fit = 0.0;
  if (kind == Kind::kLatin) fit = isAmong(c, kWest) ? 1.0 : 0.3;
  if (kind == Kind::kCentral) fit = isAmong(c, kCentral) ? 0.9 : 0.2;
  if (kind == Kind::kCyrillic) fit = c < 0x410 || c > 0x44F ? 0.3 : 1.0;
  if (kind == Kind::kGreek) fit = c == 0x3B0 || c == 0x390 ? -0.5 : 1.0;
  const bool european = kind == Kind::kLatin || kind == Kind::kCentral;
  if (isLetter(before) && !isCapital(before) && isCapital(c)) fit -= 2.0;
  if (european && before >= 0x80 && isLetter(before)) fit -= 1.0;
  if (european && after >= 0x80 && isLetter(after)) fit -= 1.0;
  if (!european && (isAscii(before) || isAscii(after))) fit -= 2.0;
  if (!european && !tied) fit -= 0.8;
  if (!isLetter(before) && isAmong(c, U"ЬЪЫьъы")) fit -= 2.0;  // which begin no word
  if (c == U'ς' && isLetter(after)) fit -= 2.0;
  return fit;
}

double alphabetFit(const std::vector<char32_t>& text, Kind kind) {
  double fit = 0.0;
  std::size_t word = 0;
  bool vowel = false;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const char32_t c = i < text.size() ? text[i] : 0, before = i > 0 ? text[i - 1] : 0,
                   after = i + 1 < text.size() ? text[i + 1] : 0;
    const bool foreign = isCyrillic(c) || isGreek(c);
    if (foreign) {
      ++word;
      vowel = vowel || isAmong(c, kVowels);
    } else {
      if (word >= 3 && !vowel) fit -= 2.0;
      word = 0;
      vowel = false;
    }
    if (c < 0x80) continue;
    if (isLetter(c)) fit += letterFit(before, c, after, kind);
    else if (!isAmong(c, kSigns)) fit -= 1.0;
    else fit += isLetter(before) && isLetter(after) ? -1.5 : 0.5;
  }
  return fit;
}

// Syllables of everyday and of workshops.
constexpr std::u32string_view kSyllables =
    U"이다의가에는을고지사로하기도리를인스어한시정자아대수보나일부제라장은트과전서있해들그선구상조공원유치용비주성문"
    U"안소방품판브래킷플레볼너립체암베축링크커버우징핀롤러모터케블박좌상중본품번설계도면바닥손잡가이드샤프실더조인";

double chineseFit(std::string_view bytes) {
  double fit = 0.0;
  bool any = false;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const auto lead = static_cast<std::uint8_t>(bytes[i]);
    if (lead < 0x80) continue;
    const auto trail = i + 1 < bytes.size() ? static_cast<std::uint8_t>(bytes[i + 1]) : std::uint8_t{0};
    ++i;
    if (trail < 0xA1 || lead < 0xA1) fit -= 1.0;  // signs that few use
    else if (lead < 0xA4) fit += 0.5;             // of writing and of numbers
    else if (lead >= 0xB0 && lead <= 0xD7) fit += lead >= 0xC9 ? 2.0 : 1.4, any = true;
    else fit -= 0.7;
  }
  return any ? fit + 1.4 : fit;
}

double japaneseFit(std::string_view bytes) {
  double fit = 0.0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const auto lead = static_cast<std::uint8_t>(bytes[i]);
    if (lead < 0x80) continue;
    const bool half = lead >= 0xA1 && lead <= 0xDF;
    if (half) fit -= 0.4;  // of half width, a byte each
    else if (lead == 0x82 || lead == 0x83) fit += 2.0;
    else if (lead >= 0x88 && lead <= 0x97) fit += 1.3;
    else fit += lead == 0x81 ? 0.5 : -1.0;
    i += half ? 0 : 1;
  }
  return fit;
}

double koreanFit(std::string_view bytes, const std::vector<char32_t>& text) {
  double fit = 0.0;
  std::size_t at = 0;
  for (const char32_t c : text) {
    const auto lead = at < bytes.size() ? static_cast<std::uint8_t>(bytes[at]) : std::uint8_t{0};
    at += c < 0x80 ? 1 : 2;
    if (c < 0x80) continue;
    const bool frequent = lead >= 0xB0 && lead <= 0xC8;
    fit += !frequent ? -0.8 : isAmong(c, kSyllables) ? 2.2 : 0.8;
  }
  return fit;
}

double fitOf(std::string_view bytes, const Page& page) {
  const auto text = convert(bytes, page);
  if (!text) return -3.0 - 0.5 * static_cast<double>(bytes.size());
  const std::vector<char32_t> letters = lettersOf(*text);
  if (page.kind == Kind::kChinese) return chineseFit(bytes);
  if (page.kind == Kind::kJapanese) return japaneseFit(bytes);
  return page.kind == Kind::kKorean ? koreanFit(bytes, letters) : alphabetFit(letters, page.kind);
}

}  // namespace
}  // namespace ww::io::code_pages

namespace ww::io {

std::span<const std::string_view> codePages() { return code_pages::kNames; }

void loadCodePages() {
  // The first conversion loads what opening has not.
  for (const code_pages::Page& page : code_pages::kPages) code_pages::convert("a", page);
}

std::optional<std::string> fromCodePage(std::string_view bytes, std::string_view page) {
  const auto at = std::ranges::find(code_pages::kPages, page, &code_pages::Page::name);
  if (at == code_pages::kPages.end() || (at->kind == code_pages::Kind::kUtf8 && !isUtf8(bytes))) return std::nullopt;
  return code_pages::convert(bytes, *at);
}

std::string_view likelyCodePage(const std::vector<std::string_view>& texts) {
  constexpr std::size_t kMost = 2000;
  std::string_view best = code_pages::kPages[1].name;
  double most = -std::numeric_limits<double>::infinity();
  for (const code_pages::Page& page : code_pages::kPages) {
    if (page.kind == code_pages::Kind::kUtf8) continue;
    double fit = 0.0;
    for (std::size_t i = 0; i < texts.size() && i < kMost; ++i) fit += code_pages::fitOf(texts[i], page);
    if (fit > most + 1e-9) best = page.name;
    most = std::max(most, fit);
  }
  return best;
}

}  // namespace ww::io
