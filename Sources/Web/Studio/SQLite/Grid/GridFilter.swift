import DatabaseTypes
import SQLiteDatabase
import WebServer

/// The conditions of a grid: those on its columns, and the search text.
struct GridFilter: Sendable, Hashable {
  /// The condition with placeholders for its values.
  let piece: SQLPiece
  /// The condition in readable form, with its values.
  let text: String

  /// The conditions of a request; `nil` if it has none.
  ///
  /// - Throws: `RequestError` for unknown columns, and conditions without their
  ///   values.
  init?(_ request: GridRequest, of table: StudioTable) throws(RequestError) {
    var conditions: [Condition] = []
    for filter in request.filters ?? [] where filter.enabled != false {
      conditions.append(try Condition(filter, of: table))
    }
    if let search = request.search, !search.isEmpty {
      conditions.append(Condition(searching: search, in: table))
    }
    if conditions.isEmpty { return nil }
    piece = SQLPiece(
      sql: conditions.map { $0.sql(quotedIdentifier) { $0.placeholder } }.joined(
        separator: " AND "
      ),
      arguments: conditions.flatMap { $0.values.map(\.value) }
    )
    text = conditions.map { $0.sql(plainName) { $0.literal } }.joined(separator: " AND ")
  }
}

/// A condition: pieces of SQL, names and values, in order.
private struct Condition: Sendable, Hashable {
  private enum Part: Sendable, Hashable {
    case sql(String)
    case name(String)
    case value(WireCell)
  }

  private var parts: [Part]

  /// Its values in order.
  var values: [WireCell] {
    parts.compactMap { if case .value(let value) = $0 { value } else { nil } }
  }

  /// Its SQL.
  func sql(_ name: (String) -> String, _ value: (WireCell) -> String) -> String {
    parts.map { part in
      switch part {
      case .sql(let sql): sql
      case .name(let column): name(column)
      case .value(let cell): value(cell)
      }
    }.joined()
  }

  init(_ filter: GridRequest.Filter, of table: StudioTable) throws(RequestError) {
    let name = Part.name(try table.known([filter.column])[0])
    switch filter.operator {
    case .isNull: parts = [name, .sql(" IS NULL")]
    case .isNotNull: parts = [name, .sql(" IS NOT NULL")]
    case .isEmpty: parts = [name, .sql(" = ''")]
    case .equal, .unequal, .less, .lessOrEqual, .greater, .greaterOrEqual:
      parts = [name, .sql(" \(filter.operator.rawValue) "), .value(try filter.oneValue)]
    case .contains: parts = Self.like(name, "%", try filter.oneValue)
    case .beginsWith: parts = Self.like(name, "", try filter.oneValue)
    case .hasType: parts = [.sql("typeof("), name, .sql(") = "), .value(try filter.oneValue)]
    case .isOneOf:
      let values = try filter.severalValues.map { [Part.value($0)] }
      parts = [name, .sql(" IN (")] + values.joined(separator: [.sql(", ")]) + [.sql(")")]
    }
  }

  /// The condition that a text is in one of a table's columns.
  init(searching text: String, in table: StudioTable) {
    let conditions = table.columns.map { Self.like(.name($0.name), "%", WireCell(.text(text))) }
    let any = grouped(conditions[...], by: Part.sql(" OR "), .sql("("), .sql(")"))
    parts = [.sql("(")] + any + [.sql(")")]
  }

  /// The condition that a text begins with another one, or contains it if `before` is `%`; ASCII
  /// letters match in both cases.
  private static func like(_ name: Part, _ before: String, _ value: WireCell) -> [Part] {
    let pattern = before + value.plainText.escapedForLike + "%"
    return [name, .sql(" LIKE "), .value(WireCell(.text(pattern))), .sql(" ESCAPE '\\'")]
  }
}
