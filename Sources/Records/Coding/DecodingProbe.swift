import DatabaseTypes
import Synchronization

/// Finds out whether a type is made of rows by the library or by an `init(row:)` of its own.
///
/// Rows can be read in place only where the library makes records of them. Which of the two a type has cannot be asked,
/// so the first row of a statement is handed to `init(row:)`, and that of the library notes that it was called.
final class DecodingProbe: Sendable {
  @TaskLocal private static var current: DecodingProbe?

  private let type: ObjectIdentifier
  private let layout: RowLayout
  private let wasNoted = Atomic(false)

  private init(_ type: Any.Type, _ layout: RowLayout) {
    self.type = ObjectIdentifier(type)
    self.layout = layout
  }

  /// Makes the first record of a statement.
  ///
  /// - Returns: The record, and whether the library made it.
  static func record<Record: FetchableRecord>(
    _ type: Record.Type,
    of row: Row
  ) throws -> (record: Record, isOfLibrary: Bool) {
    let probe = DecodingProbe(type, row.layout)
    let record = try $current.withValue(probe) { try Record(row: row) }
    return (record, probe.wasNoted.load(ordering: .relaxed))
  }

  /// Notes that the library makes a record of a row.
  ///
  /// An initialiser of a type may make other records of the same row.
  static func note(_ type: Any.Type, _ row: Row) {
    guard let current, current.type == ObjectIdentifier(type), current.layout === row.layout else {
      return
    }
    current.wasNoted.store(true, ordering: .relaxed)
  }
}
