import Foundation
import SQLiteDatabase
import SQLiteTools

/// Overwrites the first page of a table or an index with bytes that are not a valid page.
func overwriteRoot(of name: String, in path: String) throws {
  let database = try DatabaseQueue(path: path)
  try database.checkpoint(.truncate)
  let page = try database.read { db in
    try Int.fetchOne(
      db,
      sql: "SELECT rootpage FROM sqlite_schema WHERE name = ?",
      arguments: [name]
    )
  }
  let size = try database.statistics().pageSize
  try database.close()
  let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
  try file.seek(toOffset: UInt64(((page ?? 1) - 1) * size))
  try file.write(contentsOf: Data(repeating: 0xA5, count: size))
  try file.close()
}
