import DatabaseTypes
import Foundation
import TypedSQL

extension RowDecodingContext {
  /// Decodes the date of a column, which must not be NULL.
  func date(_ strategy: DatabaseDateDecodingStrategy, at index: Int) throws -> Date {
    // A column with a date type of the database does not follow a strategy's format.
    if !layout.areTimestamps.isEmpty, layout.areTimestamps[index] {
      return try present(Date.self, at: index)
    }
    switch strategy {
    case .deferredToDate: return try present(Date.self, at: index)
    case .timeIntervalSinceReferenceDate:
      return Date(timeIntervalSinceReferenceDate: try present(Double.self, at: index))
    case .timeIntervalSince1970:
      return Date(timeIntervalSince1970: try present(Double.self, at: index))
    case .millisecondsSince1970:
      return Date(millisecondsSince1970: try present(Double.self, at: index))
    case .iso8601:
      let text = try present(String.self, at: index)
      guard let date = Self.date(iso8601: text) else { throw Self.noDate }
      return date
    case .formatted(let formatter):
      let text = try present(String.self, at: index)
      guard let date = formatter.date(from: text) else { throw Self.noDate }
      return date
    case .custom(let decode):
      guard let date = try decode(databaseValue(at: index)) else { throw Self.noDate }
      return date
    }
  }

  /// Decodes the data of a column, which must not be NULL.
  func data(_ strategy: DatabaseDataDecodingStrategy, at index: Int) throws -> Data {
    switch strategy {
    case .deferredToData: return try present(Data.self, at: index)
    case .custom(let decode):
      guard let data = try decode(databaseValue(at: index)) else {
        throw ConversionFailure(
          expectedType: "Data",
          found: storageClass(at: index),
          reason: "the record's strategy does not accept this value"
        )
      }
      return data
    }
  }

  /// Decodes the decimal number of a column that counts fractions of one, and is not NULL.
  func fixedPoint(digits: Int, at index: Int) throws -> Decimal {
    // A column with decimal numbers of the database contains the number itself.
    if !layout.areDecimals.isEmpty, layout.areDecimals[index] {
      return try present(Decimal.self, at: index)
    }
    guard case .integer(let units) = try databaseValue(at: index) else {
      throw ConversionFailure.unrepresentable(
        Decimal.self,
        found: storageClass(at: index),
        reason:
          "the record's strategy expects an integer that counts units of \(digits) digits after the point"
      )
    }
    return try Decimal(units: units, digits: digits)
  }

  private func present<Value: DatabaseValueConvertible>(
    _ type: Value.Type,
    at index: Int
  ) throws -> Value {
    guard let value = try read(type, at: index) else { throw null(type, at: index) }
    return value
  }

  private static func date(iso8601 text: String) -> Date? {
    if let date = try? Date(text, strategy: .iso8601) { return date }
    return try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }

  private static var noDate: ConversionFailure {
    ConversionFailure(
      expectedType: "Date",
      found: nil,
      reason: "the record's strategy does not accept this value"
    )
  }
}
