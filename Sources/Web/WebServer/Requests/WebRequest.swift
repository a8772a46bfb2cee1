import Foundation

/// A request that has passed all checks, with its whole body.
package struct WebRequest: Sendable {
  package var head: RequestHead
  /// The decoded parts of the path for the names in the route: `/tables/:name`.
  package var parameters: [String: String]
  package var body: [UInt8]

  package init(head: RequestHead, parameters: [String: String] = [:], body: [UInt8] = []) {
    self.head = head
    self.parameters = parameters
    self.body = body
  }

  /// The value of a name in the path or, if it is not there, in the query.
  package subscript(name: String) -> String? { parameters[name] ?? head.query[name] }

  /// The body as JSON.
  ///
  /// - Throws: ``RequestError`` with status 400 if the body does not decode.
  package func json<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
    do { return try JSONDecoder().decode(type, from: Data(body)) } catch {
      throw RequestError(400, "The body is not the expected JSON.")
    }
  }

  /// The fields of a form; if a name occurs several times, the last value counts.
  package var form: [String: String] { Self.fields(of: String(decoding: body, as: UTF8.self)) }

  /// Parses a form-encoded text; if a name occurs several times, the last value counts.
  ///
  /// https://url.spec.whatwg.org/#application/x-www-form-urlencoded
  package static func fields(of text: some StringProtocol) -> [String: String] {
    // By bytes: a sign with a combining accent is one `Character`.
    Substring(text).utf8.split(separator: UInt8(ascii: "&")).reduce(into: [:]) { fields, pair in
      let parts = pair.split(
        separator: UInt8(ascii: "="),
        maxSplits: 1,
        omittingEmptySubsequences: false
      )
      guard let name = decoded(parts[0]) else { return }
      fields[name] = parts.count == 2 ? decoded(parts[1]) : ""
    }
  }

  private static func decoded(_ text: Substring.UTF8View) -> String? {
    let bytes = text.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
    return String(decoding: bytes, as: UTF8.self).removingPercentEncoding
  }
}

/// An error that is the answer to a request.
package struct RequestError: Error, Sendable, Hashable {
  /// The HTTP status.
  package var status: Int
  /// A sentence for the person who asked, without paths and values of a database.
  package var message: String

  package init(_ status: Int, _ message: String) {
    self.status = status
    self.message = message
  }
}
