import DatabaseTypes
import WebServer

/// The conditions of a grid on PostgreSQL.
enum PostgresGridFilter {
  /// The conditions of a request; `nil` if it has none.
  ///
  /// - Throws: `RequestError` for unknown columns, and conditions without their
  ///   values.
  static func condition(of request: GridRequest, _ table: StudioTable) throws(RequestError)
    -> PostgresPiece?
  {
    var conditions: [PostgresPiece] = []
    for filter in request.filters ?? [] where filter.enabled != false {
      conditions.append(try condition(filter, table))
    }
    if let search = request.search, !search.isEmpty {
      conditions.append(searching(search, in: table))
    }
    return conditions.isEmpty ? nil : conditions.joined(separator: " AND ")
  }

  private static func condition(_ filter: GridRequest.Filter, _ table: StudioTable)
    throws(RequestError) -> PostgresPiece
  {
    let name = try table.known([filter.column])[0]
    let term = table.term(name)
    let plain = PostgresName.plain(name)
    switch filter.operator {
    case .isNull: return PostgresPiece("\(plain) IS NULL")
    case .isNotNull: return PostgresPiece("\(plain) IS NOT NULL")
    case .isEmpty: return PostgresPiece("CAST(\(plain) AS text) = ''")
    case .equal, .unequal, .less, .lessOrEqual, .greater, .greaterOrEqual:
      return "\(term.sql) \(filter.operator.rawValue) " + term.value(try filter.oneValue)
    case .contains: return like(plain, "%", try filter.oneValue.plainText)
    case .beginsWith: return like(plain, "", try filter.oneValue.plainText)
    case .isOneOf:
      let values = try filter.severalValues.map { term.value($0) }
      return "\(term.sql) IN (" + values.joined(separator: ", ") + ")"
    case .hasType:
      throw RequestError(
        400,
        "On PostgreSQL all values of a column have one type: remove the filter on the type of \(name)."
      )
    }
  }

  /// The condition that a text is in one of a table's columns.
  private static func searching(_ text: String, in table: StudioTable) -> PostgresPiece {
    let conditions = table.columns.filter { $0.valueType != "bytea" }
      .map { like(PostgresName.plain($0.name), "%", text) }
    return conditions.isEmpty
      ? PostgresPiece("false") : "(" + conditions.joined(separator: " OR ") + ")"
  }

  /// The condition that the text of a value begins with another, or holds it where `before` is `%`;
  /// letters match in both cases.
  private static func like(_ name: String, _ before: String, _ text: String) -> PostgresPiece {
    let pattern = WireCell(.text(before + text.escapedForLike + "%"))
    return "CAST(\(name) AS text) ILIKE " + PostgresPiece(pattern, as: "text")
  }
}
