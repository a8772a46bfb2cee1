import Foundation

/// What a server does for a method and a path.
package struct Route: Sendable {
  package enum Method: String, Sendable { case get = "GET", post = "POST" }

  /// Who may ask.
  package enum Access: Sendable {
    /// Everyone who reaches the server: pages and files, which hold nothing of a database.
    case open
    /// Who has the token.
    case token
  }

  /// What a body may be.
  package enum Content: String, Sendable {
    case json = "application/json"
    case form = "application/x-www-form-urlencoded"
    case bytes = "application/octet-stream"
  }

  package typealias Handler = @Sendable (WebRequest) async throws -> WebResponse

  let method: Method
  let pattern: PathPattern
  let access: Access
  /// What the body may be, where there is one.
  let contents: [Content]
  /// The bytes that a body has at most.
  let bodyLimit: Int
  /// How long the handler may take; `nil` where the response is a stream that lasts.
  let timeLimit: Duration?
  let handler: Handler

  /// Whether `method` answers a request of a name; HEAD is a GET whose content is not sent.
  func answers(_ name: String) -> Bool {
    name == method.rawValue || name == "HEAD" && method == .get
  }
}

extension Route {
  /// A route that reads.
  ///
  /// - Parameters:
  ///   - path: The path; a part that begins with `:` stands for any.
  ///   - access: Who may ask.
  ///   - timeLimit: How long the handler may take; it is cancelled then, and the client is told.
  ///   - handler: The answer. It runs on no thread of the server's, and is cancelled when the client leaves.
  package static func get(
    _ path: String,
    access: Access = .token,
    timeLimit: Duration? = .seconds(30),
    _ handler: @escaping Handler
  ) -> Route {
    Route(
      method: .get,
      pattern: PathPattern(path),
      access: access,
      contents: [],
      bodyLimit: 0,
      timeLimit: timeLimit,
      handler: handler
    )
  }

  /// A route that may change something.
  ///
  /// - Parameters:
  ///   - path: The path; a part that begins with `:` stands for any.
  ///   - access: Who may ask.
  ///   - contents: What the body may be.
  ///   - bodyLimit: The bytes that it has at most.
  ///   - timeLimit: How long the handler may take; it is cancelled then, and the client is told.
  ///   - handler: The answer. It runs on no thread of the server's, and is cancelled when the client leaves.
  package static func post(
    _ path: String,
    access: Access = .token,
    accepts contents: [Content] = [.json],
    bodyLimit: Int = 1 << 20,
    timeLimit: Duration? = .seconds(30),
    _ handler: @escaping Handler
  ) -> Route {
    Route(
      method: .post,
      pattern: PathPattern(path),
      access: access,
      contents: contents,
      bodyLimit: bodyLimit,
      timeLimit: timeLimit,
      handler: handler
    )
  }
}

/// The path of a route, with names for what differs: `/tables/:name/rows`.
struct PathPattern: Sendable, Hashable {
  private let parts: [Substring]
  private let text: String

  init(_ text: String) {
    self.text = text
    parts = text.split(separator: "/", omittingEmptySubsequences: false)
  }

  /// What stands in a path for the names, decoded; `nil` where the path is another.
  func match(_ path: String) -> [String: String]? {
    let values = path.split(separator: "/", omittingEmptySubsequences: false)
    guard values.count == parts.count else { return nil }
    var parameters: [String: String] = [:]
    for (part, value) in zip(parts, values) {
      if part.first == ":" {
        guard !value.isEmpty, let decoded = value.removingPercentEncoding else { return nil }
        parameters[String(part.dropFirst())] = decoded
      } else if part != value {
        return nil
      }
    }
    return parameters
  }
}

/// All routes of a server.
struct RouteTable: Sendable {
  let routes: [Route]

  enum Match {
    case found(Route, parameters: [String: String])
    /// The path is there, with other methods.
    case otherMethods([String])
    case none
  }

  func match(_ head: RequestHead) -> Match {
    var methods: [String] = []
    for route in routes {
      guard let parameters = route.pattern.match(head.path) else { continue }
      if route.answers(head.method) { return .found(route, parameters: parameters) }
      methods.append(route.method.rawValue)
    }
    return methods.isEmpty ? .none : .otherMethods(methods)
  }
}
