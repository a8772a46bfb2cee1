import CSQLite
import LiveSQL

/// Updating all columns of a row except its key.
struct UpdateRow: Question {
  static let name = "update-row"
  static let work = "Updating 5,000 rows of 8 columns by Errand.update(row), built each time"
  static let bar: Double? = 3.0

  private let errands: Errands

  init(in folder: String) throws {
    errands = try Errands(
      in: folder,
      running: """
        UPDATE errands SET title = ?, notes = ?, priority = ?, isDone = ?, estimate = ?, listID = ?, position = ? \
        WHERE id = ?
        """
    )
  }

  func baseline() throws -> Int {
    try errands.baseline { row, statement in
      row.bindValues(to: statement, from: 1)
      sqlite3_bind_int64(statement, 8, Int64(row.id))
    }
  }

  func ours() throws -> Int {
    try errands.ours { row, db in try Errand.update(row).execute(db) }
  }
}

/// Upserting a row that already exists.
struct UpsertRow: Question {
  static let name = "upsert-row"
  static let work = "Upserting 5,000 rows of 8 columns by Errand.upsert { row }, built each time"
  static let bar: Double? = 2.0

  private let errands: Errands

  init(in folder: String) throws {
    errands = try Errands(
      in: folder,
      running: """
        INSERT INTO errands VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET \
        title = excluded.title, notes = excluded.notes, priority = excluded.priority, isDone = excluded.isDone, \
        estimate = excluded.estimate, listID = excluded.listID, position = excluded.position
        """
    )
  }

  func baseline() throws -> Int {
    try errands.baseline { row, statement in
      sqlite3_bind_int64(statement, 1, Int64(row.id))
      row.bindValues(to: statement, from: 2)
    }
  }

  func ours() throws -> Int {
    try errands.ours { row, db in try Errand.upsert { row }.execute(db) }
  }
}

/// Updating a column of the row with a key.
struct UpdateFound: Question {
  static let name = "update-found"
  static let work =
    "Updating a column of 5,000 rows by Errand.find(id).update { … }, built each time"
  static let bar: Double? = 3.0

  private let errands: Errands

  init(in folder: String) throws {
    errands = try Errands(in: folder, running: "UPDATE errands SET priority = ? WHERE id = ?")
  }

  func baseline() throws -> Int {
    try errands.baseline { row, statement in
      sqlite3_bind_int64(statement, 1, Int64(row.position))
      sqlite3_bind_int64(statement, 2, Int64(row.id))
    }
  }

  func ours() throws -> Int {
    try errands.ours { row, db in
      try Errand.find(row.id).update { $0.priority = row.position }.execute(db)
    }
  }
}
