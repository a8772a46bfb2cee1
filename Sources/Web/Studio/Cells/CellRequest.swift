import DatabaseTypes
import Foundation
import WebServer

/// A request for a whole value, which a grid shows cut.
struct CellRequest: Sendable {
  let table: TableName
  let key: [WireCell]
  let column: String

  /// - Parameter schema: The default schema.
  /// - Throws: `RequestError` if the request does not say which.
  init(_ request: WebRequest, schema: String) throws {
    table = try request.table(in: schema)
    column = try request.required("column")
    let text = try request.required("key")
    guard let cells = try? JSONDecoder().decode([WireCell].self, from: Data(text.utf8)) else {
      throw RequestError(400, "The key is not the expected JSON.")
    }
    key = cells
  }
}

extension WireCell {
  /// The whole value, or with `digest` its size and hash: the page needs no more of a large value
  /// in order to replace it.
  func response(to request: WebRequest) -> WebResponse {
    request["digest"] == nil ? response : .json(SeenCell(self, above: 0).json)
  }

  /// The whole value as a response; content that a page could run is only saved.
  var response: WebResponse {
    switch value {
    case .blob(let bytes) where !isInvalidText:
      let type = Self.imageType(bytes)
      return WebResponse(
        contentType: type ?? "application/octet-stream",
        headers: Self.headers + (type == nil ? [("Content-Disposition", "attachment")] : []),
        body: .bytes(bytes)
      )
    case .blob(let bytes): return Self.text(bytes)
    case .text(let text): return Self.text(Array(text.utf8))
    case .integer(let integer): return Self.text(Array("\(integer)".utf8))
    case .real(let real): return Self.text(Array("\(real)".utf8))
    case .null: return Self.text([])
    }
  }

  private static let headers = [(name: "Cache-Control", value: "no-store")]

  private static func text(_ bytes: [UInt8]) -> WebResponse {
    WebResponse(contentType: "text/plain; charset=utf-8", headers: headers, body: .bytes(bytes))
  }

  /// The type of an image that browsers show and that holds no script, by its first bytes.
  private static func imageType(_ bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
    if bytes.starts(with: Array("GIF87a".utf8)) || bytes.starts(with: Array("GIF89a".utf8)) {
      return "image/gif"
    }
    let isWebP =
      bytes.starts(with: Array("RIFF".utf8)) && bytes.dropFirst(8).starts(with: Array("WEBP".utf8))
    return isWebP ? "image/webp" : nil
  }
}
