import DatabaseTypes
import SQLiteDatabase
package import TypedSQL

/// A request, written as SQL.
@_documentation(visibility: internal)
public struct _WrittenRequest: Sendable {
  /// The parts of the statement; `nil` for SQL text.
  package var parts: SelectParts?
  /// The SQL before `SELECT`.
  var prefix = QueryFragment()
  /// The text, if there are no parts.
  var text = QueryFragment()
  /// The way that rows form rows with related ones; `nil` if there are no related rows.
  var shape: RowShape?
  /// The adapter of the statement's columns, if there is one.
  var adapter: (any RowAdapter)?
  /// Whether all rows give one, by an aggregate.
  var isAggregate = false
  /// Whether the selection contains names that the conditions may use.
  var hasNamedColumns = false
  /// The number of last columns that link rows to their owners.
  var linkCount = 0
  /// The places of the columns that link rows to their owners, if they are among the others.
  var linkPlaces: [Int]?
  let assemblies = RowAssemblies()

  init(parts: SelectParts) { self.parts = parts }

  init(text: QueryFragment) { self.text = text }
}

extension _WrittenRequest {
  /// Returns the current row of a statement, with those of joined tables.
  func assembledRow(_ statement: PreparedStatement) throws -> Row {
    try assembled(statement.copyRow(), hiddenCount: 0)
  }

  /// Returns a row of the statement, with those of joined tables.
  ///
  /// - Parameter hiddenCount: The number of last columns to ignore.
  func assembled(_ row: Row, hiddenCount: Int) throws -> Row {
    if let adapter { return try assemblies.adaptation(row.layout, adapter).row(row) }
    if shape == nil, hiddenCount == 0 { return row }
    let count = row.count - hiddenCount
    let assembly = assemblies.assembly(row.layout, columnCount: count) {
      shape ?? RowShape(columnCount: count)
    }
    return assembly.row(row.values, [])
  }
}

extension _WrittenRequest {
  /// The SQL; empty if there is nothing to run.
  package var query: QueryFragment {
    guard let parts else { return text }
    return parts.isEmpty ? QueryFragment() : prefix + parts.statement
  }

  /// The SQL of a subquery: if it is known to have no rows, a statement without rows whose columns
  /// have their types, as PostgreSQL compares no number with a NULL that it takes for a text.
  var subquery: QueryFragment {
    let query = query
    guard query.isEmpty else { return query }
    guard let parts else { return .noRows }
    return "SELECT * FROM \(.rows(of: prefix + parts.statement)) WHERE \(.truth(false))"
  }

  /// The request, limited to the first row.
  var limitedToOne: _WrittenRequest {
    guard let parts, parts.limit == nil else { return self }
    var copy = self
    copy.parts = parts.limitedToOne
    return copy
  }

  /// The statement that counts the rows.
  var countQuery: QueryFragment {
    let query = query
    guard !query.isEmpty else { return query }
    guard let parts, prefix.isEmpty, parts.canCountDirectly, !isAggregate,
      !hasNamedColumns
    else {
      return "SELECT count(*) FROM \(.rows(of: query))"
    }
    return parts.query(columns: "count(*)")
  }

  /// The statement that checks whether there are rows.
  var existenceQuery: QueryFragment {
    let query = query
    return query.isEmpty ? query : "SELECT EXISTS (\(query))"
  }

  /// Whether a live query can patch the result.
  package var canBePlanned: Bool {
    parts != nil && prefix.isEmpty && adapter == nil && shape?.hasPrefetches != true
  }

  /// Whether rows are used as the statement returns them.
  var isPlain: Bool { shape == nil && adapter == nil }
}

extension QueryFragment {
  /// Whether the fragment is a column without another name: `"item"."name"`.
  fileprivate var isColumn: Bool {
    guard bindings.isEmpty else { return false }
    var parts = render().sql.utf8[...]
    let quote = UInt8(ascii: "\"")
    while parts.first == quote, let end = parts.dropFirst().firstIndex(of: quote) {
      parts = parts[end...].dropFirst()
      if parts.isEmpty { return true }
      guard parts.first == UInt8(ascii: ".") else { return false }
      parts = parts.dropFirst()
    }
    return false
  }
}

extension SelectParts {
  /// Whether replacing the columns by `count(*)` counts the rows.
  fileprivate var canCountDirectly: Bool {
    !isDistinct && groups.isEmpty && having.isEmpty && limit == nil && offset == nil
      && expressions.allSatisfy(\.isColumn)
  }
}
