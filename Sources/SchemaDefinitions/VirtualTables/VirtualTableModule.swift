public import SQLiteDatabase
public import TypedSQL

/// A kind of virtual table whose tables can be defined in Swift.
///
/// ```swift
/// try db.create(virtualTable: "doc_ft", using: FTS5()) { t in t.column("title") }
/// ```
///
/// https://www.sqlite.org/vtab.html
public protocol VirtualTableModule {
  /// What says the columns of a table.
  associatedtype Definition

  /// The name of the module in SQL.
  var moduleName: String { get }

  /// Begins the definition of a table.
  func makeDefinition(of table: String) -> Definition

  /// The arguments of the module: what stands in its parentheses.
  ///
  /// - Throws: ``DatabaseError`` for a definition that cannot be right.
  func arguments(of definition: Definition, in db: Database) throws -> [QueryFragment]

  /// Does what a table needs besides `CREATE VIRTUAL TABLE`, after it.
  func didCreate(_ table: String, as definition: Definition, in db: Database) throws
}

extension VirtualTableModule {
  /// Nothing more is needed.
  public func didCreate(_ table: String, as definition: Definition, in db: Database) throws {}
}

extension Database {
  /// Makes a virtual table: `CREATE VIRTUAL TABLE "doc_ft" USING fts5("title")`.
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
  ///   - options: How it is made.
  ///   - module: The kind of table: `FTS5()`, `RTree()`, or one of the application's.
  ///   - body: Says which columns it has.
  /// - Throws: What `body` throws, or ``DatabaseError``.
  public func create<Module: VirtualTableModule>(
    virtualTable: String,
    options: VirtualTableOptions = [],
    using module: Module,
    _ body: (_ t: Module.Definition) throws -> Void
  ) throws {
    let definition = module.makeDefinition(of: virtualTable)
    try body(definition)
    let arguments = try module.arguments(of: definition, in: self).joined(separator: ", ")
    let call: QueryFragment = "\(raw: module.moduleName)(\(arguments))"
    try inDefinition {
      let name = try DefinedName(virtualTable, on: self)
      let isThere = try tableExists(name.name, in: name.schema)
      try create(virtualTable, options, call)
      // Triggers of a table that was there are there too.
      if !(isThere && options.contains(.ifNotExists)) {
        try module.didCreate(virtualTable, as: definition, in: self)
      }
    }
  }

  /// Makes a virtual table, with the module and its arguments as SQL.
  ///
  /// ```swift
  /// try db.create(virtualTable: "words", using: "fts5vocab('doc_ft', 'row')")
  /// ```
  ///
  /// - Parameters:
  ///   - virtualTable: The name.
  ///   - options: How it is made.
  ///   - module: What stands after `USING`.
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
