import DatabaseTypes
import Terminal

/// A value as shown in a table cell.
struct CellText: Sendable, Equatable {
  let text: String
  let style: Style
  /// Whether it is right-aligned in its column.
  let isNumber: Bool

  init(_ value: DatabaseValue) {
    isNumber = value.isNumber
    style = value.isNull || value.storageClass == .blob ? .secondary : .plain
    text = Self.text(of: value)
  }

  /// Returns the whole text of a value, but only the start of a blob.
  private static func text(of value: DatabaseValue) -> String {
    switch value {
    case .null: return "NULL"
    case .integer(let integer): return "\(integer)"
    case .real(let real): return realText(real)
    case .text(let text): return showingControls(in: text)
    case .blob(let bytes):
      let start = hexadecimal(bytes.prefix(16)) + (bytes.count > 16 ? "…" : "")
      return "x'\(start)' (\(bytes.count) \(bytes.count == 1 ? "byte" : "bytes"))"
    }
  }
}

extension DatabaseValue {
  /// Whether the value is a number.
  var isNumber: Bool { storageClass == .integer || storageClass == .real }
}
