extension String: DatabaseValueConvertible {
  /// TEXT.
  @inlinable public var databaseValue: DatabaseValue { .text(self) }

  /// Decodes text.
  @inlinable public init(databaseValue: DatabaseValue) throws(ConversionFailure) {
    try self.init(column: 0, of: databaseValue)
  }

  /// Decodes text that is valid UTF-8.
  @inlinable
  public init<Reader: ColumnReader & ~Copyable>(
    column index: Int,
    of reader: borrowing Reader
  ) throws(ConversionFailure) {
    let found = reader.storageClass(at: index)
    guard found == .text else { throw .mismatch(String.self, found: found) }
    guard let text = reader.text(at: index) else { throw .invalidText(expected: "String") }
    self = text
  }
}
