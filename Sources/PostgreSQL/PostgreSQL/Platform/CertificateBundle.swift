import Foundation

/// The certificates of the authorities that the system trusts, in one file, as libpq requires.
enum CertificateBundle {
  /// The path of the system's file, or `nil` if it is in no known place.
  static let path: String? = candidates.first { FileManager.default.isReadableFile(atPath: $0) }

  /// The paths on Debian and Alpine, Fedora, openSUSE, and FreeBSD and macOS.
  private static let candidates = [
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem",
  ]
}
