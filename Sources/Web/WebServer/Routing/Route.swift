import Foundation

/// A server's handler for a method and a path.
package struct Route: Sendable {
  package enum Method: String, Sendable { case get = "GET", post = "POST" }

  /// The clients that may use a route.
  package enum Access: Sendable {
    /// Everyone who reaches the server: pages and files, which contain nothing of a database.
    case open
    /// Clients with the token.
    case token
    /// Clients with the session cookie.
    case session
  }

  /// The content types that a body may have.
  package enum Content: String, Sendable {
    case json = "application/json"
    case form = "application/x-www-form-urlencoded"
    case bytes = "application/octet-stream"
  }

  package typealias Handler = @Sendable (WebRequest) async throws -> WebResponse

  let method: Method
  let pattern: PathPattern
  let access: Access
  /// The content types that the body may have, if there is one.
  let contents: [Content]
  /// The maximum size of the body in bytes.
  let bodyLimit: Int
  /// The time limit of the handler; `nil` if the response is a stream that lasts.
  private(set) var timeLimit: Duration?
  let handler: Handler

  /// Returns whether `method` answers a request; HEAD is a GET whose content is not sent.
  func answers(_ name: String) -> Bool {
    name == method.rawValue || name == "HEAD" && method == .get
  }

  /// Returns the route with a time limit of its handler that is not shorter than another one.
  package func patient(atLeast limit: Duration) -> Route {
    var route = self
    route.timeLimit = timeLimit.map { max($0, limit) }
    return route
  }
}

extension Route {
  /// Returns a route that reads.
  ///
  /// - Parameters:
  ///   - path: The path; a part that begins with `:` matches any text.
  ///   - access: The clients that may use it.
  ///   - timeLimit: The time after which the handler is cancelled and the client gets an error.
  ///   - handler: Returns the answer. It does not run on the server's threads, and is cancelled
  ///     when the client leaves.
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

  /// Returns a route that may change something.
  ///
  /// - Parameters:
  ///   - path: The path; a part that begins with `:` matches any text.
  ///   - access: The clients that may use it.
  ///   - contents: The content types that the body may have.
  ///   - bodyLimit: The maximum size of the body in bytes.
  ///   - timeLimit: The time after which the handler is cancelled and the client gets an error.
  ///   - handler: Returns the answer. It does not run on the server's threads, and is cancelled
  ///     when the client leaves.
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

/// The path of a route, with names for its variable parts: `/tables/:name/rows`.
struct PathPattern: Sendable, Hashable {
  private let parts: [Substring]
  let text: String

  init(_ text: String) {
    self.text = text
    parts = text.split(separator: "/", omittingEmptySubsequences: false)
  }

  /// Returns the decoded values of the names in a path; `nil` if the path does not match.
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
    /// The path exists with other methods.
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
