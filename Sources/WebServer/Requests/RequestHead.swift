/// The line and the headers of a request.
package struct RequestHead: Sendable, Hashable {
  /// The method, such as `GET`.
  package var method: String
  /// The path as it was written, without what follows a `?`.
  package var path: String
  /// The values after the `?`, decoded; of several of a name the last.
  package var query: [String: String]
  /// The headers in their order; names in lower case.
  package private(set) var headers: [(name: String, value: String)]

  package init(
    method: String,
    path: String,
    query: [String: String] = [:],
    headers: [(name: String, value: String)] = []
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.headers = headers.map { ($0.name.lowercased(), $0.value) }
  }

  /// The value of a header that is there once; `nil` where it is not there, or several times.
  package subscript(name: String) -> String? {
    let values = self.values(of: name)
    return values.count == 1 ? values[0] : nil
  }

  /// The values of all headers of a name, which is in lower case.
  package func values(of name: String) -> [String] {
    headers.filter { $0.name == name }.map(\.value)
  }

  /// The bytes that the headers take.
  var size: Int {
    headers.reduce(path.utf8.count) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
  }

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
