import DatabaseTypes
public import SQLiteDatabase
public import TypedSQL

/// The kind of virtual table that indexes text: SQLite's FTS5.
///
/// https://www.sqlite.org/fts5.html
public struct FullTextModule: VirtualTableModule {
  /// The name of the module in SQL.
  public var moduleName: String { "fts5" }

  /// Begins the definition of a table.
  public func makeDefinition(of table: String) -> FullTextBuilder { FullTextBuilder(table: table) }

  /// The arguments of the module: columns and options.
  public func arguments(of definition: FullTextBuilder, in db: Database) throws -> [QueryFragment] {
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

  /// Indexes what the synchronised table has, and makes its triggers.
  public func didCreate(_ table: String, as definition: FullTextBuilder, in db: Database) throws {
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

extension FullTextColumnBuilder {
  fileprivate var fragment: QueryFragment {
    isIndexed ? QueryFragment(quote: name) : "\(quote: name) UNINDEXED"
  }
}

extension FullTextBuilder {
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

/// The kind of virtual table that indexes text, for ``Database/create(virtualTable:options:using:_:)``.
///
/// It shares its name with the protocol of typed tables.
public func FTS5() -> FullTextModule { FullTextModule() }
