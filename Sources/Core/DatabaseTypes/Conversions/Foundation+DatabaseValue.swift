public import Foundation

extension UUID: DatabaseValueConvertible {
  /// TEXT of 36 characters, in lower case: `e621e1f8-c36c-495a-93fc-0c247a3e6e5f`.
  ///
  /// This is the default everywhere: for a property of a `@Table`, for a record, and for an SQL
  /// argument. So a UUID is found no matter which of them wrote it. Tables that store 16 bytes
  /// declare this with `UUID.BytesRepresentation` or `DatabaseUUIDEncodingStrategy.bytes`. Both
  /// forms decode wherever a UUID is expected.
  public var databaseValue: DatabaseValue { .text(UUIDText.text(for: self)) }

  /// Decodes a blob of 16 bytes, or text of 36 characters.
  public init(databaseValue: DatabaseValue) throws(ConversionFailure) {
    try self.init(column: 0, of: databaseValue)
  }

  /// Decodes a blob of 16 bytes, or text of 36 characters.
  public init<Reader: ColumnReader & ~Copyable>(
    column index: Int,
    of reader: borrowing Reader
  ) throws(ConversionFailure) {
    let found = reader.storageClass(at: index)
    switch found {
    case .blob:
      guard let uuid = reader.withBytes(at: index, Self.uuid(from:)) else {
        throw .unrepresentable(UUID.self, found: found, reason: "the blob does not have 16 bytes")
      }
      self.init(uuid: uuid)
    case .text:
      guard let uuid = reader.withBytes(at: index, UUIDText.uuid(from:)) else {
        throw .unrepresentable(UUID.self, found: found, reason: "the text is not a UUID")
      }
      self = uuid
    default: throw .mismatch(UUID.self, found: found)
    }
  }

  private static func uuid(from bytes: UnsafeRawBufferPointer) -> uuid_t? {
    bytes.count == 16 ? bytes.loadUnaligned(as: uuid_t.self) : nil
  }
}

extension URL: DatabaseValueConvertible {
  /// TEXT: the absolute string.
  public var databaseValue: DatabaseValue { .text(absoluteString) }

  /// Decodes a URL from text.
  public init(databaseValue: DatabaseValue) throws(ConversionFailure) {
    let text = try String(databaseValue: databaseValue)
    guard let url = URL(string: text) else {
      throw .unrepresentable(URL.self, found: .text, reason: "the text is not a URL")
    }
    self = url
  }
}

extension Decimal: DatabaseValueConvertible {
  /// TEXT, with all digits; ``DatabaseValue/unstorable`` for NaN.
  public var databaseValue: DatabaseValue { .storable { try checkedDatabaseValue } }

  /// TEXT, with all digits.
  ///
  /// - Throws: ``ConversionFailure`` for NaN.
  public var checkedDatabaseValue: DatabaseValue {
    get throws {
      guard !isNaN else {
        throw ConversionFailure.unrepresentable(
          Decimal.self,
          found: nil,
          reason: "it is not a number"
        )
      }
      return .text(description)
    }
  }

  /// Decodes text or a number.
  public init(databaseValue: DatabaseValue) throws(ConversionFailure) {
    switch databaseValue {
    case .integer(let value): self.init(value)
    case .real(let value):
      // Convert through the shortest text, since `Decimal(3.14)` has the digits of the binary
      // number.
      guard value.isFinite, let number = Self.number(from: "\(value)") else {
        throw .unrepresentable(Decimal.self, found: .real, reason: "it is out of the type's range")
      }
      self = number
    case .text(let text):
      guard let value = Self.number(from: text) else {
        throw .unrepresentable(
          Decimal.self,
          found: .text,
          reason: "the text is not a decimal number"
        )
      }
      self = value
    default: throw .mismatch(Decimal.self, found: databaseValue.storageClass)
    }
  }

  /// Parses a decimal number.
  ///
  /// `Decimal(string:)` accepts any text that begins with a number, so check the whole text first.
  private static func number(from text: String) -> Decimal? {
    let isNumber = text.wholeMatch(of: /[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?/) != nil
    return isNumber ? Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")) : nil
  }
}
