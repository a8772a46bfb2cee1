import CSQLite
import LiveSQL

/// `Codable` structs that determine which columns changed, and update only those.
struct RecordsUpdateChanges: Question {
  static let name = "records-update-changes"
  static let work = "Updating one of 8 columns of 5,000 Codable records by updateChanges"
  static let bar: Double? = 6.0

  private static let records = Errands.rows.map { RecordErrand($0) }
  private let errands: Errands

  init(in folder: String) throws {
    errands = try Errands(in: folder, running: "UPDATE errands SET priority = ? WHERE id = ?")
  }

  func baseline() throws -> Int {
    try errands.baseline { row, statement in
      sqlite3_bind_int64(statement, 1, Int64(row.position + 5))
      sqlite3_bind_int64(statement, 2, Int64(row.id))
    }
  }

  func ours() throws -> Int {
    try errands.database.write { db in
      let before = db.totalChangesCount
      for record in Self.records {
        var record = record
        try record.updateChanges(db) { $0.priority = $0.position + 5 }
      }
      return db.totalChangesCount - before
    }
  }
}
