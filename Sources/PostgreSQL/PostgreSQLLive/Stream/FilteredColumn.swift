import DatabaseTypes
import Foundation
import IncrementalQueries
import PostgreSQL

/// A column that Swift compares as the server does, to find the live queries that include a row.
///
/// In the rows of change sets and in filters, it is identified by its name and type. If the type
/// has changed, a filter does not find the column, so values of different types are never compared.
struct FilteredColumn {
  /// The length beyond which a text is not kept.
  private static let longestText = 1_000

  private let column: PostgresReportedTables.ReportedColumn
  /// The identifier, made from name and type.
  let name: String

  /// Creates a column; `nil` if its type is not compared here.
  init?(_ column: PostgresReportedTables.ReportedColumn) {
    guard Self.types.contains(column.type) else { return nil }
    self.column = column
    name = "\(column.name) \(column.type)"
  }

  /// Creates a column from the change stream's description.
  init?(_ column: ReplicatedRelation.Column) {
    self.init(PostgresReportedTables.ReportedColumn(name: column.name, type: column.type))
  }

  private static let integers: Set<UInt32> = [20, 21, 23]
  private static let texts: Set<UInt32> = [25, 1043]
  private static let uuid: UInt32 = 2950
  private static let bool: UInt32 = 16
  private static let types = integers.union(texts).union([uuid, bool])

  /// Returns the value from a row of the change stream; `nil` if it was not sent, or is not kept.
  func value(_ value: ReplicatedValue) throws -> DatabaseValue? {
    switch value {
    case .text(let bytes) where bytes.count > Self.longestText: return nil
    case .binary(let bytes) where bytes.count > Self.longestText: return nil
    default: break
    }
    guard let value = try value.value(ofType: column.type) else { return nil }
    if case .uuid(let uuid) = value { return .text(UUIDText.text(for: uuid)) }
    return value.databaseValue
  }

  /// Returns whether the server compares the column as a constraint does in Swift.
  func isCompared(by constraint: RowFilter.Constraint) -> Bool {
    switch constraint {
    case .oneOf(let values): values.allSatisfy { $0.isNull || isEqualAsInSwift($0) }
    case .range(let range):
      [range.lower, range.upper].allSatisfy { $0.map { isOrderedAsInSwift($0.value) } ?? true }
    case .notNull: true
    case .truth: column.type == Self.bool
    }
  }

  private func isEqualAsInSwift(_ value: DatabaseValue) -> Bool {
    switch value {
    // The server treats every other number as true.
    case .integer(let number):
      Self.integers.contains(column.type) || column.type == Self.bool && (0...1).contains(number)
    case .text(let text):
      column.type == Self.uuid
        ? UUID(uuidString: text).map { UUIDText.text(for: $0) } == text
        : Self.texts.contains(column.type) && column.isEqualByBytes
    case .null, .real, .blob: false
    }
  }

  private func isOrderedAsInSwift(_ value: DatabaseValue) -> Bool {
    switch value {
    case .integer: Self.integers.contains(column.type)
    case .text: Self.texts.contains(column.type) && column.isEqualByBytes && column.isOrderedByBytes
    // A comparison with NULL is never true.
    case .null: true
    case .real, .blob: false
    }
  }
}

extension PostgresReportedTables.Table {
  /// Returns the column with a name, if its values are reported and compared as on the server.
  func filteredColumn(_ name: String, by constraint: RowFilter.Constraint) -> FilteredColumn? {
    // Rows find columns regardless of case, but the server does not.
    let found = reportedColumns.filter { isSameIdentifier($0.name, name) }
    guard found.count == 1, found[0].name == name, let column = FilteredColumn(found[0]),
      column.isCompared(by: constraint)
    else { return nil }
    return column
  }
}
