import DatabaseTypes
public import DynamicColumns
public import SQLiteDatabase
import TypedSQL

// Interpolations in SQL literals, in addition to values and expressions.

extension SQL.StringInterpolation {
  /// Appends a request as a subquery, in parentheses: `id IN \(Player.select(Column("teamId")))`.
  public mutating func appendInterpolation<Decoder>(_ request: QueryInterfaceRequest<Decoder>) {
    append(request.sqlExpression)
  }

  /// Appends the table of a record type, quoted: `SELECT * FROM \(Player.self)`.
  public mutating func appendInterpolation<Record: TableRecord>(_ record: Record.Type) {
    append(SQLExpression(fragment: "\(quote: record.databaseTableName)"))
  }

  /// Appends the table of a record, quoted: `DELETE FROM \(tableOf: player)`.
  public mutating func appendInterpolation<Record: TableRecord>(tableOf record: Record) {
    appendInterpolation(Record.self)
  }

  /// Appends the default selection of a record type:
  /// `SELECT \(columnsOf: Player.self) FROM player`.
  ///
  /// - Parameters:
  ///   - record: The record type.
  ///   - tableAlias: The table's name in the statement; its own name unless given.
  public mutating func appendInterpolation<Record: TableRecord>(
    columnsOf record: Record.Type,
    tableAlias: String? = nil
  ) {
    let name = record.databaseTableName
    append(
      SQLExpression { context in
        var context = context
        (context.table, context.tableName) = (tableAlias ?? name, name)
        let columns = try record.requestedSelection.flatMap { try $0.list(in: context, of: name) }
        return QueryFragment(list: columns)
      }
    )
  }

  /// Appends a column, given by a coding key, quoted.
  @_disfavoredOverload  // Values and expressions are interpolated as such.
  public mutating func appendInterpolation(_ key: some CodingKey) {
    append(Column(key).sqlExpression)
  }

  /// Appends an order: `ORDER BY \(Column("score").desc)`.
  public mutating func appendInterpolation(_ order: SQLOrdering) {
    append(SQLExpression { try order.fragment(in: $0) })
  }

  /// Appends a selection: `SELECT \(Column("score").forKey("points"))`.
  public mutating func appendInterpolation(_ selection: SQLSelection) {
    append(
      SQLExpression { context in
        let columns = try selection.list(in: context, of: context.tableName)
        return QueryFragment(list: columns)
      }
    )
  }

  /// Appends SQL with values, unchanged.
  public mutating func appendInterpolation(literal sql: SQL) { append(sql.sqlExpression) }

  /// Appends SQL text with values for its parameters, unchanged.
  ///
  /// Never insert user input into the text.
  public mutating func appendInterpolation(sql: String, arguments: StatementArguments) {
    append(SQLExpression(sql: sql, arguments: arguments))
  }

  /// Appends the name of a common table expression, quoted: `SELECT * FROM \(table)`.
  public mutating func appendInterpolation<Row>(_ table: CommonTableExpression<Row>) {
    append(SQLExpression(fragment: "\(quote: table.tableName)"))
  }

  /// Appends the definition of a common table expression: `WITH \(definitionFor: table) SELECT …`.
  public mutating func appendInterpolation<Row>(definitionFor table: CommonTableExpression<Row>) {
    append(
      SQLExpression { context in
        let table = table.table
        let body = try table.body._fragment(in: context)
        var definition = QueryFragment(quote: table.name)
        if !table.columns.isEmpty {
          definition.append(
            "(\(QueryFragment(list: table.columns.map { QueryFragment(quote: $0) })))"
          )
        }
        return "\(definition) AS \(body)"
      }
    )
  }
}

extension SQLSelection {
  /// Returns the items of a statement's select list.
  ///
  /// - Parameter table: The table that `*` expands to the columns of; `nil` if it is not known.
  fileprivate func list(
    in context: _ExpressionContext,
    of table: String?
  ) throws -> [QueryFragment] {
    switch kind {
    case .allColumns(let excluded):
      guard let table else { return ["*"] }
      return try context.schema.columns(of: table)
        .filter { !excluded.contains(.foldingASCII($0)) }
        .map { QueryFragment(column: $0, of: context.table ?? table) }
    case .expression(let expression, let name):
      let fragment = try expression._fragment(in: context)
      return [name.map { fragment + " AS \(quote: $0)" } ?? fragment]
    case .inContext(let make):
      return try make(context).flatMap { try $0.list(in: context, of: table) }
    }
  }
}
