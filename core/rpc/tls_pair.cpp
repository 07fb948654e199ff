// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/tls_pair.h"

#include <openssl/pem.h>
#include <openssl/x509.h>

#include <memory>

#include "core/rpc/failures.h"

namespace ww::rpc {
namespace {

using Bio = std::unique_ptr<BIO, decltype(&BIO_free)>;
using Certificate = std::unique_ptr<X509, decltype(&X509_free)>;
using Key = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;

Bio reading(const std::string& text) { return {BIO_new_mem_buf(text.data(), static_cast<int>(text.size())), BIO_free}; }

// Else the library asks for it at the terminal.
int noPassword(char* /*out*/, int /*size*/, int /*writes*/, void* asked) {
  *static_cast<bool*>(asked) = true;
  return -1;
}

FailureArg file(const std::string& name) { return {"file", arg::Place{name}}; }

bool holds(const std::string& text, const char* words) { return text.find(words) != std::string::npos; }

Result<Certificate> readCertificate(const ServerOptions& options) {
  Certificate certificate(PEM_read_bio_X509(reading(options.tls_certificate).get(), nullptr, nullptr, nullptr),
                          X509_free);
  if (certificate) return certificate;
  const bool key = holds(options.tls_certificate, "PRIVATE KEY-----");
  return fail(key ? failures::kKeyAsCertificate : failures::kNoCertificate, {file(options.certificate_file)});
}

Result<Key> readKey(const ServerOptions& options) {
  bool asked = false;
  Key key(PEM_read_bio_PrivateKey(reading(options.tls_key).get(), nullptr, noPassword, &asked), EVP_PKEY_free);
  if (key) return key;
  if (asked) return fail(failures::kKeyWithPassword, {file(options.key_file)});
  const bool certificate = holds(options.tls_key, "BEGIN CERTIFICATE-----");
  return fail(certificate ? failures::kCertificateAsKey : failures::kNoKey, {file(options.key_file)});
}

}  // namespace

Status checkTlsPair(const ServerOptions& options) {
  if (options.tls_certificate.empty()) return okStatus();
  WW_ASSIGN(const Certificate certificate, readCertificate(options));
  WW_ASSIGN(const Key key, readKey(options));
  if (X509_check_private_key(certificate.get(), key.get()) == 1) return okStatus();
  return fail(failures::kKeyOfAnother,
              {{"key", arg::Place{options.key_file}}, {"certificate", arg::Place{options.certificate_file}}});
}

}  // namespace ww::rpc
