/// A type that reads itself from a column of a statement: GRDB's protocol.
///
/// ```swift
/// struct Money: DatabaseValueConvertible, StatementColumnConvertible {
///   var cents: Int
///   var databaseValue: DatabaseValue { cents.databaseValue }
///
///   init?(sqliteStatement: SQLiteStatement, index: CInt) {
///     guard let cents = Int(sqliteStatement: sqliteStatement, index: index) else { return nil }
///     self.cents = cents
///   }
///   …
/// }
/// ```
///
/// A value of a column is decoded by this initializer, wherever the column is: in a result, in a
/// record, or in a copied row. NULL is decoded by ``DatabaseValueConvertible``.
///
/// New code has no need of it: ``DatabaseValueConvertible`` alone decodes as fast.
public protocol StatementColumnConvertible {
  /// Creates an instance from a column, or returns `nil` if the value does not fit this type.
  ///
  /// - Parameters:
  ///   - sqliteStatement: The column's value. It is not SQLite's pointer.
  ///   - index: The index of the column, for the initializers of other types.
  init?(sqliteStatement: SQLiteStatement, index: CInt)
}

extension StatementColumnConvertible where Self: DatabaseValueConvertible {
  /// Creates an instance with ``DatabaseValueConvertible/fromDatabaseValue(_:)``.
  public init?(sqliteStatement: SQLiteStatement, index: CInt) {
    guard let value = Self.fromDatabaseValue(sqliteStatement.value(at: index)) else { return nil }
    self = value
  }
}

extension DatabaseValueConvertible where Self: StatementColumnConvertible {
  /// Decodes an instance with ``StatementColumnConvertible``.
  public init<Reader: ColumnReader & ~Copyable>(
    column index: Int,
    of reader: borrowing Reader
  ) throws(ConversionFailure) {
    self = try Self.decoded(try reader.value(at: index), at: index)
  }

  fileprivate static func decoded(
    _ value: DatabaseValue,
    at index: Int
  ) throws(ConversionFailure) -> Self {
    guard !value.isNull, let index = CInt(exactly: index) else {
      return try Self(databaseValue: value)
    }
    let statement = SQLiteStatement(value: value, column: index)
    guard let decoded = Self(sqliteStatement: statement, index: index) else {
      throw .mismatch(Self.self, found: value.storageClass)
    }
    return decoded
  }
}

// An enumeration with a raw value has another default, too.
extension DatabaseValueConvertible
where
  Self: RawRepresentable & StatementColumnConvertible, RawValue: DatabaseValueConvertible
{
  /// Decodes an instance with ``StatementColumnConvertible``.
  public init<Reader: ColumnReader & ~Copyable>(
    column index: Int,
    of reader: borrowing Reader
  ) throws(ConversionFailure) {
    self = try Self.decoded(try reader.value(at: index), at: index)
  }
}
