public import Foundation

extension QueryExpression where QueryValue == Data {
  /// How many bytes there are: `length("files"."content")`.
  public func length() -> SQLQueryExpression<Int> { SQLQueryExpression(called("length")) }

  /// How many bytes there are: `octet_length("files"."content")`.
  ///
  /// It needs SQLite 3.43.
  public func octetLength() -> SQLQueryExpression<Int> {
    SQLQueryExpression(called("octet_length"))
  }

  /// Bytes as hexadecimal digits: `hex("files"."content")`.
  public func hex() -> SQLQueryExpression<String> { SQLQueryExpression(called("hex")) }
}

extension QueryExpression where QueryValue == Data? {
  /// How many bytes there are: `length("files"."preview")`.
  public func length() -> SQLQueryExpression<Int?> { SQLQueryExpression(called("length")) }

  /// How many bytes there are: `octet_length("files"."preview")`.
  ///
  /// It needs SQLite 3.43.
  public func octetLength() -> SQLQueryExpression<Int?> {
    SQLQueryExpression(called("octet_length"))
  }
}
