/// The rules that a request must keep before anything is done for it.
///
/// Any page in the user's browser can send requests to this machine, and so can any program on it. A page cannot choose
/// the `Host` that the browser sends, which ends DNS rebinding; it cannot set `Authorization` without being asked first,
/// which is refused; and browsers say by `Sec-Fetch-Site` whose page asks.
///
/// https://fetch.spec.whatwg.org, https://www.w3.org/TR/fetch-metadata
struct RequestGuard: Sendable {
  /// The addresses that the server answers for, such as `127.0.0.1:8080`.
  let hosts: Set<String>
  /// What who may ask must show; `nil` where the server has no secrets.
  let token: AccessToken?
  let routes: RouteTable

  /// The bytes that the headers may take.
  static let headerLimit = 8_192

  /// The decision on a request.
  enum Verdict {
    case allowed(Route, parameters: [String: String])
    case refused(WebResponse)
  }

  init(port: UInt16, addresses: [String], token: AccessToken?, routes: RouteTable) {
    let names = Set(addresses.map { $0.contains(":") ? "[\($0)]" : $0 } + ["localhost"])
    // Browsers leave the port of HTTP out.
    hosts = Set(names.map { "\($0):\(port)" }).union(port == 80 ? names : [])
    self.token = token
    self.routes = routes
  }

  /// Decides by the line and the headers alone, before the body is read.
  func judge(_ head: RequestHead) -> Verdict {
    guard let host = head["host"], hosts.contains(host.lowercased()) else {
      return .refused(.error(421, "This server has another name."))
    }
    guard head.size <= Self.headerLimit else {
      return .refused(.error(431, "The headers are too long."))
    }
    switch routes.match(head) {
    case .none:
      return .refused(.error(404, "There is no such page."))
    case .otherMethods(let methods):
      var response = WebResponse.error(405, "This page is asked in another way.")
      response.headers.append(("Allow", methods.joined(separator: ", ")))
      return .refused(response)
    case .found(let route, let parameters):
      if let refusal = refusal(of: head, at: route) { return .refused(refusal) }
      return .allowed(route, parameters: parameters)
    }
  }

  private func refusal(of head: RequestHead, at route: Route) -> WebResponse? {
    guard isOwnPage(head, at: route) else {
      return .error(403, "Another page may not ask this server.")
    }
    if route.access == .token, let token {
      let words = head["authorization"]?.split(separator: " ") ?? []
      guard words.count == 2, words[0].lowercased() == "bearer", token.isEqual(to: words[1]) else {
        return .error(
          401,
          "The token is missing or wrong. Open the address that the program has printed."
        )
      }
    }
    return route.method == .post ? refusalOfBody(head, at: route) : nil
  }

  /// Whether a page of this server asks, or a person, or a program that is no browser.
  private func isOwnPage(_ head: RequestHead, at route: Route) -> Bool {
    switch head.values(of: "sec-fetch-site") {
    case ["same-origin"]: return true
    // A person has typed the address or opened a bookmark, which sends no form.
    case ["none"]: return route.method == .get
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

  private func refusalOfBody(_ head: RequestHead, at route: Route) -> WebResponse? {
    let type = head["content-type"]?.prefix { $0 != ";" }.lowercased() ?? ""
    guard route.contents.contains(where: { $0.rawValue == type.filter { $0 != " " } }) else {
      let types = route.contents.map(\.rawValue).joined(separator: " or ")
      return .error(415, "The content must be \(types).")
    }
    guard let length = head["content-length"] else { return nil }
    guard let count = Int(length), count >= 0 else {
      return .error(400, "The length is no number.")
    }
    return count <= route.bodyLimit ? nil : .error(413, "The content is too long.")
  }
}
