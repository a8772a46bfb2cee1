import DatabaseTypes
public import SQLiteDatabase
public import TypedSQL

/// The kind of virtual table that indexes text: SQLite's FTS5.
///
/// https://www.sqlite.org/fts5.html
public struct FTS5Module: VirtualTableModule {
  /// The name of the module in SQL.
  public var moduleName: String { "fts5" }

  /// Creates a definition without columns.
  public func makeDefinition(of table: String) -> FTS5Builder { FTS5Builder(table: table) }

  /// Returns the columns and options as SQL.
  public func arguments(of definition: FTS5Builder, in db: Database) throws -> [QueryFragment] {
    guard !definition.columns.isEmpty else { throw DefinitionError.noColumns(definition.table) }
    if let table = definition.synchronizedTable {
      definition.contentRowID = try db.rowIDColumn(
        ofSearched: table,
        columns: definition.columns.map(\.name),
        for: definition.table
      )
    }
    return definition.columns.map(\.fragment) + definition.options
  }

  /// Creates the triggers of a synchronized table, and indexes its rows.
  public func didCreate(_ table: String, as definition: FTS5Builder, in db: Database) throws {
    guard let content = definition.synchronizedTable else { return }
    let synchronization = try db.synchronization(
      of: table,
      with: content,
      columns: definition.columns.map(\.name),
      kind: .fts5
    )
    for statement in synchronization.statements { try db.define(statement) }
    try db.checkTriggers(of: content)
    for statement in synchronization.filling { try db.define(statement) }
  }
}

extension FTS5ColumnBuilder {
  fileprivate var fragment: QueryFragment {
    isIndexed ? QueryFragment(quote: name) : "\(quote: name) UNINDEXED"
  }
}

extension FTS5Builder {
  fileprivate var options: [QueryFragment] {
    var options: [QueryFragment] = []
    func add(_ name: String, _ value: String) {
      options.append("\(raw: name)=\(quote: value, delimiter: .text)")
    }
    if let tokenizer { add("tokenize", tokenizer.text) }
    if let content { add("content", content) }
    if let contentRowID { add("content_rowid", contentRowID) }
    if !prefixes.isEmpty {
      add("prefix", prefixes.sorted().map(String.init).joined(separator: " "))
    }
    if let columnSize { add("columnsize", columnSize ? "1" : "0") }
    if let detail { add("detail", detail.rawValue) }
    return options
  }
}

/// Returns the module `fts5`, for ``Database/create(virtualTable:options:using:_:)``.
///
/// The function shares its name with the protocol of typed tables.
public func FTS5() -> FTS5Module { FTS5Module() }
