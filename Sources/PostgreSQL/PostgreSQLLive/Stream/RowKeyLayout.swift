import DatabaseTypes
import PostgreSQL

/// The columns that identify the rows of a table, which the change stream sends for each touched
/// row.
///
/// They follow only from the server's description of the table, in the stream and in the catalog,
/// so change sets and statements identify a row by the same key.
struct RowKeyLayout: Hashable, Sendable {
  /// A column that identifies rows, with the OID of its type.
  struct Column: Hashable, Sendable {
    let name: String
    let type: UInt32

    static func == (left: Self, right: Self) -> Bool {
      hasSameBytes(left.name, right.name) && left.type == right.type
    }
  }

  private let columns: [Column]
  private let isRowNumber: Bool

  /// Creates the key of a table.
  ///
  /// - Parameters:
  ///   - columns: The columns that identify its rows, in the order of the table.
  ///   - identity: The replica identity: `d`, the primary key; `i`, the columns of an index; `f`,
  ///     all columns.
  /// - Returns: `nil` if rows cannot be identified: they have no key, they are sent as a whole, or
  ///   equal values of a key may have different representations.
  init?(_ columns: [Column], identity: UInt8) {
    guard identity == UInt8(ascii: "d") || identity == UInt8(ascii: "i"), !columns.isEmpty,
      columns.allSatisfy({ Self.types.contains($0.type) })
    else { return nil }
    self.columns = columns
    isRowNumber = columns.count == 1 && Self.integers.contains(columns[0].type)
  }

  /// Creates the key of a table from the change stream's description.
  init?(_ relation: ReplicatedRelation) {
    let columns = relation.columns.filter(\.isKey)
      .map { Column(name: $0.name, type: $0.type) }
    self.init(columns, identity: relation.identity)
  }

  /// `smallint`, `integer`, `bigint`.
  private static let integers: Set<UInt32> = [20, 21, 23]

  /// The integers, `boolean`, `bytea`, `text`, `date`, `varchar`, `timestamp`, `timestamptz` and
  /// `uuid`.
  private static let types = integers.union([16, 17, 25, 1082, 1043, 1114, 1184, 2950])

  /// The key in the engine's form.
  var tableKey: TableKey {
    isRowNumber ? .rowID(columns[0].name) : .primaryKey(columns.map(\.name))
  }

  /// Returns the key of a row of the change stream.
  ///
  /// - Parameter values: The values of the columns that identify it.
  /// - Returns: `nil` if the stream does not contain it.
  func rowKey(_ values: [ReplicatedValue]) throws -> RowKey? {
    guard values.count == columns.count else { return nil }
    var key: [DatabaseValue] = []
    for (column, value) in zip(columns, values) {
      // A partition whose rows are identified by other columns sends none for these.
      if case .null = value { return nil }
      guard let value = try value.value(ofType: column.type) else { return nil }
      key.append(value.liveValue)
    }
    if isRowNumber, case .integer(let number) = key[0] { return .rowID(number) }
    return .primaryKey(key)
  }
}
