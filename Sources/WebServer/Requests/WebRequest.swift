import Foundation

/// A request that has passed all checks, with its whole body.
package struct WebRequest: Sendable {
  package var head: RequestHead
  /// What stands in the path where the route has names, decoded: `/tables/:name`.
  package var parameters: [String: String]
  package var body: [UInt8]

  package init(head: RequestHead, parameters: [String: String] = [:], body: [UInt8] = []) {
    self.head = head
    self.parameters = parameters
    self.body = body
  }

  /// A value of the path or, where that has none of the name, of the query.
  package subscript(name: String) -> String? { parameters[name] ?? head.query[name] }

  /// The body as JSON.
  ///
  /// - Throws: ``RequestError`` of status 400 where it is something else.
  package func json<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
    do { return try JSONDecoder().decode(type, from: Data(body)) } catch {
      throw RequestError(400, "The body is not the JSON that was expected.")
    }
  }

  /// The fields of a form; of several of a name the last.
  ///
  /// https://url.spec.whatwg.org/#application/x-www-form-urlencoded
  package var form: [String: String] {
    let pairs = String(decoding: body, as: UTF8.self).split(separator: "&")
    return pairs.reduce(into: [:]) { fields, pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Self.decoded(parts[0]) else { return }
      fields[name] = parts.count == 2 ? Self.decoded(parts[1]) : ""
    }
  }

  private static func decoded(_ text: Substring) -> String? {
    text.replacing("+", with: " ").removingPercentEncoding
  }
}

/// An error that is the answer to a request.
package struct RequestError: Error, Sendable, Hashable {
  /// The status of HTTP.
  package var status: Int
  /// A sentence for the person who asked; no path and no value of a database is in it.
  package var message: String

  package init(_ status: Int, _ message: String) {
    self.status = status
    self.message = message
  }
}
