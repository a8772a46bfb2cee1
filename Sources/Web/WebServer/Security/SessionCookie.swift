/// A cookie with a secret, for pages whose forms work without a script.
///
/// It is weaker than a token in a header. Cookies are shared by all ports of a host: the browser
/// also sends the cookie to the other servers of this machine, and with requests that their pages
/// send to this server. Only the checks of `Sec-Fetch-Site` and `Origin` refuse those requests. So
/// use it for data like shopping lists, and not for a tool that can read any database.
package struct SessionCookie: Sendable {
  /// The name of the cookie, without the port.
  private let name: String
  private let token: AccessToken

  /// The lifetime of the cookie in browsers.
  private static let seconds = 365 * 24 * 3_600

  package init(name: String, token: AccessToken) { (self.name, self.token) = (name, token) }

  /// Returns the response header that sets the cookie.
  ///
  /// - Parameter head: The request, whose `Host` header contains the port.
  package func header(for head: RequestHead) -> (name: String, value: String) {
    let value = "\(name(for: head))=\(token); Path=/; Max-Age=\(Self.seconds)"
    return ("Set-Cookie", value + "; HttpOnly; SameSite=Strict")
  }

  /// Returns whether a request contains the cookie.
  func isShown(by head: RequestHead) -> Bool {
    head.cookies[name(for: head)].map { token.isEqual(to: $0) } ?? false
  }

  /// Returns the name with the port, so that two servers on this machine have different cookies.
  private func name(for head: RequestHead) -> String {
    let host = head["host"] ?? ""
    let digits = host.reversed().prefix { $0.isNumber }.reversed()
    return "\(name)-\(host.contains(":") ? String(digits) : "80")"
  }
}
