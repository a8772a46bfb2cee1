import DatabaseQueries
public import DatabaseTypes
import DynamicColumns
import Foundation
import SQLiteDatabase
public import TypedSQL

/// How a type of records stores the values of its columns.
///
/// Records and the values that they are compared with are stored through it, so that a condition finds what a record
/// wrote:
///
/// ```swift
/// let encoding = Player.databaseEncoding
/// encoding.binding(of: date, inColumn: "createdAt")   // as Player.databaseDateEncodingStrategy says
/// ```
public struct RecordEncoding: Sendable {
  /// `nil` where values are stored as they convert themselves.
  let record: (any EncodableRecord.Type)?
  /// The type as a `@Table`, where it is one: then its columns say how they are stored.
  private let table: (any Table.Type)?

  /// The encoding of values that belong to no record.
  public static let standard = RecordEncoding(record: nil, table: nil)

  /// The encoding of a type.
  public init(_ record: any EncodableRecord.Type) {
    self.init(record: record, table: record as? any Table.Type)
  }

  init(record: (any EncodableRecord.Type)?, table: (any Table.Type)?) {
    self.record = record
    self.table = table
  }
}

extension RecordEncoding {
  /// What a value of a column is stored as.
  ///
  /// - Parameter column: The name; empty for what is compared with no column.
  /// - Throws: ``ConversionFailure`` for what cannot be stored, or an error of a strategy.
  public func databaseValue<Value: DatabaseValueConvertible>(
    of value: Value,
    inColumn column: String
  ) throws -> DatabaseValue {
    if let table { return try Self.stored(value, inColumn: column, of: table) }
    guard let record else { return try value.databaseValue }
    switch value {
    case let date as Date: return try record.databaseDateEncodingStrategy(for: column).encode(date)
    case let uuid as UUID: return record.databaseUUIDEncodingStrategy(for: column).encode(uuid)
    case let data as Data: return try record.databaseDataEncodingStrategy(for: column).encode(data)
    default: return try value.databaseValue
    }
  }

  /// A value of a column, to be bound in a query.
  ///
  /// A value that cannot be stored is `.invalid`, which is reported when the query is run.
  ///
  /// - Parameter column: The name; empty for what is compared with no column.
  public func binding(
    of value: (any DatabaseValueConvertible)?,
    inColumn column: String
  ) -> QueryBinding {
    guard let value else { return .null }
    do { return QueryBinding(try databaseValue(of: value, inColumn: column)) } catch {
      return .invalid(QueryBindingError(underlyingError: error))
    }
  }
}

extension RecordEncoding {
  /// What encoders have as their information.
  var userInfo: [CodingUserInfoKey: Any] {
    record?.databaseEncodingUserInfo._values ?? [:]
  }

  /// The column of a coding key.
  func column(of key: some CodingKey) -> String {
    switch record?.databaseColumnEncodingStrategy ?? .useDefaultKeys {
    case .useDefaultKeys: key.stringValue
    case .convertToSnakeCase: snakeCase(key.stringValue)
    case .custom(let column): column(key)
    }
  }
}

extension RecordEncoding {
  /// What a `@Table` stores.
  private static func stored<T: Table>(
    _ value: some DatabaseValueConvertible,
    inColumn column: String,
    of table: T.Type
  ) throws -> DatabaseValue {
    let column = T.TableColumns.allColumns.first { isSameIdentifier($0.name, column) }
    if let binding = column.flatMap({ $0.binding(of: value) }) {
      return try binding.databaseValue()
    }
    // What is compared with no column is stored as columns are that say nothing.
    if let uuid = value as? UUID { return try QueryBinding.uuid(uuid).databaseValue() }
    return try value.databaseValue
  }
}

extension TableColumnExpression {
  /// A value as the column stores it; `nil` for a value that is not of its type.
  fileprivate func binding(of value: Any) -> QueryBinding? {
    (value as? Value.QueryOutput).map { Value(queryOutput: $0).queryBinding }
  }
}

extension TableRecord {
  /// How the values of the table's columns are stored.
  public static var databaseEncoding: RecordEncoding {
    RecordEncoding(
      record: Self.self as? any EncodableRecord.Type,
      table: Self.self as? any Table.Type
    )
  }
}
