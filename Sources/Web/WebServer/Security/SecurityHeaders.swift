/// The headers that tell browsers what the server's pages may do.
package struct SecurityHeaders: Sendable {
  /// The headers of each response.
  let headers: [(name: String, value: String)]

  /// - Parameter hasForms: Whether pages submit forms without a script.
  package init(hasForms: Bool = false) {
    let policy = [
      "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data: blob:",
      "connect-src 'self'", "form-action \(hasForms ? "'self'" : "'none'")", "base-uri 'none'",
      "frame-ancestors 'none'", "require-trusted-types-for 'script'",
    ]
    headers = [
      ("Content-Security-Policy", policy.joined(separator: "; ")),
      ("X-Content-Type-Options", "nosniff"),
      ("Referrer-Policy", "no-referrer"),
      ("Cross-Origin-Resource-Policy", "same-origin"),
      ("Cross-Origin-Opener-Policy", "same-origin"),
    ]
  }
}
