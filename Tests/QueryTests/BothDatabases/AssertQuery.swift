import LiveSQL
import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLQueries
import Testing

// Each statement that these tests check also runs on PostgreSQL, on the same rows, and must return
// the same rows and leave the same rows behind. These functions shadow those of LiveSQLTestSupport.

func assertQuery<Query: TypedRowQuery>(
  includeSQL: Bool = true,
  _ query: Query,
  onlyOnSQLite reason: SQLiteOnly? = nil,
  database: (any DatabaseWriter)? = nil,
  sql: (() -> String)? = nil,
  results: (() -> String)? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  PostgresTwin.compare(query, database, unless: reason, sourceLocation) { db in
    try query.fetchAll(db).map { "\($0)" }
  } onPostgres: { db in
    try query.rows(db, as: Query.Shape.self).map { "\($0)" }
  }
  LiveSQLTestSupport.assertQuery(
    includeSQL: includeSQL,
    query,
    database: database,
    sql: sql,
    results: results,
    sourceLocation: sourceLocation
  )
}

@_disfavoredOverload
func assertQuery<V: QueryRepresentable, S: TypedSQL.Statement<V>>(
  includeSQL: Bool = true,
  _ query: S,
  onlyOnSQLite reason: SQLiteOnly? = nil,
  database: (any DatabaseWriter)? = nil,
  sql: (() -> String)? = nil,
  results: (() -> String)? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  PostgresTwin.compare(query, database, unless: reason, sourceLocation) { db in
    try query.fetchAll(db).map { "\($0)" }
  } onPostgres: { db in
    try query.rows(db, as: ValueRow<V>.self).map { "\($0)" }
  }
  LiveSQLTestSupport.assertQuery(
    includeSQL: includeSQL,
    query,
    database: database,
    sql: sql,
    results: results,
    sourceLocation: sourceLocation
  )
}

@_disfavoredOverload
func assertQuery<
  V1: QueryRepresentable,
  V2: QueryRepresentable,
  each V3: QueryRepresentable,
  S: TypedSQL.Statement<(V1, V2, repeat each V3)>
>(
  includeSQL: Bool = true,
  _ query: S,
  onlyOnSQLite reason: SQLiteOnly? = nil,
  database: (any DatabaseWriter)? = nil,
  sql: (() -> String)? = nil,
  results: (() -> String)? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  PostgresTwin.compare(query, database, unless: reason, sourceLocation) { db in
    try query.fetchAll(db).map { "\($0)" }
  } onPostgres: { db in
    try query.rows(db, as: TupleRow<V1, V2, repeat each V3>.self).map { "\($0)" }
  }
  LiveSQLTestSupport.assertQuery(
    includeSQL: includeSQL,
    query,
    database: database,
    sql: sql,
    results: results,
    sourceLocation: sourceLocation
  )
}

@_disfavoredOverload
func assertQuery<S: TypedSQL.Statement<()>>(
  includeSQL: Bool = true,
  _ query: S,
  onlyOnSQLite reason: SQLiteOnly? = nil,
  database: (any DatabaseWriter)? = nil,
  sql: (() -> String)? = nil,
  results: (() -> String)? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  PostgresTwin.compare(query, database, unless: reason, sourceLocation) { db in
    try query.execute(db)
    return []
  } onPostgres: { db in
    try query.execute(db)
    return []
  }
  LiveSQLTestSupport.assertQuery(
    includeSQL: includeSQL,
    query,
    database: database,
    sql: sql,
    results: results,
    sourceLocation: sourceLocation
  )
}
