import DatabaseTypes
import PostgreSQL
import PostgreSQLLive
import PostgreSQLTools
import SQLiteDatabase

/// A piece of SQL for PostgreSQL with its values, each cast to a type.
///
/// Values are sent as texts, which the server reads like literals; blobs are sent as bytes.
struct PostgresPiece: Sendable, Hashable {
  private enum Part: Sendable, Hashable {
    case sql(String)
    case value(WireCell, type: String)
  }

  private var parts: [Part]

  init(_ sql: String = "") { parts = [.sql(sql)] }

  /// A value.
  ///
  /// - Parameter type: The type that it is cast to.
  init(_ value: WireCell, as type: String) { parts = [.value(value, type: type)] }

  static func + (left: Self, right: Self) -> Self {
    var piece = left
    piece.parts += right.parts
    return piece
  }

  static func + (left: Self, right: String) -> Self { left + PostgresPiece(right) }

  static func + (left: String, right: Self) -> Self { PostgresPiece(left) + right }

  /// The SQL, with `$1`, `$2` … for the values.
  var sql: String {
    var number = 0
    return parts.map { part in
      switch part {
      case .sql(let sql): return sql
      case .value(_, let type):
        number += 1
        return "$\(number)::\(type)"
      }
    }.joined()
  }

  /// The values in order.
  var values: [PostgresValue] { arguments.map { PostgresValue($0) } }

  private var arguments: [DatabaseValue] {
    parts.compactMap { if case .value(let cell, _) = $0 { cell.postgresArgument } else { nil } }
  }

  /// The SQL in readable form, with its values.
  var text: String {
    parts.map { part in
      switch part {
      case .sql(let sql): sql
      case .value(let cell, _): cell.postgresLiteral
      }
    }.joined()
  }

  /// The live query of this SQL.
  ///
  /// - Parameter keyColumns: The columns of the result that identify a row.
  func query(keyColumns: [String]?) -> PostgresTextQuery {
    var texts = [""]
    for part in parts {
      switch part {
      case .sql(let sql): texts[texts.count - 1] += sql
      case .value(_, let type): texts.append("::\(type)")
      }
    }
    return PostgresTextQuery(
      sql: sql,
      texts: texts,
      values: arguments,
      keyColumns: keyColumns,
      shown: \.shownValue
    )
  }
}

extension Sequence<PostgresPiece> {
  /// The pieces with a text between them.
  func joined(separator: String) -> PostgresPiece {
    var result = PostgresPiece()
    for (index, piece) in enumerated() { result = result + (index == 0 ? "" : separator) + piece }
    return result
  }
}

extension WireCell {
  /// The value as it is sent to the server.
  fileprivate var postgresArgument: DatabaseValue {
    switch value {
    case .null, .text, .blob: value
    case .integer(let integer): .text("\(integer)")
    case .real(let real): .text(Self.postgresText(real))
    }
  }

  /// The value as an SQL literal.
  var postgresLiteral: String {
    switch value {
    case .null: "NULL"
    case .integer(let integer): "\(integer)"
    case .real(let real) where real.isFinite: "\(real)"
    case .real(let real): "'\(Self.postgresText(real))'"
    case .text(let text): text.quoted(by: "'")
    case .blob(let bytes): "'\\x\(Self.hex(bytes))'"
    }
  }

  private static func postgresText(_ real: Double) -> String {
    if real.isInfinite { return real < 0 ? "-Infinity" : "Infinity" }
    return real.isNaN ? "NaN" : "\(real)"
  }
}
