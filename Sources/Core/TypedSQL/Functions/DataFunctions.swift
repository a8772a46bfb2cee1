import DatabaseTypes
public import Foundation

extension QueryExpression where QueryValue == Data {
  /// Returns the number of bytes: `length("files"."content")`.
  public func length() -> SQLQueryExpression<Int> { SQLQueryExpression(called(.length)) }

  /// Returns the number of bytes: `octet_length("files"."content")`.
  ///
  /// Requires SQLite 3.43.
  public func octetLength() -> SQLQueryExpression<Int> {
    SQLQueryExpression(called(.octetLength))
  }

  /// Returns the bytes as hexadecimal digits: `hex("files"."content")`.
  public func hex() -> SQLQueryExpression<String> { SQLQueryExpression(called(.hex)) }
}

extension QueryExpression where QueryValue == Data? {
  /// Returns the number of bytes: `length("files"."preview")`.
  public func length() -> SQLQueryExpression<Int?> { SQLQueryExpression(called(.length)) }

  /// Returns the number of bytes: `octet_length("files"."preview")`.
  ///
  /// Requires SQLite 3.43.
  public func octetLength() -> SQLQueryExpression<Int?> {
    SQLQueryExpression(called(.octetLength))
  }
}
