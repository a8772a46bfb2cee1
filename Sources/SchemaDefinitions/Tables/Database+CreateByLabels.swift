public import DynamicColumns
public import SQLiteDatabase

// Options as labels, as people know them.
extension Database {
  /// Makes a table, with its options as labels: `create(table: "item", ifNotExists: true) { t in … }`.
  ///
  /// - Parameters:
  ///   - table: The name.
  ///   - temporary: Whether it goes with the connection.
  ///   - ifNotExists: Whether nothing happens where there is a table of the name.
  ///   - withoutRowID: Whether its rows lie in its primary key.
  ///   - strict: Whether it refuses values of other types than its columns'.
  ///   - body: Says which columns and constraints it has.
  /// - Throws: As `create(table:options:_:)`.
  @_disfavoredOverload
  public func create(
    table: String,
    temporary: Bool = false,
    ifNotExists: Bool = false,
    withoutRowID: Bool = false,
    strict: Bool = false,
    _ body: (_ t: TableBuilder) throws -> Void
  ) throws {
    var options: TableOptions = []
    if temporary { options.insert(.temporary) }
    if ifNotExists { options.insert(.ifNotExists) }
    if withoutRowID { options.insert(.withoutRowID) }
    if strict { options.insert(.strict) }
    try create(table: table, options: options, body)
  }

  /// Makes an index of columns, with its options as labels: `create(index: "byName", on: "item", columns: ["name"], unique: true)`.
  ///
  /// - Parameters:
  ///   - index: The name.
  ///   - table: The table.
  ///   - columns: Its columns.
  ///   - unique: Whether it refuses rows that are the same in it.
  ///   - ifNotExists: Whether nothing happens where there is an index of the name.
  /// - Throws: ``DatabaseError``.
  @_disfavoredOverload
  public func create(
    index: String,
    on table: String,
    columns: [String],
    unique: Bool = false,
    ifNotExists: Bool = false
  ) throws {
    let options = indexOptions(unique, ifNotExists)
    try create(index: index, on: table, columns: columns, options: options, condition: nil)
  }

  /// Makes an index of the rows for which a condition holds, with its options as labels.
  ///
  /// - Parameters:
  ///   - index: The name.
  ///   - table: The table.
  ///   - columns: Its columns.
  ///   - unique: Whether it refuses rows that are the same in it.
  ///   - ifNotExists: Whether nothing happens where there is an index of the name.
  ///   - condition: Which rows are in it: `Column("isDone") == false`.
  /// - Throws: ``DatabaseError``.
  @_disfavoredOverload
  public func create(
    index: String,
    on table: String,
    columns: [String],
    unique: Bool = false,
    ifNotExists: Bool = false,
    condition: some SQLExpressible
  ) throws {
    let options = indexOptions(unique, ifNotExists)
    try create(index: index, on: table, columns: columns, options: options, condition: condition)
  }

  private func indexOptions(_ unique: Bool, _ ifNotExists: Bool) -> IndexOptions {
    var options: IndexOptions = []
    if unique { options.insert(.unique) }
    if ifNotExists { options.insert(.ifNotExists) }
    return options
  }
}
