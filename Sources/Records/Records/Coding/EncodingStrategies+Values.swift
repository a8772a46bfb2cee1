import DatabaseTypes
import Foundation

extension DatabaseDateEncodingStrategy {
  /// Returns the stored value of a date.
  func encode(_ date: Date) throws -> DatabaseValue {
    switch self {
    case .deferredToDate: return try date.checkedDatabaseValue
    case .timeIntervalSinceReferenceDate: return .real(date.timeIntervalSinceReferenceDate)
    case .timeIntervalSince1970: return .real(date.timeIntervalSince1970)
    case .secondsSince1970: return try Self.integer(date.timeIntervalSince1970.rounded(.down))
    case .millisecondsSince1970:
      return try Self.integer((1000 * date.timeIntervalSince1970).rounded())
    case .iso8601: return .text(date.formatted(.iso8601))
    case .formatted(let formatter): return .text(formatter.string(from: date))
    case .custom(let encode): return try encode(date)?.checkedDatabaseValue ?? .null
    }
  }

  private static func integer(_ number: Double) throws(ConversionFailure) -> DatabaseValue {
    guard let integer = Int64(exactly: number) else {
      throw .unrepresentable(Date.self, found: nil, reason: "it is out of range")
    }
    return .integer(integer)
  }
}

extension DatabaseUUIDEncodingStrategy {
  /// Returns the stored value of a UUID.
  func encode(_ uuid: UUID) -> DatabaseValue {
    switch self {
    case .deferredToUUID: uuid.databaseValue
    case .bytes: .blob(withUnsafeBytes(of: uuid.uuid) { [UInt8]($0) })
    case .uppercaseString: .text(uuid.uuidString)
    case .lowercaseString: .text(uuid.uuidString.lowercased())
    }
  }
}

extension DatabaseDataEncodingStrategy {
  /// Returns the stored value of data.
  func encode(_ data: Data) throws -> DatabaseValue {
    switch self {
    case .deferredToData: return data.databaseValue
    case .text:
      guard let text = String(data: data, encoding: .utf8) else {
        throw ConversionFailure.unrepresentable(
          Data.self,
          found: nil,
          reason: "the bytes are not text in UTF-8"
        )
      }
      return .text(text)
    case .custom(let encode): return try encode(data)?.checkedDatabaseValue ?? .null
    }
  }
}
