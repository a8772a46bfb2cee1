import PostgreSQLDatabase

extension PostgresTableInfo.Kind {
  /// The name as shown to people.
  package var name: String {
    switch self {
    case .table: "table"
    case .partitionedTable: "partitioned table"
    case .view: "view"
    case .materializedView: "materialized view"
    case .foreignTable: "foreign table"
    }
  }
}

extension PostgresForeignKeyInfo.Action {
  /// The action in SQL.
  package var sql: String {
    switch self {
    case .noAction: "NO ACTION"
    case .restrict: "RESTRICT"
    case .cascade: "CASCADE"
    case .setNull: "SET NULL"
    case .setDefault: "SET DEFAULT"
    }
  }
}
