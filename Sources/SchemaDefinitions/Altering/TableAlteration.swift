public import SQLiteDatabase
public import TypedSQL

/// What is to be changed of a table, in the closure of ``Database/alter(table:_:)``.
public final class TableAlteration {
  enum Step {
    case add(ColumnBuilder)
    case addSQL(QueryFragment)
    case rename(String, to: String)
    case drop(String)
  }

  var steps: [Step] = []

  init() {}

  /// Adds a column: `ALTER TABLE "item" ADD COLUMN "notes" TEXT`.
  ///
  /// The rows that are there get its default: where it is `NOT NULL`, it needs one.
  @discardableResult
  public func add(column: String, _ type: ColumnType? = nil) -> ColumnBuilder {
    let builder = ColumnBuilder(name: column, type: type)
    steps.append(.add(builder))
    return builder
  }

  /// Adds a column, as SQL: `t.addColumn(sql: "notes TEXT")`.
  public func addColumn(sql: String) { steps.append(.addSQL(QueryFragment(sql))) }

  /// Adds a column, as SQL with values, which become literals.
  public func addColumn(definition: QueryFragment) { steps.append(.addSQL(definition)) }

  /// Renames a column; indexes, views and triggers follow: `ALTER TABLE … RENAME COLUMN … TO …`.
  public func rename(column: String, to newName: String) {
    steps.append(.rename(column, to: newName))
  }

  /// Drops a column and its values: `ALTER TABLE … DROP COLUMN …`.
  ///
  /// SQLite refuses where a key, an index, a constraint, a view or a trigger uses it: see ``Database/recreate(table:options:_:)``.
  public func drop(column: String) { steps.append(.drop(column)) }
}

extension Database {
  /// Changes a table: all that is said, or nothing.
  ///
  /// ```swift
  /// try db.alter(table: "item") { t in
  ///   t.add(column: "notes", .text)
  ///   t.rename(column: "quantity", to: "count")
  /// }
  /// ```
  ///
  /// What `ALTER TABLE` cannot do, ``recreate(table:options:_:)`` can.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - body: Says what to change. It is done in that order.
  /// - Throws: What `body` throws, or ``DatabaseError``.
  public func alter(table: String, _ body: (_ t: TableAlteration) throws -> Void) throws {
    let alteration = TableAlteration()
    try body(alteration)
    try inDefinition {
      for step in alteration.steps { try alter(table, step) }
    }
  }

  private func alter(_ table: String, _ step: TableAlteration.Step) throws {
    let alter: QueryFragment = "ALTER TABLE \(quote: table)"
    switch step {
    case .addSQL(let definition): try define("\(alter) ADD COLUMN \(definition)")
    case .rename(let column, let newName):
      try define("\(alter) RENAME COLUMN \(quote: column) TO \(quote: newName)")
    case .drop(let column): try define("\(alter) DROP COLUMN \(quote: column)")
    case .add(let column): try add(column, to: table)
    }
  }

  private func add(_ column: ColumnBuilder, to table: String) throws {
    let resolver = try TableResolver(addingTo: table, on: self)
    let definition = try resolver.fragment(of: column)
    try define("ALTER TABLE \(quote: table) ADD COLUMN \(definition)")
    if column.constraints.isIndexed { try define(resolver.index(of: [column.name]).fragment) }
  }
}
