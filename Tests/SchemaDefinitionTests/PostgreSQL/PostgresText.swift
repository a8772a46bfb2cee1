import LiveSQL

/// A server of PostgreSQL without a server: it keeps the definitions that it would run.
final class PostgresText: DefinitionConnection, DefinitionTarget {
  private(set) var statements: [String] = []
  private let keys: [String: [KeyColumn]]
  private let indexes: [CreatedIndex]

  init(keys: [String: [KeyColumn]] = [:], indexes: [CreatedIndex] = []) {
    self.keys = keys
    self.indexes = indexes
  }

  /// The keys of a table of authors.
  static var authors: [String: [KeyColumn]] { ["author": [KeyColumn(name: "id", type: "bigint")]] }

  /// Returns the statements that a closure runs.
  static func statements(
    keys: [String: [KeyColumn]] = [:],
    indexes: [CreatedIndex] = [],
    _ body: (PostgresText) throws -> Void
  ) throws -> [String] {
    let db = PostgresText(keys: keys, indexes: indexes)
    try body(db)
    return db.statements
  }

  var _definitions: _Definitions { _Definitions(self) }

  var dialect: Dialect { .postgres }

  var context: _ExpressionContext { _ExpressionContext(database: self) }

  func schema(named name: String) throws -> String? { name == "archive" ? name : nil }

  func tableToAlter(_ table: DefinedName) throws -> (name: DefinedName, isStrict: Bool) {
    (table, false)
  }

  func keyColumns(of table: DefinedName) throws -> [KeyColumn]? { keys[table.name] }

  func createdIndexes(on table: DefinedName) throws -> [CreatedIndex] { indexes }

  func run(_ statement: QueryFragment) throws {
    statements.append(try statement.postgresDefinition)
  }

  func runAsOne(_ body: () throws -> Void) throws { try body() }
}
