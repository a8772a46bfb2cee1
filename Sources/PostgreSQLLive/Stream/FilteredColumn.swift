import DatabaseTypes
import Foundation
import IncrementalQueries
import PostgreSQL

/// A column whose values are compared in Swift as the server compares them, to find the live queries that see a row.
///
/// In the rows of change sets, and in filters, it is called by its name and its type: where the type is another one by now, a
/// filter does not find the column, so that nothing is compared which is not what it was.
struct FilteredColumn {
  /// A text that is longer is not kept.
  private static let longestText = 1_000

  private let column: PostgresToldTables.ToldColumn
  /// What it is called.
  let name: String

  /// A column; `nil` where its values are of a type that is not compared here.
  init?(_ column: PostgresToldTables.ToldColumn) {
    guard Self.types.contains(column.type) else { return nil }
    self.column = column
    name = "\(column.name) \(column.type)"
  }

  /// A column as the change stream tells it.
  init?(_ column: ReplicatedRelation.Column) {
    self.init(PostgresToldTables.ToldColumn(name: column.name, type: column.type))
  }

  private static let integers: Set<UInt32> = [20, 21, 23]
  private static let texts: Set<UInt32> = [25, 1043]
  private static let uuid: UInt32 = 2950
  private static let bool: UInt32 = 16
  private static let types = integers.union(texts).union([uuid, bool])

  /// The value of a row of the change stream; `nil` where it was not told, or is not kept.
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

  /// Whether the server compares the column as a constraint does.
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
    // The server takes any other number for true.
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

extension PostgresToldTables.Table {
  /// The column of a name, where its values are told and a filter compares them as the server does.
  func filteredColumn(_ name: String, by constraint: RowFilter.Constraint) -> FilteredColumn? {
    // Rows find columns whatever the case of their letters, and the server does not.
    let found = toldColumns.filter { isSameIdentifier($0.name, name) }
    guard found.count == 1, found[0].name == name, let column = FilteredColumn(found[0]),
      column.isCompared(by: constraint)
    else { return nil }
    return column
  }
}
