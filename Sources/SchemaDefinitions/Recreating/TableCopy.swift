public import DynamicColumns
public import TypedSQL

/// Where the values of a recreated table come from.
///
/// A column gets the values of the old column of its name, unless something else is said here; without either it gets
/// its default.
public final class TableCopy {
  /// What a column gets.
  enum Source {
    case column(String)
    case expression(QueryFragment)
  }

  var sources: [(column: String, source: Source)] = []

  init() {}

  /// Fills a column with the values of an old one of another name.
  ///
  /// - Parameters:
  ///   - column: The new column.
  ///   - oldColumn: The old one.
  public func copy(column: String, from oldColumn: String) {
    sources.append((column, .column(oldColumn)))
  }

  /// Fills a column with what an expression makes of each old row: `t.copy(column: "name", sql: "trim(name)")`.
  public func copy(column: String, sql: String) {
    sources.append((column, .expression(QueryFragment(sql))))
  }

  /// Fills a column with what an expression makes of each old row.
  public func copy(column: String, _ expression: some QueryExpression) {
    sources.append((column, .expression(expression.queryFragment)))
  }

  /// Fills a column with what an expression makes of each old row: `t.copy(column: "sum", Column("a") + Column("b"))`.
  public func copy(column: String, _ expression: some SQLExpressible) {
    sources.append((column, .expression(expression.definition)))
  }
}

/// A table while it is defined anew, in the closure of ``Database/recreate(table:options:_:)``.
///
/// It says the columns and constraints as a ``TableBuilder`` does, and where the values come from.
public final class TableRecreation: TableBuilder {
  let copy = TableCopy()

  /// Fills a column with the values of an old one of another name: `t.copy(column: "title", from: "name")`.
  ///
  /// - Parameters:
  ///   - column: The new column.
  ///   - oldColumn: The old one.
  public func copy(column: String, from oldColumn: String) {
    copy.copy(column: column, from: oldColumn)
  }

  /// Fills a column with what an expression makes of each old row: `t.copy(column: "name", sql: "trim(name)")`.
  public func copy(column: String, sql: String) { copy.copy(column: column, sql: sql) }

  /// Fills a column with what an expression makes of each old row.
  public func copy(column: String, _ expression: some QueryExpression) {
    copy.copy(column: column, expression)
  }

  /// Fills a column with what an expression makes of each old row: `t.copy(column: "sum", Column("a") + Column("b"))`.
  public func copy(column: String, _ expression: some SQLExpressible) {
    copy.copy(column: column, expression)
  }
}
