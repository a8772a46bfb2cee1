public import DatabaseTypes
public import Foundation

/// A decoder that reads the columns of one row, one after another.
///
/// Each call reads the next column. NULL is returned as `nil`. A value of another type throws an
/// error.
public protocol QueryDecoder {
  /// Decodes bytes.
  mutating func decode(_ columnType: [UInt8].Type) throws -> [UInt8]?
  /// Decodes a floating-point number.
  mutating func decode(_ columnType: Double.Type) throws -> Double?
  /// Decodes an integer.
  mutating func decode(_ columnType: Int64.Type) throws -> Int64?
  /// Decodes an unsigned integer.
  mutating func decode(_ columnType: UInt64.Type) throws -> UInt64?
  /// Decodes a text.
  mutating func decode(_ columnType: String.Type) throws -> String?
  /// Decodes a truth value.
  mutating func decode(_ columnType: Bool.Type) throws -> Bool?
  /// Decodes an integer.
  mutating func decode(_ columnType: Int.Type) throws -> Int?
  /// Decodes a date.
  mutating func decode(_ columnType: Date.Type) throws -> Date?
  /// Decodes a UUID.
  mutating func decode(_ columnType: UUID.Type) throws -> UUID?
  /// Decodes a decimal number, or throws an error if the database has none, as SQLite does.
  mutating func decode(_ columnType: Decimal.Type) throws -> Decimal?
  /// Decodes an integer that counts fractions of one, such as hundredths.
  ///
  /// The column must not be of a decimal type.
  mutating func _decodeScaledInteger() throws -> Int64?
  /// Decodes a list from a JSON array or an array of the database.
  mutating func _decodeList() throws -> [DatabaseValue]?

  /// Skips the next columns if all of them are NULL.
  mutating func skipsNull(columns: Int) throws -> Bool
}

extension QueryDecoder {
  /// Decodes a value of a type, or returns `nil` for NULL.
  @inlinable
  public mutating func decode<T: QueryRepresentable>(
    _ columnType: T.Type = T.self
  ) throws -> T.QueryOutput? {
    try T._decodeIfPresent(from: &self)?.queryOutput
  }

  /// Decodes a column, or throws an error if it is NULL and the type has no value for that.
  @inlinable
  public mutating func column<T: QueryRepresentable>(_ type: T.Type) throws -> T.QueryOutput {
    try T(decoder: &self).queryOutput
  }

  /// Decodes a column as its own type.
  @inlinable
  public mutating func column<Column: _TableColumnExpression>(
    _ column: Column
  ) throws -> Column.Value.QueryOutput where Column.Value: QueryRepresentable {
    try Column.Value(decoder: &self).queryOutput
  }

  /// Decodes a column as its own type, or returns `nil` for NULL.
  @inlinable
  public mutating func decode<Column: _TableColumnExpression>(
    _ column: Column
  ) throws -> Column.Value.QueryOutput? where Column.Value: QueryRepresentable {
    try Column.Value._decodeIfPresent(from: &self)?.queryOutput
  }

  /// Decodes several values.
  @inlinable
  public mutating func decodeColumns<each T: QueryRepresentable>(
    _ types: (repeat each T).Type
  ) throws -> (repeat (each T).QueryOutput) {
    try (repeat (each T)(decoder: &self).queryOutput)
  }
}

/// An error in decoding a row.
public enum QueryDecodingError: Error {
  /// A column is NULL, but its type has no value for NULL.
  case missingRequiredColumn
  /// A value does not fit the type.
  case typeMismatch(any Any.Type)
  /// The type's own initializer failed.
  case other(any Error)
}

extension QueryDecodingError: _SelfDescribingError {
  /// A message that says what happened, without a value.
  public var description: String {
    switch self {
    case .missingRequiredColumn:
      "A column is NULL, but its type has no value for that. Make the property optional."
    case .typeMismatch(let type):
      "A value does not fit the type \(type). Change the type of the property, or correct the stored value."
    case .other(let error):
      "The type's own initializer failed with \(Swift.type(of: error)). Correct the stored value, or accept it in "
        + "the initializer."
    }
  }
}

/// An encoder of the columns of a value that is written, one after another.
public protocol QueryEncoder {
  /// Encodes a bound value.
  mutating func encode(_ binding: QueryBinding)
  /// Encodes an integer.
  mutating func encode(_ value: Int64)
  /// Encodes a floating-point number.
  mutating func encode(_ value: Double)
  /// Encodes a text.
  mutating func encode(_ value: String)
  /// Encodes an expression.
  mutating func encode(_ fragment: QueryFragment)
  /// Encodes NULL for several columns.
  mutating func encodeNull(columns: Int)
  /// Encodes a column that the database computes.
  mutating func encodeGenerated<Value: QueryRepresentable>(_ value: Value)
  /// Encodes columns that are left to the database's default.
  mutating func encodeUnset(columns: Int)
}

extension QueryEncoder {
  /// Encodes a value.
  @inlinable public mutating func encode(_ value: Int64) { encode(.int(value)) }

  /// Encodes a value.
  @inlinable public mutating func encode(_ value: Double) { encode(.double(value)) }

  /// Encodes a value.
  @inlinable public mutating func encode(_ value: String) { encode(.text(value)) }

  /// Encodes NULL for several columns.
  @inlinable
  public mutating func encodeNull(columns: Int) {
    for _ in 0..<columns { encode(QueryBinding.null) }
  }

  /// Encodes a value in its representation.
  @inlinable
  public mutating func encode<R: QueryRepresentable>(_ value: R.QueryOutput, as: R.Type) {
    R(queryOutput: value)._encode(into: &self)
  }

  /// Encodes a value as its column stores it.
  @inlinable
  public mutating func encode<Column: _TableColumnExpression>(
    _ value: Column.Value.QueryOutput,
    as column: Column
  ) where Column.Value: QueryRepresentable {
    Column.Value(queryOutput: value)._encode(into: &self)
  }

  /// Encodes a value that the database computes.
  @inlinable
  public mutating func encodeGenerated<R: QueryRepresentable>(_ value: R.QueryOutput, as: R.Type) {
    encodeGenerated(R(queryOutput: value))
  }

  /// Encodes a value that the database computes.
  @inlinable
  public mutating func encodeGenerated<Column: _TableColumnExpression>(
    _ value: Column.Value.QueryOutput,
    as column: Column
  ) where Column.Value: QueryRepresentable {
    encodeGenerated(Column.Value(queryOutput: value))
  }

  /// Encodes a value if there is one, and leaves the column to the database otherwise.
  @inlinable
  public mutating func encodeIfSet<Wrapped: QueryRepresentable & QueryExpression>(
    _ value: Wrapped.QueryOutput?,
    as: Wrapped?.Type
  ) {
    guard let value else { return encodeUnset(columns: Wrapped._columnWidth) }
    Wrapped(queryOutput: value)._encode(into: &self)
  }

  /// Encodes a value if there is one, and leaves the column to the database otherwise.
  @inlinable
  public mutating func encodeIfSet<Column: _TableColumnExpression, Wrapped>(
    _ value: Wrapped.QueryOutput?,
    as column: Column
  ) where Column.Value == Wrapped?, Wrapped: QueryRepresentable & QueryExpression {
    guard let value else { return encodeUnset(columns: Wrapped._columnWidth) }
    Wrapped(queryOutput: value)._encode(into: &self)
  }
}
