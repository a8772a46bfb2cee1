public import DynamicColumns
public import SQLiteDatabase
import TypedSQL

// What stands in the text of a literal besides values and expressions.

extension SQL.StringInterpolation {
  /// A request as a subquery, in parentheses: `id IN \(Player.select(Column("teamId")))`.
  public mutating func appendInterpolation<Decoder>(_ request: QueryInterfaceRequest<Decoder>) {
    append(request.sqlExpression)
  }

  /// The table of a record, quoted: `SELECT * FROM \(Player.self)`.
  public mutating func appendInterpolation<Record: TableRecord>(_ record: Record.Type) {
    append(SQLExpression(fragment: "\(quote: record.databaseTableName)"))
  }

  /// The table of a record, quoted: `DELETE FROM \(tableOf: player)`.
  public mutating func appendInterpolation<Record: TableRecord>(tableOf record: Record) {
    appendInterpolation(Record.self)
  }

  /// The columns that requests for a record select: `SELECT \(columnsOf: Player.self) FROM player`.
  ///
  /// - Parameters:
  ///   - record: The record.
  ///   - tableAlias: The table's name in the statement; its own unless given.
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

  /// A column by the key of a `Codable` type, quoted.
  @_disfavoredOverload  // What is a value or an expression too is that.
  public mutating func appendInterpolation(_ key: some CodingKey) {
    append(Column(key).sqlExpression)
  }

  /// An order: `ORDER BY \(Column("score").desc)`.
  public mutating func appendInterpolation(_ order: SQLOrdering) {
    append(SQLExpression { try order.fragment(in: $0) })
  }

  /// What is selected: `SELECT \(Column("score").forKey("points"))`.
  public mutating func appendInterpolation(_ selection: SQLSelection) {
    append(
      SQLExpression { context in
        let columns = try selection.list(in: context, of: context.tableName)
        return QueryFragment(list: columns)
      }
    )
  }

  /// SQL with values in it, as it stands.
  public mutating func appendInterpolation(literal sql: SQL) { append(sql.sqlExpression) }

  /// SQL text with values for its question marks, as it stands.
  ///
  /// Text of a user has no place in it.
  public mutating func appendInterpolation(sql: String, arguments: StatementArguments) {
    append(SQLExpression(sql: sql, arguments: arguments))
  }

  /// The name of a common table expression, quoted: `SELECT * FROM \(table)`.
  public mutating func appendInterpolation<Row>(_ table: CommonTableExpression<Row>) {
    append(SQLExpression(fragment: "\(quote: table.tableName)"))
  }

  /// The definition of a common table expression, for `WITH`: `WITH \(definitionFor: table) SELECT …`.
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
  /// What a statement lists for it.
  ///
  /// - Parameter table: The table whose columns all columns are; `nil` where it is not known.
  fileprivate func list(
    in context: _ExpressionContext,
    of table: String?
  ) throws -> [QueryFragment] {
    switch kind {
    case .allColumns(let excluded):
      guard let table else { return ["*"] }
      return try context.schema.columns(of: table)
        .filter { !excluded.contains($0.lowercased()) }
        .map { QueryFragment(column: $0, of: context.table ?? table) }
    case .expression(let expression, let name):
      let fragment = try expression._fragment(in: context)
      return [name.map { fragment + " AS \(quote: $0)" } ?? fragment]
    case .inContext(let make):
      return try make(context).flatMap { try $0.list(in: context, of: table) }
    }
  }
}
