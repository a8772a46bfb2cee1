public import DatabaseTypes
public import Foundation

/// Reads the columns of one row, one after the other.
///
/// Each call takes the next column. NULL is `nil`. A value of another type throws.
public protocol QueryDecoder {
  /// Decodes bytes.
  mutating func decode(_ columnType: [UInt8].Type) throws -> [UInt8]?
  /// Decodes a floating-point number.
  mutating func decode(_ columnType: Double.Type) throws -> Double?
  /// Decodes an integer.
  mutating func decode(_ columnType: Int64.Type) throws -> Int64?
  /// Decodes an integer without a sign.
  mutating func decode(_ columnType: UInt64.Type) throws -> UInt64?
  /// Decodes a text.
  mutating func decode(_ columnType: String.Type) throws -> String?
  /// Decodes a truth value.
  mutating func decode(_ columnType: Bool.Type) throws -> Bool?
  /// Decodes an integer.
  mutating func decode(_ columnType: Int.Type) throws -> Int?
  /// Decodes a moment.
  mutating func decode(_ columnType: Date.Type) throws -> Date?
  /// Decodes a UUID.
  mutating func decode(_ columnType: UUID.Type) throws -> UUID?
  /// Decodes a decimal number; an error where the database has none, as SQLite.
  mutating func decode(_ columnType: Decimal.Type) throws -> Decimal?
  /// Decodes an integer that counts parts of one, such as hundredths, of a column that is no decimal number.
  mutating func _decodeUnits() throws -> Int64?
  /// Decodes a list: an array of JSON, or one of the database's own.
  mutating func _decodeList() throws -> [DatabaseValue]?

  /// Takes the next columns if all of them are NULL.
  mutating func skipsNull(columns: Int) throws -> Bool
}

extension QueryDecoder {
  /// Decodes what a type represents; `nil` for NULL.
  @inlinable
  public mutating func decode<T: QueryRepresentable>(
    _ columnType: T.Type = T.self
  ) throws -> T.QueryOutput? {
    try T._decodeIfPresent(from: &self)?.queryOutput
  }

  /// Decodes a column, or throws where it is NULL and the type has no value for that.
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

  /// Decodes a column as its own type; `nil` for NULL.
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

/// Why a row could not be decoded.
public enum QueryDecodingError: Error {
  /// A column is NULL, and its type has no value for that.
  case missingRequiredColumn
  /// A value cannot be of the type.
  case typeMismatch(any Any.Type)
  /// The type's own initialiser failed.
  case other(any Error)
}

extension QueryDecodingError: _DescribedError {
  /// What happened, without a value.
  public var description: String {
    switch self {
    case .missingRequiredColumn:
      "A column is NULL, and its type has no value for that: make the property optional."
    case .typeMismatch(let type): "A value is none of the type \(type)."
    case .other(let error): "The type's own initialiser failed with \(Swift.type(of: error))."
    }
  }
}

/// Takes the columns of a value that is written, one after the other.
public protocol QueryEncoder {
  /// Takes a value that is bound.
  mutating func encode(_ binding: QueryBinding)
  /// Takes an integer.
  mutating func encode(_ value: Int64)
  /// Takes a floating-point number.
  mutating func encode(_ value: Double)
  /// Takes a text.
  mutating func encode(_ value: String)
  /// Takes an expression.
  mutating func encode(_ fragment: QueryFragment)
  /// Takes NULL for several columns.
  mutating func encodeNull(columns: Int)
  /// Takes a column that the database computes.
  mutating func encodeGenerated<Value: QueryRepresentable>(_ value: Value)
  /// Takes a column that is left to the database's default.
  mutating func encodeUnset(columns: Int)
}

extension QueryEncoder {
  /// Takes a value.
  @inlinable public mutating func encode(_ value: Int64) { encode(.int(value)) }

  /// Takes a value.
  @inlinable public mutating func encode(_ value: Double) { encode(.double(value)) }

  /// Takes a value.
  @inlinable public mutating func encode(_ value: String) { encode(.text(value)) }

  /// Takes NULL for several columns.
  @inlinable
  public mutating func encodeNull(columns: Int) {
    for _ in 0..<columns { encode(QueryBinding.null) }
  }

  /// Takes a value in its representation.
  @inlinable
  public mutating func encode<R: QueryRepresentable>(_ value: R.QueryOutput, as: R.Type) {
    R(queryOutput: value)._encode(into: &self)
  }

  /// Takes a value as its column stores it.
  @inlinable
  public mutating func encode<Column: _TableColumnExpression>(
    _ value: Column.Value.QueryOutput,
    as column: Column
  ) where Column.Value: QueryRepresentable {
    Column.Value(queryOutput: value)._encode(into: &self)
  }

  /// Takes a value that the database computes.
  @inlinable
  public mutating func encodeGenerated<R: QueryRepresentable>(_ value: R.QueryOutput, as: R.Type) {
    encodeGenerated(R(queryOutput: value))
  }

  /// Takes a value that the database computes.
  @inlinable
  public mutating func encodeGenerated<Column: _TableColumnExpression>(
    _ value: Column.Value.QueryOutput,
    as column: Column
  ) where Column.Value: QueryRepresentable {
    encodeGenerated(Column.Value(queryOutput: value))
  }

  /// Takes a value where there is one, and leaves the column to the database otherwise.
  @inlinable
  public mutating func encodeIfSet<Wrapped: QueryRepresentable & QueryExpression>(
    _ value: Wrapped.QueryOutput?,
    as: Wrapped?.Type
  ) {
    guard let value else { return encodeUnset(columns: Wrapped._columnWidth) }
    Wrapped(queryOutput: value)._encode(into: &self)
  }

  /// Takes a value where there is one, and leaves the column to the database otherwise.
  @inlinable
  public mutating func encodeIfSet<Column: _TableColumnExpression, Wrapped>(
    _ value: Wrapped.QueryOutput?,
    as column: Column
  ) where Column.Value == Wrapped?, Wrapped: QueryRepresentable & QueryExpression {
    guard let value else { return encodeUnset(columns: Wrapped._columnWidth) }
    Wrapped(queryOutput: value)._encode(into: &self)
  }
}
