public import DatabaseTypes
import DynamicColumns
import Foundation
import SQLiteDatabase
import SQLiteQueries
public import TypedSQL

/// The way that a record type stores the values of its columns.
///
/// It is used for records and for the values that they are compared with, so that a condition finds
/// what a record wrote:
///
/// ```swift
/// let encoding = Player.databaseEncoding
/// // By Player.databaseDateEncodingStrategy
/// encoding.binding(of: date, inColumn: "createdAt")
/// ```
public struct RecordEncoding: Sendable {
  /// The record type; `nil` to store values as they convert themselves.
  let record: (any EncodableRecord.Type)?
  /// The type as a `@Table` if it is one; then its columns determine how they are stored.
  private let table: (any Table.Type)?
  /// Whether decimal numbers are refused, since the values are for SQLite, which has none.
  private var refusesDecimals = false

  /// The encoding of values that do not belong to a record.
  public static let standard = RecordEncoding(record: nil, table: nil)

  /// Creates the encoding of a record type.
  public init(_ record: any EncodableRecord.Type) {
    self.init(record: record, table: record as? any Table.Type)
  }

  init(record: (any EncodableRecord.Type)?, table: (any Table.Type)?) {
    self.record = record
    self.table = table
  }

  /// The encoding of values that SQLite stores.
  var onSQLite: RecordEncoding {
    var encoding = self
    encoding.refusesDecimals = true
    return encoding
  }

  /// Returns the encoding of another record type for the same database.
  func encoding(of type: any EncodableRecord.Type) -> RecordEncoding {
    if record.map({ ObjectIdentifier($0) }) == ObjectIdentifier(type) { return self }
    var encoding = RecordEncoding(type)
    encoding.refusesDecimals = refusesDecimals
    return encoding
  }
}

extension RecordEncoding {
  /// Returns the stored value of a column.
  ///
  /// - Parameter column: The name of the column; empty for a value without a column.
  /// - Throws: ``ConversionFailure`` for a value that cannot be stored, or an error of a strategy.
  public func databaseValue<Value: DatabaseValueConvertible>(
    of value: Value,
    inColumn column: String
  ) throws -> DatabaseValue {
    if let table { return try stored(value, inColumn: column, of: table) }
    guard let record else { return try value.checkedDatabaseValue }
    switch value {
    case let date as Date: return try record.databaseDateEncodingStrategy(for: column).encode(date)
    case let uuid as UUID: return record.databaseUUIDEncodingStrategy(for: column).encode(uuid)
    case let data as Data: return try record.databaseDataEncodingStrategy(for: column).encode(data)
    case let decimal as Decimal: return try stored(decimal, inColumn: column, of: record)
    default: return try value.checkedDatabaseValue
    }
  }

  /// Returns a decimal number as the strategy of a record stores it.
  private func stored(
    _ decimal: Decimal,
    inColumn column: String,
    of record: any EncodableRecord.Type
  ) throws -> DatabaseValue {
    switch record.databaseDecimalEncodingStrategy(for: column) {
    case .deferredToDecimal: return try stored(decimal)
    case .fixedPoint(let digits):
      let units = try QueryBinding.fixedPoint(decimal, digits: digits).databaseValue()
      // Only when it is bound is it known whether the column is an integer or a decimal number.
      return try StoredForm.current.hasDecimals ? decimal.checkedDatabaseValue : units
    }
  }

  /// Returns the value as it converts itself.
  ///
  /// - Throws: ``ConversionFailure`` for a decimal number on SQLite. Its text would be compared and
  ///   ordered as text.
  private func stored(_ value: some DatabaseValueConvertible) throws -> DatabaseValue {
    if refusesDecimals, value is Decimal { throw ConversionFailure.noDecimal }
    return try value.checkedDatabaseValue
  }

  /// Returns the value of a column as a query binding.
  ///
  /// A value that cannot be stored becomes `.invalid`; the error is thrown when the query runs.
  ///
  /// - Parameter column: The name of the column; empty for a value without a column.
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
  /// The user info of encoders.
  var userInfo: [CodingUserInfoKey: Any] {
    record?.databaseEncodingUserInfo._values ?? [:]
  }

  /// Returns the column of a coding key.
  func column(of key: some CodingKey) -> String {
    switch record?.databaseColumnEncodingStrategy ?? .useDefaultKeys {
    case .useDefaultKeys: key.stringValue
    case .convertToSnakeCase: snakeCase(key.stringValue)
    case .custom(let column): column(key)
    }
  }
}

extension RecordEncoding {
  /// Returns the value that a `@Table` stores.
  private func stored<T: Table>(
    _ value: some DatabaseValueConvertible,
    inColumn column: String,
    of table: T.Type
  ) throws -> DatabaseValue {
    let column = T.TableColumns.allColumns.first { isSameIdentifier($0.name, column) }
    if let binding = column.flatMap({ $0.binding(of: value) }) {
      return try binding.databaseValue()
    }
    // A value without a column is stored like one in a column without representation.
    if let uuid = value as? UUID { return try QueryBinding.uuid(uuid).databaseValue() }
    return try stored(value)
  }
}

extension TableColumnExpression {
  /// Returns a value as the column stores it; `nil` if it is not of the column's type.
  fileprivate func binding(of value: Any) -> QueryBinding? {
    (value as? Value.QueryOutput).map { Value(queryOutput: $0).queryBinding }
  }
}

extension TableRecord {
  /// The way that the table's columns store their values.
  public static var databaseEncoding: RecordEncoding {
    RecordEncoding(
      record: Self.self as? any EncodableRecord.Type,
      table: Self.self as? any Table.Type
    )
  }
}
