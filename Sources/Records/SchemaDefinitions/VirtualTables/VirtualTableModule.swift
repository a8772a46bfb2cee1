public import SQLiteDatabase
public import TypedSQL

/// A module of virtual tables that can be defined in Swift.
///
/// ```swift
/// try db.create(virtualTable: "doc_ft", using: FTS5()) { t in t.column("title") }
/// ```
///
/// https://www.sqlite.org/vtab.html
public protocol VirtualTableModule {
  /// The type of object that collects the definition of a table.
  associatedtype Definition

  /// The name of the module in SQL.
  var moduleName: String { get }

  /// Creates an empty definition of a table.
  func makeDefinition(of table: String) -> Definition

  /// Returns the arguments of the module, which are written in its parentheses.
  ///
  /// - Throws: ``DatabaseError`` for an invalid definition.
  func arguments(of definition: Definition, in db: Database) throws -> [QueryFragment]

  /// Completes a table after `CREATE VIRTUAL TABLE`, such as with triggers.
  func didCreate(_ table: String, as definition: Definition, in db: Database) throws
}

extension VirtualTableModule {
  /// Does nothing.
  public func didCreate(_ table: String, as definition: Definition, in db: Database) throws {}
}

extension Database {
  /// Creates a virtual table: `CREATE VIRTUAL TABLE "doc_ft" USING fts5("title")`.
  ///
  /// ```swift
  /// try db.create(virtualTable: "doc_ft", using: FTS5()) { t in
  ///   t.tokenizer = .porter()
  ///   t.column("title")
  ///   t.synchronize(withTable: "doc")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - virtualTable: The name.
  ///   - options: The options of the table.
  ///   - module: The module: `FTS5()`, `RTree()`, or one of the application.
  ///   - body: Declares the columns.
  /// - Throws: An error of `body`, or ``DatabaseError``.
  public func create<Module: VirtualTableModule>(
    virtualTable: String,
    options: VirtualTableOptions = [],
    using module: Module,
    _ body: (_ t: Module.Definition) throws -> Void
  ) throws {
    let definition = module.makeDefinition(of: virtualTable)
    try body(definition)
    let arguments = try module.arguments(of: definition, in: self).joined(separator: ", ")
    let call: QueryFragment =
      arguments.isEmpty
      ? "\(raw: module.moduleName)" : "\(raw: module.moduleName)(\(arguments))"
    try inDefinition {
      let name = try DefinedName(virtualTable, on: self)
      let isThere = try tableExists(name.name, in: name.schema)
      try create(virtualTable, options, call)
      // A table that already existed has its triggers already.
      if !(isThere && options.contains(.ifNotExists)) {
        try module.didCreate(virtualTable, as: definition, in: self)
      }
    }
  }

  /// Creates a virtual table whose definition is empty: `CREATE VIRTUAL TABLE "doc_ft" USING fts4`.
  ///
  /// - Parameters:
  ///   - virtualTable: The name.
  ///   - options: The options of the table.
  ///   - module: The module.
  /// - Throws: ``DatabaseError``, also if the module needs a definition.
  public func create(
    virtualTable: String,
    options: VirtualTableOptions = [],
    using module: some VirtualTableModule
  ) throws {
    try create(virtualTable: virtualTable, options: options, using: module) { _ in }
  }

  /// Creates a virtual table, with the module and its arguments as SQL.
  ///
  /// ```swift
  /// try db.create(virtualTable: "words", using: "fts5vocab('doc_ft', 'row')")
  /// ```
  ///
  /// - Parameters:
  ///   - virtualTable: The name.
  ///   - options: The options of the table.
  ///   - module: The SQL after `USING`.
  /// - Throws: ``DatabaseError``.
  public func create(
    virtualTable: String,
    options: VirtualTableOptions = [],
    using module: QueryFragment
  ) throws {
    try create(virtualTable, options, module)
  }

  private func create(
    _ table: String,
    _ options: VirtualTableOptions,
    _ module: QueryFragment
  ) throws {
    var fragment: QueryFragment = "CREATE VIRTUAL TABLE "
    if options.contains(.ifNotExists) { fragment.append("IF NOT EXISTS ") }
    try define("\(fragment)\(DefinedName(table, on: self).fragment) USING \(module)")
  }
}
