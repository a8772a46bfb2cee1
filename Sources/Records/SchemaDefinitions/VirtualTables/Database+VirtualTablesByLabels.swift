public import SQLiteDatabase
public import TypedSQL

// Options as argument labels.
extension Database {
  /// Creates a virtual table, with its options as argument labels.
  ///
  /// ```swift
  /// try db.create(virtualTable: "doc_ft", ifNotExists: true, using: FTS5()) { t in
  ///   t.column("title")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - virtualTable: The name.
  ///   - temporary: Whether the table lasts only as long as the connection.
  ///   - ifNotExists: Whether to do nothing if a table with the name exists.
  ///   - module: The module: `FTS5()`, `RTree()`, or one of the application.
  ///   - body: Declares the columns.
  /// - Throws: The errors of ``create(virtualTable:options:using:_:)``.
  @_disfavoredOverload
  public func create<Module: VirtualTableModule>(
    virtualTable: String,
    temporary: Bool = false,
    ifNotExists: Bool = false,
    using module: Module,
    _ body: (_ t: Module.Definition) throws -> Void
  ) throws {
    let (name, options) = virtualTableNamed(virtualTable, temporary, ifNotExists)
    try create(virtualTable: name, options: options, using: module, body)
  }

  /// Creates a virtual table whose definition is empty, with its options as argument labels.
  ///
  /// - Parameters:
  ///   - virtualTable: The name.
  ///   - temporary: Whether the table lasts only as long as the connection.
  ///   - ifNotExists: Whether to do nothing if a table with the name exists.
  ///   - module: The module.
  /// - Throws: ``DatabaseError``, also if the module needs a definition.
  @_disfavoredOverload
  public func create(
    virtualTable: String,
    temporary: Bool = false,
    ifNotExists: Bool = false,
    using module: some VirtualTableModule
  ) throws {
    let (name, options) = virtualTableNamed(virtualTable, temporary, ifNotExists)
    try create(virtualTable: name, options: options, using: module)
  }

  /// Creates a virtual table, with the module as SQL, and its options as argument labels.
  ///
  /// - Parameters:
  ///   - virtualTable: The name.
  ///   - temporary: Whether the table lasts only as long as the connection.
  ///   - ifNotExists: Whether to do nothing if a table with the name exists.
  ///   - module: The SQL after `USING`.
  /// - Throws: ``DatabaseError``.
  @_disfavoredOverload
  public func create(
    virtualTable: String,
    temporary: Bool = false,
    ifNotExists: Bool = false,
    using module: QueryFragment
  ) throws {
    let (name, options) = virtualTableNamed(virtualTable, temporary, ifNotExists)
    try create(virtualTable: name, options: options, using: module)
  }

  /// Returns the name and the options; SQL has no `TEMPORARY` for virtual tables, but a schema.
  private func virtualTableNamed(
    _ name: String,
    _ temporary: Bool,
    _ ifNotExists: Bool
  ) -> (name: String, options: VirtualTableOptions) {
    (temporary ? "temp.\(name)" : name, ifNotExists ? .ifNotExists : [])
  }
}
