import DatabaseTypes
public import Foundation

/// A type that encodes itself to columns.
///
/// An `Encodable` type needs nothing more: the columns have the names of its coding keys. Other
/// types implement `encode(to:)`:
///
/// ```swift
/// extension Place: EncodableRecord {
///   func encode(to container: inout PersistenceContainer) {
///     container["id"] = id
///     container["latitude"] = coordinate.latitude
///   }
/// }
/// ```
public protocol EncodableRecord: SendableMetatype {
  /// Encodes the record to columns.
  ///
  /// - Throws: ``ConversionFailure`` for a value that cannot be stored, or an error of the type
  ///   itself.
  func encode(to container: inout PersistenceContainer) throws

  /// The type of ``databaseEncodingUserInfo``: a dictionary of any values.
  associatedtype EncodingUserInfo: _CodingUserInfo = [CodingUserInfoKey: any Sendable]

  /// The `encoder.userInfo` while a record is encoded.
  static var databaseEncodingUserInfo: EncodingUserInfo { get }

  /// Returns the encoder for a column that holds JSON.
  static func databaseJSONEncoder(for column: String) -> JSONEncoder

  /// Returns the strategy for storing the `Data` of a column.
  static func databaseDataEncodingStrategy(for column: String) -> DatabaseDataEncodingStrategy

  /// Returns the strategy for storing the `Date` of a column.
  static func databaseDateEncodingStrategy(for column: String) -> DatabaseDateEncodingStrategy

  /// Returns the strategy for storing the `Decimal` of a column.
  ///
  /// - Parameter column: The name of the column; empty for a value without a column.
  static func databaseDecimalEncodingStrategy(
    for column: String
  ) -> DatabaseDecimalEncodingStrategy

  /// Returns the strategy for storing the `UUID` of a column.
  static func databaseUUIDEncodingStrategy(for column: String) -> DatabaseUUIDEncodingStrategy

  /// The strategy for the columns of coding keys.
  static var databaseColumnEncodingStrategy: DatabaseColumnEncodingStrategy { get }

  /// Encodes the record to the columns of an encoder that is shared by many records.
  @_documentation(visibility: internal)
  func _encode(into encoder: _RecordEncoder) throws
}

extension EncodableRecord {
  /// An empty dictionary.
  public static var databaseEncodingUserInfo: [CodingUserInfoKey: any Sendable] { [:] }

  /// Returns an encoder that writes data as Base64, dates as milliseconds since 1970, and sorted
  /// keys.
  ///
  /// A date of whole microseconds is read as the same date; finer fractions are rounded.
  public static func databaseJSONEncoder(for column: String) -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.dataEncodingStrategy = .base64
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(date.preciseMillisecondsSince1970)
    }
    encoder.nonConformingFloatEncodingStrategy = .throw
    // Sorted keys, so that equal values give equal text.
    encoder.outputFormatting = .sortedKeys
    return encoder
  }

  /// Stores data as blobs.
  public static func databaseDataEncodingStrategy(
    for column: String
  ) -> DatabaseDataEncodingStrategy {
    .deferredToData
  }

  /// Stores dates as text such as `2026-11-21 08:30:00.000`, in UTC.
  public static func databaseDateEncodingStrategy(
    for column: String
  ) -> DatabaseDateEncodingStrategy {
    .deferredToDate
  }

  /// Stores decimal numbers as `numeric` on PostgreSQL, and refuses them on SQLite.
  public static func databaseDecimalEncodingStrategy(
    for column: String
  ) -> DatabaseDecimalEncodingStrategy {
    .deferredToDecimal
  }

  /// Stores UUIDs as text of 36 characters, in lower case.
  public static func databaseUUIDEncodingStrategy(
    for column: String
  ) -> DatabaseUUIDEncodingStrategy {
    .deferredToUUID
  }

  /// Uses the names of keys as columns.
  public static var databaseColumnEncodingStrategy: DatabaseColumnEncodingStrategy {
    .useDefaultKeys
  }
}
