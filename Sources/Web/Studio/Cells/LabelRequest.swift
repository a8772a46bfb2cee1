import DatabaseTypes
import WebServer

/// A search for the row that a foreign key should refer to, by its label.
struct LabelRequest: Sendable {
  let table: TableName
  /// The beginning of the label.
  let prefix: String

  static let maxRows = 20

  /// - Parameter schema: The default schema.
  /// - Throws: `RequestError` if the request names no table.
  init(_ request: WebRequest, schema: String) throws {
    table = try request.table(in: schema)
    prefix = request["prefix"] ?? ""
  }
}

/// A row to which a foreign key may refer.
struct LabelHit: Sendable {
  let key: [WireCell]
  let label: WireCell

  var json: String {
    "{\"key\":\(key.keyJSON),\"label\":\(JSONText.string(label.label))}"
  }
}

extension String {
  /// The text as part of a LIKE pattern, with its wildcards escaped.
  var escapedForLike: String {
    replacingBytes(of: "\\", with: "\\\\").replacingBytes(of: "%", with: "\\%")
      .replacingBytes(of: "_", with: "\\_")
  }
}

extension WireCell {
  /// The value in readable form.
  fileprivate var label: String {
    switch value {
    case .null: ""
    case .integer(let integer): "\(integer)"
    case .real(let real): "\(real)"
    case .text(let text): String(text.prefix(200))
    case .blob(let bytes): "BLOB \(bytes.count) bytes"
    }
  }
}
