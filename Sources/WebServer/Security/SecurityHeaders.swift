/// The headers by which a server tells browsers what its pages may do.
package struct SecurityHeaders: Sendable {
  /// What each response carries.
  let headers: [(name: String, value: String)]

  /// - Parameter hasForms: Whether pages send forms without a script.
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
