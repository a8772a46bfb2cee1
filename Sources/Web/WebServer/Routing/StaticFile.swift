/// A file that is part of the program.
///
/// Browsers cache it and revalidate it, so a newer program shows its own file.
package struct StaticFile: Sendable {
  package let path: String
  package let contentType: String
  package let bytes: [UInt8]
  /// A tag that identifies exactly this content.
  package let tag: String

  /// Creates a file, whose content type follows from its name.
  package init(path: String, text: String) {
    self.init(path: path, contentType: Self.contentType(of: path), bytes: Array(text.utf8))
  }

  package init(path: String, contentType: String, bytes: [UInt8]) {
    self.path = path
    self.contentType = contentType
    self.bytes = bytes
    tag = "\"\(String(Self.hash(bytes), radix: 16))\""
  }

  /// The route that serves the file to everyone.
  package var route: Route { .get(path, access: .open) { request in response(to: request.head) } }

  func response(to head: RequestHead) -> WebResponse {
    let headers = [("ETag", tag), ("Cache-Control", "no-cache")]
    if head.values(of: "if-none-match").contains(where: { $0.contains(tag) }) {
      return WebResponse(status: 304, headers: headers)
    }
    return WebResponse(contentType: contentType, headers: headers, body: .bytes(bytes))
  }

  private static func contentType(of path: String) -> String {
    switch path.split(separator: ".").last {
    case "html": "text/html; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "svg": "image/svg+xml"
    case "json": "application/json"
    default: path.contains(".") ? "application/octet-stream" : "text/html; charset=utf-8"
    }
  }

  /// Returns the FNV-1a hash, which is the same in every run.
  private static func hash(_ bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
