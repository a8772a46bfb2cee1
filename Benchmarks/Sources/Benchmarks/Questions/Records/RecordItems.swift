import CSQLite
import LiveSQL

/// A row of ten integers as a record without a macro.
struct RecordItem: Codable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "items"

  let i0: Int
  let i1: Int
  let i2: Int
  let i3: Int
  let i4: Int
  let i5: Int
  let i6: Int
  let i7: Int
  let i8: Int
  let i9: Int

  /// A number computed from some of the values.
  var digest: Int { i0 &+ i9 }
}

extension RecordItem {
  init(_ number: Int) {
    (i0, i1, i2, i3, i4) = (number, number, number, number, number)
    (i5, i6, i7, i8, i9) = (number, number, number, number, number)
  }

  init(_ statement: OpaquePointer) {
    i0 = Int(sqlite3_column_int64(statement, 0))
    i1 = Int(sqlite3_column_int64(statement, 1))
    i2 = Int(sqlite3_column_int64(statement, 2))
    i3 = Int(sqlite3_column_int64(statement, 3))
    i4 = Int(sqlite3_column_int64(statement, 4))
    i5 = Int(sqlite3_column_int64(statement, 5))
    i6 = Int(sqlite3_column_int64(statement, 6))
    i7 = Int(sqlite3_column_int64(statement, 7))
    i8 = Int(sqlite3_column_int64(statement, 8))
    i9 = Int(sqlite3_column_int64(statement, 9))
  }

  func bind(to statement: OpaquePointer) {
    sqlite3_bind_int64(statement, 1, Int64(i0))
    sqlite3_bind_int64(statement, 2, Int64(i1))
    sqlite3_bind_int64(statement, 3, Int64(i2))
    sqlite3_bind_int64(statement, 4, Int64(i3))
    sqlite3_bind_int64(statement, 5, Int64(i4))
    sqlite3_bind_int64(statement, 6, Int64(i5))
    sqlite3_bind_int64(statement, 7, Int64(i6))
    sqlite3_bind_int64(statement, 8, Int64(i7))
    sqlite3_bind_int64(statement, 9, Int64(i8))
    sqlite3_bind_int64(statement, 10, Int64(i9))
  }
}
