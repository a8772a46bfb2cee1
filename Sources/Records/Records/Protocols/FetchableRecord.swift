public import DatabaseTypes
public import Foundation

/// A type that is decoded from rows.
///
/// A `Decodable` type needs nothing more: columns are matched by the names of its coding keys.
///
/// ```swift
/// struct Item: Codable, FetchableRecord, TableRecord {
///   var id: Int64?
///   var name: String
/// }
///
/// let items = try database.read { db in try Item.fetchAll(db) }
/// // SELECT * FROM "item"
/// ```
///
/// Other types implement `init(row:)`.
public protocol FetchableRecord: SendableMetatype {
  /// Creates a record from a row.
  ///
  /// - Throws: ``DecodingFailure`` if the row does not fit, or an error of the type itself.
  init(row: Row) throws

  /// The type of ``databaseDecodingUserInfo``: a dictionary of any values.
  associatedtype DecodingUserInfo: _CodingUserInfo = [CodingUserInfoKey: any Sendable]

  /// The `decoder.userInfo` while a row is decoded.
  static var databaseDecodingUserInfo: DecodingUserInfo { get }

  /// Returns the decoder for a column that holds JSON.
  static func databaseJSONDecoder(for column: String) -> JSONDecoder

  /// Returns the strategy for decoding the `Data` of a column.
  static func databaseDataDecodingStrategy(for column: String) -> DatabaseDataDecodingStrategy

  /// Returns the strategy for decoding the `Date` of a column.
  static func databaseDateDecodingStrategy(for column: String) -> DatabaseDateDecodingStrategy

  /// Returns the strategy for decoding the `Decimal` of a column.
  static func databaseDecimalDecodingStrategy(
    for column: String
  ) -> DatabaseDecimalDecodingStrategy

  /// The strategy for the coding keys of columns.
  static var databaseColumnDecodingStrategy: DatabaseColumnDecodingStrategy { get }

  /// Creates a record from a decoder's current row.
  @_documentation(visibility: internal)
  init(_decoder: _RecordDecoder) throws
}

extension FetchableRecord {
  /// An empty dictionary.
  public static var databaseDecodingUserInfo: [CodingUserInfoKey: any Sendable] { [:] }

  /// Returns a decoder that reads data from Base64 and dates from milliseconds since 1970.
  public static func databaseJSONDecoder(for column: String) -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dataDecodingStrategy = .base64
    decoder.dateDecodingStrategy = .custom { decoder in
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Double.self) {
        return Date(preciseMillisecondsSince1970: number)
      }
      // An element of an array on PostgreSQL.
      let text = try container.decode(String.self)
      guard let date = try? Date(databaseValue: .text(text)) else {
        throw DecodingError.dataCorruptedError(
          in: container,
          debugDescription: "A date must be a number of milliseconds since 1970."
        )
      }
      return date
    }
    decoder.nonConformingFloatDecodingStrategy = .throw
    return decoder
  }

  /// Decodes data from blobs.
  public static func databaseDataDecodingStrategy(
    for column: String
  ) -> DatabaseDataDecodingStrategy {
    .deferredToData
  }

  /// Decodes dates from text such as `2026-11-21 08:30:00.000`, or from seconds since 1970.
  public static func databaseDateDecodingStrategy(
    for column: String
  ) -> DatabaseDateDecodingStrategy {
    .deferredToDate
  }

  /// Decodes decimal numbers from `numeric` on PostgreSQL, and refuses them on SQLite.
  public static func databaseDecimalDecodingStrategy(
    for column: String
  ) -> DatabaseDecimalDecodingStrategy {
    .deferredToDecimal
  }

  /// Uses the names of columns as keys.
  public static var databaseColumnDecodingStrategy: DatabaseColumnDecodingStrategy {
    .useDefaultKeys
  }
}

extension FetchableRecord where Self: EncodableRecord {
  /// Decodes decimal numbers in the form in which the record stores them.
  public static func databaseDecimalDecodingStrategy(
    for column: String
  ) -> DatabaseDecimalDecodingStrategy {
    switch databaseDecimalEncodingStrategy(for: column) {
    case .deferredToDecimal: .deferredToDecimal
    case .fixedPoint(let digits): .fixedPoint(digits: digits)
    }
  }
}

extension FetchableRecord {
  /// Creates a record from a decoder's current row.
  @_documentation(visibility: internal)
  public init(_decoder decoder: _RecordDecoder) throws {
    try self.init(row: decoder.rows.copyRow())
  }
}

extension FetchableRecord where Self: Decodable {
  /// Creates a record from a row, whose columns are matched by coding keys.
  ///
  /// - Throws: ``DecodingFailure`` with the column that is missing or does not fit.
  public init(row: Row) throws {
    DecodingProbe.note(Self.self, row)
    try self.init(_decoder: _RecordDecoder(Self.self, row: row))
  }

  /// Creates a record from a decoder's current row.
  @_documentation(visibility: internal)
  public init(_decoder decoder: _RecordDecoder) throws { try self.init(from: decoder) }
}
