import DatabaseTypes
import SQLiteDatabase

/// An estimate of a table's number of rows, from samples of its row numbers.
///
/// The greatest row number says little: numbers have gaps, for example those that contain a
/// time. So 1,000 rows are read, then as many more are skipped as their density promises, then
/// twice as many, and so on. That reads at most 65 samples.
struct RowEstimate {
  /// The estimated number of rows; exact for fewer than 1,000 rows, and for numbers without gaps.
  private(set) var count = 0.0

  private static let sampleSize = 1000
  /// Greater numbers are not exact in JavaScript.
  private static let limit = 9e15

  /// Rows that follow each other in the order of their numbers.
  private struct Sample {
    let count: Int
    let first: Int64
    let last: Int64

    /// The number of rows for each row number from the first to the last.
    var density: Double { Double(count - 1) / first.distance(upTo: last) }
  }

  /// Reads samples.
  ///
  /// - Returns: `nil` for a table without row numbers.
  init?(_ db: Database, of table: TableName) throws {
    guard try db.primaryKey(table).hasRowID,
      let name = rowIDName(besides: try db.columns(in: table).map(\.name))
    else { return nil }
    let source = quotedIdentifier(table.schema) + "." + quotedIdentifier(table.name)
    let last = try Int64.fetchOne(db, sql: "SELECT max(\(name)) FROM \(source)")
    guard let last else { return }
    var start = Int64.min
    var skipped = Double(Self.sampleSize)
    while let sample = try Self.sample(db, "\(name) AS number FROM \(source)", from: start) {
      count += Double(sample.count)
      if sample.count < Self.sampleSize { return }
      let distance = skipped / sample.density
      let rest = sample.last.distance(upTo: last)
      count += min(distance, rest) * sample.density
      if distance >= rest { return }
      // The distance may exceed an `Int64`, but then it wraps around to the right number.
      start = sample.last &+ Int64(bitPattern: UInt64(distance)) &+ 1
      skipped *= 2
    }
  }

  private static func sample(_ db: Database, _ number: String, from start: Int64) throws -> Sample?
  {
    let row = try Row.fetchOne(
      db,
      sql: """
        SELECT count(*), min(number), max(number) FROM (
          SELECT \(number) WHERE number >= ? ORDER BY number LIMIT \(sampleSize)
        )
        """,
      arguments: [start]
    )
    guard case .integer(let count)? = row?.values[0], case .integer(let first)? = row?.values[1],
      case .integer(let last)? = row?.values[2]
    else { return nil }
    return Sample(count: Int(count), first: first, last: last)
  }

  /// The estimate as a whole number.
  var rounded: Int { Int(min(count, Self.limit).rounded()) }
}

extension Int64 {
  /// The distance to a number that is not less, which may exceed what an `Int64` holds.
  fileprivate func distance(upTo other: Int64) -> Double {
    Double(UInt64(bitPattern: other &- self))
  }
}
