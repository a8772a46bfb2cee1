import DatabaseTypes
import SQLiteDatabase
package import TypedSQL

/// A request, written as SQL.
@_documentation(visibility: internal)
public struct _WrittenRequest: Sendable {
  /// The statement taken apart; `nil` for SQL text.
  package var parts: SelectParts?
  /// What stands before `SELECT`.
  var prefix = QueryFragment()
  /// The text where there are no parts.
  var text = QueryFragment()
  /// How its rows make rows with others in them; `nil` where they are as they come.
  var shape: RowShape?
  /// Which columns of the statement its rows have; `nil` where they have all.
  var adapter: (any RowAdapter)?
  /// Whether one row comes of all.
  var isAggregate = false
  /// Whether it gives names to what it selects, which its conditions may use.
  var hasNamedColumns = false
  /// How many of the last columns are those by which rows are given to others.
  var linkCount = 0
  let assemblies = RowAssemblies()

  init(parts: SelectParts) { self.parts = parts }

  init(text: QueryFragment) { self.text = text }
}

extension _WrittenRequest {
  /// The row on which a statement stands, with those of joined tables.
  ///
  /// - Parameter hiddenCount: How many of the last columns are for no reader.
  func assembledRow(_ statement: PreparedStatement, hiddenCount: Int = 0) throws -> Row {
    try assembled(statement.copyRow(), hiddenCount: hiddenCount)
  }

  /// A row of the statement, with those of joined tables.
  ///
  /// - Parameter hiddenCount: How many of the last columns are for no reader.
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
  /// The SQL; empty where there is nothing to run.
  package var query: QueryFragment {
    guard let parts else { return text }
    return parts.isEmpty ? QueryFragment() : prefix + parts.statement
  }

  /// The same for the first row alone.
  var limitedToOne: _WrittenRequest {
    guard let parts, parts.limit == nil else { return self }
    var copy = self
    copy.parts = parts.limitedToOne
    return copy
  }

  /// The statement that counts its rows.
  var countQuery: QueryFragment {
    let query = query
    guard !query.isEmpty else { return query }
    guard let parts, prefix.isEmpty, parts.isCountedAsIs, !isAggregate,
      !hasNamedColumns
    else {
      return "SELECT count(*) FROM \(.rows(of: query))"
    }
    return parts.query(columns: "count(*)")
  }

  /// The statement that tells whether there are rows.
  var existenceQuery: QueryFragment {
    let query = query
    return query.isEmpty ? query : "SELECT EXISTS (\(query))"
  }

  /// Whether nothing keeps a live query from patching its result.
  package var canBePlanned: Bool {
    parts != nil && prefix.isEmpty && adapter == nil && shape?.hasPrefetches != true
  }

  /// Whether rows are as the statement gives them.
  var isPlain: Bool { shape == nil && adapter == nil }
}

extension QueryFragment {
  /// Whether it is a column, and gives no other name to it: `"item"."name"`.
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
  /// Whether `count(*)` in place of the columns counts the rows.
  fileprivate var isCountedAsIs: Bool {
    !isDistinct && groups.isEmpty && having.isEmpty && limit == nil && offset == nil
      && expressions.allSatisfy(\.isColumn)
  }
}
