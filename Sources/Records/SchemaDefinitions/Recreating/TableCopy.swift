public import DynamicColumns
public import TypedSQL

/// The sources of the values of a rebuilt table.
///
/// Unless a source is given here, a column gets the values of the old column with its name. If
/// there is no such column, it gets its default.
public final class TableCopy {
  /// The source of a column's values.
  enum Source {
    case column(String)
    case expression(QueryFragment)
  }

  var sources: [(column: String, source: Source)] = []

  init() {}

  /// Fills a column with the values of an old column of another name.
  ///
  /// - Parameters:
  ///   - column: The new column.
  ///   - oldColumn: The old column.
  public func copy(column: String, from oldColumn: String) {
    sources.append((column, .column(oldColumn)))
  }

  /// Fills a column with the value of an expression for each old row.
  ///
  /// ```swift
  /// t.copy(column: "name", sql: "trim(name)")
  /// ```
  public func copy(column: String, sql: String) {
    sources.append((column, .expression(QueryFragment(sql))))
  }

  /// Fills a column with the value of an expression for each old row.
  public func copy(column: String, _ expression: some QueryExpression) {
    sources.append((column, .expression(expression.queryFragment)))
  }

  /// Fills a column with the value of an expression for each old row.
  ///
  /// ```swift
  /// t.copy(column: "sum", Column("a") + Column("b"))
  /// ```
  public func copy(column: String, _ expression: some SQLExpressible) {
    sources.append((column, .expression(expression.definition)))
  }
}

/// The new definition of a table, given in the closure of ``Database/recreate(table:options:_:)``.
///
/// It declares the columns and constraints like a ``TableBuilder``, and the sources of their
/// values.
public final class TableRecreation: TableBuilder {
  let copy = TableCopy()

  /// Fills a column with the values of an old column of another name.
  ///
  /// ```swift
  /// t.copy(column: "title", from: "name")
  /// ```
  ///
  /// - Parameters:
  ///   - column: The new column.
  ///   - oldColumn: The old column.
  public func copy(column: String, from oldColumn: String) {
    copy.copy(column: column, from: oldColumn)
  }

  /// Fills a column with the value of an expression for each old row.
  ///
  /// ```swift
  /// t.copy(column: "name", sql: "trim(name)")
  /// ```
  public func copy(column: String, sql: String) { copy.copy(column: column, sql: sql) }

  /// Fills a column with the value of an expression for each old row.
  public func copy(column: String, _ expression: some QueryExpression) {
    copy.copy(column: column, expression)
  }

  /// Fills a column with the value of an expression for each old row.
  ///
  /// ```swift
  /// t.copy(column: "sum", Column("a") + Column("b"))
  /// ```
  public func copy(column: String, _ expression: some SQLExpressible) {
    copy.copy(column: column, expression)
  }
}
