/// An answer to a request.
package struct WebResponse: Sendable {
  /// What is sent after the headers.
  package enum Body: Sendable {
    case bytes([UInt8])
    /// What a closure writes, bit by bit, for as long as the client takes it.
    case stream(@Sendable (WebStream) async throws -> Void)
  }

  /// The status of HTTP.
  package var status: Int
  package var headers: [(name: String, value: String)]
  package var body: Body

  package init(
    status: Int = 200,
    contentType: String? = nil,
    headers: [(name: String, value: String)] = [],
    body: Body = .bytes([])
  ) {
    self.status = status
    self.headers = (contentType.map { [("Content-Type", $0)] } ?? []) + headers
    self.body = body
  }
}

extension WebResponse {
  /// A page.
  package static func html(_ text: String, status: Int = 200) -> WebResponse {
    WebResponse(
      status: status,
      contentType: "text/html; charset=utf-8",
      headers: [("Cache-Control", "no-store")],
      body: .bytes(Array(text.utf8))
    )
  }

  /// Text of JSON.
  package static func json(_ text: String, status: Int = 200) -> WebResponse {
    WebResponse(
      status: status,
      contentType: "application/json",
      headers: [("Cache-Control", "no-store")],
      body: .bytes(Array(text.utf8))
    )
  }

  /// An answer without content.
  package static let empty = WebResponse(status: 204)

  /// The advice to get another page, as a form is answered.
  package static func seeOther(_ path: String) -> WebResponse {
    WebResponse(status: 303, headers: [("Location", path)])
  }

  /// An error as JSON: `{"error": "…"}`.
  package static func error(_ status: Int, _ message: String) -> WebResponse {
    json("{\"error\":\(JSONText.string(message))}", status: status)
  }

  /// A file that is saved and not shown, written bit by bit.
  package static func download(
    _ fileName: String,
    contentType: String = "application/octet-stream",
    _ write: @escaping @Sendable (WebStream) async throws -> Void
  ) -> WebResponse {
    let name = fileName.filter { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
    return WebResponse(
      contentType: contentType,
      headers: [
        ("Content-Disposition", "attachment; filename=\"\(name)\""),
        ("Cache-Control", "no-store"),
      ],
      body: .stream(write)
    )
  }
}

/// Text of JSON, made by hand: only what the server itself sends.
package enum JSONText {
  /// A string with its quotation marks.
  package static func string(_ text: some StringProtocol) -> String {
    var json = "\""
    json.reserveCapacity(text.utf8.count + 2)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": json += "\\\""
      case "\\": json += "\\\\"
      case "\n": json += "\\n"
      case "\r": json += "\\r"
      case "\t": json += "\\t"
      // U+2028 and U+2029 end lines of scripts, and U+007F is no printable sign.
      case "\u{0}"..."\u{1F}", "\u{7F}", "\u{2028}", "\u{2029}":
        let code = String(scalar.value, radix: 16)
        json += "\\u" + String(repeating: "0", count: 4 - code.count) + code
      default: json.unicodeScalars.append(scalar)
      }
    }
    return json + "\""
  }
}
