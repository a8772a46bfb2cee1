import Foundation

/// The certificates of authorities that the system trusts, as libpq wants them: in one file.
enum CertificateBundle {
  /// The path of the system's file, or `nil` where none is at a known place.
  static let path: String? = candidates.first { FileManager.default.isReadableFile(atPath: $0) }

  /// Debian and Alpine, Fedora, openSUSE, FreeBSD and macOS.
  private static let candidates = [
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem",
  ]
}
