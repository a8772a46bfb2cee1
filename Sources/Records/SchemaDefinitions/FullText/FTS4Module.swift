import DatabaseTypes
public import SQLiteDatabase
public import TypedSQL

/// The module `fts4` or `fts3`, in the definition of a table.
///
/// ```swift
/// try db.create(virtualTable: "document", using: FTS4()) { t in
///   t.column("title")
///   t.column("body")
///   t.tokenizer = .unicode61()
/// }
/// // CREATE VIRTUAL TABLE "document" USING fts4("title", "body", tokenize=unicode61)
/// ```
///
/// https://www.sqlite.org/fts3.html
public struct FTS4Module: VirtualTableModule, Sendable, Hashable {
  /// The name of the module.
  public let moduleName: String

  /// Creates a definition without columns.
  public func makeDefinition(of table: String) -> FTS4Builder {
    FTS4Builder(table: table, module: moduleName)
  }

  /// Returns the columns and options as SQL.
  ///
  /// A table without a declared column has the column `content`.
  ///
  /// - Throws: ``DatabaseError`` if the table has no column with texts, or FTS3 does not know an
  ///   option.
  public func arguments(of definition: FTS4Builder, in db: Database) throws -> [QueryFragment] {
    let hasDefaultColumn = definition.columns.isEmpty && definition.synchronizedTable == nil
    guard !definition.textColumns.isEmpty || hasDefaultColumn else {
      throw DefinitionError.noColumns(definition.table)
    }
    try definition.check()
    if let table = definition.synchronizedTable {
      let columns = definition.textColumns
      _ = try db.rowIDColumn(ofSearched: table, columns: columns, for: definition.table)
    }
    return definition.textColumns.map { QueryFragment(quote: $0) } + definition.options
  }

  /// Creates the triggers of a table that follows another one, and copies its text.
  public func didCreate(_ table: String, as definition: FTS4Builder, in db: Database) throws {
    guard let content = definition.synchronizedTable else { return }
    let synchronization = try db.synchronization(
      of: table,
      with: content,
      columns: definition.textColumns,
      kind: .fts4
    )
    for statement in synchronization.statements { try db.define(statement) }
    try db.checkTriggers(of: content)
    for statement in synchronization.filling { try db.define(statement) }
  }
}

extension FTS4Builder {
  fileprivate var textColumns: [String] { columns.filter { !$0.isLanguageID }.map(\.name) }

  fileprivate func check() throws {
    if synchronizedTable != nil, content != nil {
      throw DefinitionError.misuse(
        "The full-text table “\(table)” cannot both follow a table and have `content`. Remove one of them."
      )
    }
    guard module == "fts3", !newerOptions.isEmpty || columns.contains(where: { !$0.isIndexed })
    else { return }
    throw DefinitionError.misuse(
      "The full-text table “\(table)” has options that FTS3 does not know. Use FTS4()."
    )
  }

  fileprivate var options: [QueryFragment] {
    var options = newerOptions
    for column in columns where !column.isIndexed {
      options.append(option("notindexed", column.name))
    }
    if let tokenizer { options.append(QueryFragment(tokenizer.text)) }
    return options
  }

  /// The options that FTS3 does not know.
  private var newerOptions: [QueryFragment] {
    var options: [QueryFragment] = []
    if let content { options.append(option("content", content)) }
    if let compress { options.append(option("compress", compress)) }
    if let uncompress { options.append(option("uncompress", uncompress)) }
    if let matchinfo { options.append(option("matchinfo", matchinfo)) }
    if let language = columns.first(where: \.isLanguageID) {
      options.append(option("languageid", language.name))
    }
    if !prefixes.isEmpty {
      let sizes = prefixes.sorted().map(String.init).joined(separator: ",")
      options.append(option("prefix", sizes))
    }
    return options
  }

  private func option(_ name: String, _ value: String) -> QueryFragment {
    "\(raw: name)=\(quote: value, delimiter: .text)"
  }
}

// `FTS5` is declared in the same way.

/// Returns the module `fts4`, for `db.create(virtualTable:using:)`.
public func FTS4() -> FTS4Module { FTS4Module(moduleName: "fts4") }

/// Returns the module `fts3`, for `db.create(virtualTable:using:)`.
public func FTS3() -> FTS4Module { FTS4Module(moduleName: "fts3") }
