/// The rules that a request must satisfy before it is handled.
///
/// Any page in the user's browser can send requests to this machine, and so can any program on it.
/// A page cannot choose the `Host` that the browser sends, which prevents DNS rebinding; it cannot
/// set `Authorization` without a preflight request, which is refused; and browsers report in
/// `Sec-Fetch-Site` which site's page sends the request.
///
/// https://fetch.spec.whatwg.org, https://www.w3.org/TR/fetch-metadata
struct RequestGuard: Sendable {
  /// The addresses of the server, such as `127.0.0.1:8080`.
  let hosts: Set<String>
  /// The token that routes may require; `nil` if the server has none.
  let token: AccessToken?
  /// The cookie that routes with the access `session` require.
  let session: SessionCookie?
  let routes: RouteTable

  /// The maximum size of the request line and the headers in bytes.
  static let headerLimit = 8_192

  /// The decision on a request.
  enum Verdict {
    case allowed(Route, parameters: [String: String])
    case refused(WebResponse)
  }

  init(
    port: UInt16,
    addresses: [String],
    token: AccessToken?,
    session: SessionCookie? = nil,
    routes: RouteTable
  ) {
    let names = Set(addresses.map { $0.contains(":") ? "[\($0)]" : $0 } + ["localhost"])
    // Browsers omit the default port of HTTP.
    hosts = Set(names.map { "\($0):\(port)" }).union(port == 80 ? names : [])
    self.token = token
    self.session = session
    self.routes = routes
  }

  /// Decides by the request line and the headers only, before the body is read.
  func judge(_ head: RequestHead) -> Verdict {
    guard let host = head["host"], hosts.contains(host.lowercased()) else {
      return .refused(.error(421, "This server has a different host name."))
    }
    guard head.size <= Self.headerLimit else {
      return .refused(.error(431, "The address or the headers are too long."))
    }
    switch routes.match(head) {
    case .none:
      return .refused(.error(404, "There is no such page."))
    case .otherMethods(let methods):
      var response = WebResponse.error(405, "This page does not support the request method.")
      response.headers.append(("Allow", methods.joined(separator: ", ")))
      return .refused(response)
    case .found(let route, let parameters):
      if let refusal = refusal(of: head, at: route) { return .refused(refusal) }
      return .allowed(route, parameters: parameters)
    }
  }

  private func refusal(of head: RequestHead, at route: Route) -> WebResponse? {
    guard isOwnPage(head, at: route) else {
      return .error(403, "Other pages may not send requests to this server.")
    }
    guard mayAsk(head, at: route) else {
      let problem =
        route.access == .session
        ? "This browser has no key to these pages." : "The token is missing or wrong."
      return .error(401, problem + " Open the address that the program has printed.")
    }
    return route.method == .post ? refusalOfBody(head, at: route) : nil
  }

  /// Returns whether a request contains the secret that its route requires.
  private func mayAsk(_ head: RequestHead, at route: Route) -> Bool {
    switch route.access {
    case .open: return true
    case .session: return session?.isShown(by: head) ?? false
    case .token:
      guard let token else { return true }
      let words = head["authorization"]?.split(separator: " ") ?? []
      return words.count == 2 && words[0].lowercased() == "bearer" && token.isEqual(to: words[1])
    }
  }

  /// Returns whether the sender is a page of this server, a person, or a program that is not a
  /// browser.
  private func isOwnPage(_ head: RequestHead, at route: Route) -> Bool {
    switch head.values(of: "sec-fetch-site") {
    case ["same-origin"]: return true
    // A person has typed the address or opened a bookmark, which never sends a form.
    case ["none"]: return route.method == .get
    // A link on another site, or a file that redirects here, opens a page, which contains nothing
    // of a database.
    case ["cross-site"], ["same-site"]:
      return route.access == .open && Self.opensPage(head, at: route)
    case []: break
    default: return false
    }
    switch head.values(of: "origin") {
    case []: return true
    case let origins where origins.count == 1:
      return hosts.contains { "http://" + $0 == origins[0].lowercased() }
    default: return false
    }
  }

  /// Returns whether a browser shows the answer as a page of its own, so that no script gets it.
  private static func opensPage(_ head: RequestHead, at route: Route) -> Bool {
    route.method == .get && head["sec-fetch-mode"] == "navigate"
      && head["sec-fetch-dest"] == "document"
  }

  private func refusalOfBody(_ head: RequestHead, at route: Route) -> WebResponse? {
    let type = head["content-type"]?.prefix { $0 != ";" }.lowercased() ?? ""
    guard route.contents.contains(where: { $0.rawValue == type.filter { $0 != " " } }) else {
      let types = route.contents.map(\.rawValue).joined(separator: " or ")
      return .error(415, "The content must be \(types).")
    }
    guard let length = head["content-length"] else { return nil }
    guard let count = Int(length), count >= 0 else {
      return .error(400, "The length is not a number.")
    }
    return count <= route.bodyLimit ? nil : .error(413, "The content is too long.")
  }
}
