import DatabaseTypes
import PostgreSQL
import PostgreSQLTools

extension PostgresConnection {
  /// The cells of the rows of a piece of SQL.
  func cells(_ piece: PostgresPiece) throws -> [[WireCell]] {
    try execute(piece.sql, piece.values).values().map { row in
      row.map { WireCell($0.shownValue) }
    }
  }

  /// The number that a piece of SQL returns.
  func count(_ piece: PostgresPiece) throws -> Int {
    try execute(piece.sql, piece.values).first { row in try row.decode(Int.self, at: 0) } ?? 0
  }
}
