import DatabaseTypes
import PostgreSQL

/// The columns by which the rows of a table are told apart: those that the change stream tells of each touched row.
///
/// Which they are follows from what the server says of the table alone, in the stream and in its catalog: so change sets and
/// statements call a row by the same key.
struct RowKeyLayout: Hashable, Sendable {
  /// A column that identifies rows, with its type's number.
  struct Column: Hashable, Sendable {
    let name: String
    let type: UInt32
  }

  private let columns: [Column]
  private let isRowNumber: Bool

  /// The key of a table.
  ///
  /// - Parameters:
  ///   - columns: The columns that identify its rows, in the order of the table.
  ///   - identity: What of old rows is told: `d` the primary key, `i` the columns of an index, `f` everything.
  /// - Returns: `nil` where rows cannot be told apart: they have no key, or are told as a whole, or equal values of a key may
  ///   be written in several ways.
  init?(_ columns: [Column], identity: UInt8) {
    guard identity == UInt8(ascii: "d") || identity == UInt8(ascii: "i"), !columns.isEmpty,
      columns.allSatisfy({ Self.types.contains($0.type) })
    else { return nil }
    self.columns = columns
    isRowNumber = columns.count == 1 && Self.integers.contains(columns[0].type)
  }

  /// The key of a table that the change stream has told of.
  init?(_ relation: ReplicatedRelation) {
    let columns = relation.columns.filter(\.isKey)
      .map { Column(name: $0.name, type: $0.type) }
    self.init(columns, identity: relation.identity)
  }

  /// `smallint`, `integer`, `bigint`.
  private static let integers: Set<UInt32> = [20, 21, 23]

  /// Besides: `boolean`, `bytea`, `text`, `date`, `varchar`, `timestamp`, `timestamptz`, `uuid`.
  private static let types = integers.union([16, 17, 25, 1082, 1043, 1114, 1184, 2950])

  /// The key in the words of the engine.
  var tableKey: TableKey {
    isRowNumber ? .rowID(columns[0].name) : .primaryKey(columns.map(\.name))
  }

  /// The key of a row of the change stream.
  ///
  /// - Parameter values: The values of the columns that identify it.
  /// - Returns: `nil` where the stream does not tell it.
  func rowKey(_ values: [ReplicatedValue]) throws -> RowKey? {
    guard values.count == columns.count else { return nil }
    var key: [DatabaseValue] = []
    for (column, value) in zip(columns, values) {
      guard let value = try value.value(ofType: column.type) else { return nil }
      key.append(value.liveValue)
    }
    if isRowNumber, case .integer(let number) = key[0] { return .rowID(number) }
    return .primaryKey(key)
  }
}
