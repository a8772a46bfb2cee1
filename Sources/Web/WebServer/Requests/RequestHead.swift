import Foundation

/// The request line and the headers of a request.
package struct RequestHead: Sendable, Hashable {
  /// The method, such as `GET`.
  package var method: String
  /// The path as written, without the query.
  package var path: String
  /// The decoded values of the query; of several with the same name, the last one.
  package var query: [String: String]
  /// The size of the query as written, with its `?`, in bytes.
  var querySize: Int
  /// The headers in order; names are in lower case.
  package private(set) var headers: [(name: String, value: String)]

  package init(
    method: String,
    path: String,
    query: [String: String] = [:],
    querySize: Int = 0,
    headers: [(name: String, value: String)] = []
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.querySize = querySize
    self.headers = headers.map { ($0.name.lowercased(), $0.value) }
  }

  /// The value of a header that occurs once; `nil` if it is missing or occurs several times.
  package subscript(name: String) -> String? {
    let values = self.values(of: name)
    return values.count == 1 ? values[0] : nil
  }

  /// Returns the values of all headers with a name, which is in lower case.
  package func values(of name: String) -> [String] {
    headers.filter { $0.name == name }.map(\.value)
  }

  /// The cookies by name; if a name occurs several times, the first one, which is the most
  /// specific.
  ///
  /// https://www.rfc-editor.org/rfc/rfc6265#section-5.4
  package var cookies: [String: String] {
    let pairs = values(of: "cookie").flatMap { $0.split(separator: ";") }
    return pairs.reduce(into: [:]) { cookies, pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map { $0.trimmingCharacters(in: .whitespaces) }
      guard parts.count == 2, cookies[parts[0]] == nil else { return }
      cookies[parts[0]] = parts[1]
    }
  }

  /// Whether the client is a browser that opens a page.
  package var wantsPage: Bool { self["accept"]?.contains("text/html") ?? false }

  /// The size of the request line and the headers in bytes.
  var size: Int {
    let line = method.utf8.count + path.utf8.count + querySize + Self.restOfLine
    return headers.reduce(line) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
  }

  /// The size of the spaces, the version and the end of a request line.
  private static let restOfLine = "  HTTP/1.1\r\n".utf8.count

  package static func == (left: Self, right: Self) -> Bool {
    left.method == right.method && left.path == right.path && left.query == right.query
      && left.headers.map(\.name) == right.headers.map(\.name)
      && left.headers.map(\.value) == right.headers.map(\.value)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(method)
    hasher.combine(path)
    for header in headers { hasher.combine(header.value) }
  }
}
