import LiveSQL
import PostgreSQL
import PostgreSQLQueries
import Testing

// Statements run on both databases with the same calls as on one of them.

extension TypedRowQuery {
  func fetchAll(
    _ db: BothConnections,
    _ location: SourceLocation = #_sourceLocation
  ) throws -> [Shape.Row] {
    try db.rows(of: self, location, areEqual: Shape._areEqual) { (db: Database) -> [Shape.Row] in
      try fetchAll(db)
    } onPostgres: { (db: PostgresConnection) -> [Shape.Row] in
      try rows(db, as: Shape.self)
    }
  }

  func fetchOne(
    _ db: BothConnections,
    _ location: SourceLocation = #_sourceLocation
  ) throws -> Shape.Row? {
    let rows = try db.rows(of: self, location, areEqual: Shape._areEqual) {
      (db: Database) -> [Shape.Row] in
      let row: Shape.Row? = try fetchOne(db)
      return row.map { [$0] } ?? []
    } onPostgres: { (db: PostgresConnection) -> [Shape.Row] in
      let isText = Self.self is any SQLText.Type
      let row = try db.firstRow(of: _queryOfFirst, as: Shape.self, isText: isText)
      return row.map { [$0] } ?? []
    }
    return rows.first
  }
}

extension SelectStatement {
  func fetchCount(
    _ db: BothConnections,
    _ location: SourceLocation = #_sourceLocation
  ) throws -> Int {
    try db.value(of: self, location) { (db: Database) -> Int in
      try fetchCount(db)
    } onPostgres: { (db: PostgresConnection) -> Int in
      try fetchCount(db)
    }
  }
}

extension SelectStatement where QueryValue == (), From: PrimaryKeyedTable, Joins == () {
  func find(
    _ db: BothConnections,
    key: From.PrimaryKey.QueryOutput,
    _ location: SourceLocation = #_sourceLocation
  ) throws -> From.QueryOutput {
    try db.value(of: self, location) { (db: Database) -> From.QueryOutput in
      try find(db, key: key)
    } onPostgres: { (db: PostgresConnection) -> From.QueryOutput in
      try find(db, key: key)
    }
  }
}

extension Table {
  static func fetchAll(
    _ db: BothConnections,
    _ location: SourceLocation = #_sourceLocation
  ) throws -> [QueryOutput] {
    try db.rows(of: all.asSelect(), location, areEqual: ValueRow<Self>._areEqual) {
      (db: Database) -> [QueryOutput] in
      try fetchAll(db)
    } onPostgres: { (db: PostgresConnection) -> [QueryOutput] in
      try fetchAll(db)
    }
  }

  static func fetchOne(
    _ db: BothConnections,
    _ location: SourceLocation = #_sourceLocation
  ) throws -> QueryOutput? {
    try db.value(of: all.asSelect(), location) { (db: Database) -> QueryOutput? in
      try fetchOne(db)
    } onPostgres: { (db: PostgresConnection) -> QueryOutput? in
      try fetchOne(db)
    }
  }

  static func fetchCount(
    _ db: BothConnections,
    _ location: SourceLocation = #_sourceLocation
  ) throws -> Int {
    try db.value(of: all.asSelect(), location) { (db: Database) -> Int in
      try fetchCount(db)
    } onPostgres: { (db: PostgresConnection) -> Int in
      try fetchCount(db)
    }
  }
}

extension PrimaryKeyedTable {
  static func find(
    _ db: BothConnections,
    key: PrimaryKey.QueryOutput,
    _ location: SourceLocation = #_sourceLocation
  ) throws -> QueryOutput {
    try db.value(of: all.asSelect(), location) { (db: Database) -> QueryOutput in
      try find(db, key: key)
    } onPostgres: { (db: PostgresConnection) -> QueryOutput in
      try find(db, key: key)
    }
  }
}

// MARK: - Statements that write

extension TypedSQL.Statement where QueryValue == () {
  func execute(_ db: BothConnections, _ location: SourceLocation = #_sourceLocation) throws {
    try db.value(of: self, location) { (db: Database) -> Void in
      try execute(db)
    } onPostgres: { (db: PostgresConnection) -> Void in
      try execute(db)
    }
  }
}

extension TypedSQL.Statement where QueryValue: QueryRepresentable {
  @_disfavoredOverload  // A row query is read by its shape.
  func fetchAll(
    _ db: BothConnections,
    _ location: SourceLocation = #_sourceLocation
  ) throws -> [QueryValue.QueryOutput] {
    try db.rows(of: self, location, areEqual: ValueRow<QueryValue>._areEqual) {
      (db: Database) -> [QueryValue.QueryOutput] in
      try fetchAll(db)
    } onPostgres: { (db: PostgresConnection) -> [QueryValue.QueryOutput] in
      try fetchAll(db)
    }
  }

  @_disfavoredOverload  // As above.
  func fetchOne(
    _ db: BothConnections,
    _ location: SourceLocation = #_sourceLocation
  ) throws -> QueryValue.QueryOutput? {
    try db.value(of: self, location) { (db: Database) -> QueryValue.QueryOutput? in
      try fetchOne(db)
    } onPostgres: { (db: PostgresConnection) -> QueryValue.QueryOutput? in
      try fetchOne(db)
    }
  }
}

extension TypedSQL.Statement {
  @_disfavoredOverload  // As above.
  func fetchAll<V1: QueryRepresentable, V2: QueryRepresentable, each V3: QueryRepresentable>(
    _ db: BothConnections,
    _ location: SourceLocation = #_sourceLocation
  ) throws -> [(V1.QueryOutput, V2.QueryOutput, repeat (each V3).QueryOutput)]
  where QueryValue == (V1, V2, repeat each V3) {
    let areEqual = TupleRow<V1, V2, repeat each V3>._areEqual
    return try db.rows(of: self, location, areEqual: areEqual) { db in
      try fetchAll(db)
    } onPostgres: { db in
      try rows(db, as: TupleRow<V1, V2, repeat each V3>.self)
    }
  }
}
