import DatabaseTypes
import Synchronization

/// A probe that detects whether the library decodes a type, or a custom `init(row:)` does.
///
/// Rows can be read in place only if the library decodes the records. Swift cannot tell which
/// initializer a type has, so the first row of a statement is passed to `init(row:)`, and the
/// library's initializer notes that it was called.
final class DecodingProbe: Sendable {
  @TaskLocal private static var current: DecodingProbe?

  private let type: ObjectIdentifier
  private let layout: RowLayout
  private let wasCalled = Atomic(false)

  private init(_ type: Any.Type, _ layout: RowLayout) {
    self.type = ObjectIdentifier(type)
    self.layout = layout
  }

  /// Decodes the first record of a statement.
  ///
  /// - Returns: The record, and whether the library decoded it.
  static func record<Record: FetchableRecord>(
    _ type: Record.Type,
    of row: Row
  ) throws -> (record: Record, usesLibraryDecoding: Bool) {
    let probe = DecodingProbe(type, row.layout)
    let record = try $current.withValue(probe) { try Record(row: row) }
    return (record, probe.wasCalled.load(ordering: .relaxed))
  }

  /// Notes that the library decodes a record from a row.
  ///
  /// An initializer of a type may decode other records from the same row.
  static func note(_ type: Any.Type, _ row: Row) {
    guard let current, current.type == ObjectIdentifier(type), current.layout === row.layout else {
      return
    }
    current.wasCalled.store(true, ordering: .relaxed)
  }
}
