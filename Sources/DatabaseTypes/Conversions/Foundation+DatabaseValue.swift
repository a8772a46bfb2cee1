public import Foundation

extension UUID: DatabaseValueConvertible {
  /// TEXT of 36 characters, in lower case: `e621e1f8-c36c-495a-93fc-0c247a3e6e5f`.
  ///
  /// That is what a UUID is stored as wherever nothing else is said: as a property of a `@Table`, of a record, and as an
  /// argument of SQL. So whoever looks for one finds it, whoever wrote it. Tables that store 16 bytes say so, by
  /// `UUID.BytesRepresentation` or `DatabaseUUIDEncodingStrategy.bytes`. Both forms are read, wherever a UUID is wanted.
  public var databaseValue: DatabaseValue { .text(UUIDText.text(for: self)) }

  /// Makes an identifier from 16 bytes, or from text of 36 characters.
  public init(databaseValue: DatabaseValue) throws(ConversionFailure) {
    try self.init(column: 0, of: databaseValue)
  }

  /// Makes an identifier from 16 bytes, or from text of 36 characters.
  public init<Reader: ColumnReader & ~Copyable>(
    column index: Int,
    of reader: borrowing Reader
  ) throws(ConversionFailure) {
    let found = reader.storageClass(at: index)
    switch found {
    case .blob:
      guard let uuid = reader.withBytes(at: index, Self.uuid(from:)) else {
        throw .unrepresentable(UUID.self, found: found, reason: "the blob has not 16 bytes")
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

  /// Makes a URL from text.
  public init(databaseValue: DatabaseValue) throws(ConversionFailure) {
    let text = try String(databaseValue: databaseValue)
    guard let url = URL(string: text) else {
      throw .unrepresentable(URL.self, found: .text, reason: "the text is not a URL")
    }
    self = url
  }
}

extension Decimal: DatabaseValueConvertible {
  /// TEXT, with all digits.
  ///
  /// - Throws: ``ConversionFailure`` for what is not a number.
  public var databaseValue: DatabaseValue {
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

  /// Makes a decimal number from text or from a number.
  public init(databaseValue: DatabaseValue) throws(ConversionFailure) {
    switch databaseValue {
    case .integer(let value): self.init(value)
    case .real(let value):
      // By its shortest text, since `Decimal(3.14)` has the digits of the binary number.
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

  /// `Decimal(string:)` reads a number from the front of any text, so the whole text is checked first.
  private static func number(from text: String) -> Decimal? {
    let isNumber = text.wholeMatch(of: /[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?/) != nil
    return isNumber ? Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")) : nil
  }
}
