public import DynamicColumns
public import SQLQueries

// Options as argument labels.
extension DefinitionConnection {
  /// Creates a table, with its options as argument labels.
  ///
  /// ```swift
  /// try db.create(table: "item", ifNotExists: true) { t in … }
  /// ```
  ///
  /// - Parameters:
  ///   - table: The name.
  ///   - temporary: Whether the table lasts only as long as the connection.
  ///   - ifNotExists: Whether to do nothing if a table with the name exists.
  ///   - withoutRowID: Whether rows are stored by their primary key, without a row number.
  ///   - strict: Whether columns reject values of other types than their own.
  ///   - body: Declares the columns and constraints.
  /// - Throws: The errors of `create(table:options:_:)`.
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

  /// Creates an index on columns, with its options as argument labels.
  ///
  /// ```swift
  /// try db.create(index: "byName", on: "item", columns: ["name"], unique: true)
  /// ```
  ///
  /// - Parameters:
  ///   - index: The name.
  ///   - table: The table.
  ///   - columns: The columns to index.
  ///   - unique: Whether no two rows may have the same values.
  ///   - ifNotExists: Whether to do nothing if an index with the name exists.
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

  /// Creates an index on the rows for which a condition holds, with its options as argument labels.
  ///
  /// - Parameters:
  ///   - index: The name.
  ///   - table: The table.
  ///   - columns: The columns to index.
  ///   - unique: Whether no two rows may have the same values.
  ///   - ifNotExists: Whether to do nothing if an index with the name exists.
  ///   - condition: A condition on the rows to index: `Column("isDone") == false`.
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
