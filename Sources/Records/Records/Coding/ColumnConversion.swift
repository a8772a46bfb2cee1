import DatabaseTypes
import Foundation
import SQLiteDatabase
import TypedSQL

/// The way that a column is read as a type without its own conversion, or with a strategy.
struct ColumnConversion {
  enum Kind {
    case date(DatabaseDateDecodingStrategy)
    case data(DatabaseDataDecodingStrategy)
    /// The type converts itself.
    case convertible(any DatabaseValueConvertible.Type)
    /// The type decodes a single value, or wraps another type.
    case singleValue
    /// The column holds JSON.
    case json(JSONDecoder)
    /// The type is a decimal number, which the database does not have.
    case noDecimal
    /// The type is a decimal number, and the column counts fractions of one.
    case fixedPoint(digits: Int)
  }

  let type: ObjectIdentifier
  var kind: Kind
}

extension RowDecodingContext {
  /// Decodes the value of a column as any type; `nil` for NULL.
  func decode<Value: Decodable>(_ type: Value.Type, at index: Int) throws -> Value? {
    if isNull(at: index) { return nil }
    let kind = kind(of: type, at: index)
    do {
      switch kind {
      case .date(let strategy): return try date(strategy, at: index) as? Value
      case .data(let strategy): return try data(strategy, at: index) as? Value
      case .convertible(let convertible): return try convert(convertible, at: index) as? Value
      case .singleValue: return try decodeSingleValue(type, at: index)
      case .json(let decoder): return try decodeJSON(type, at: index, decoder)
      case .noDecimal: throw ConversionFailure.noDecimal
      case .fixedPoint(let digits): return try fixedPoint(digits: digits, at: index) as? Value
      }
    } catch let failure as ConversionFailure {
      throw DecodingFailure(failure, at: index, of: layout)
    }
  }

  private func kind<Value: Decodable>(of type: Value.Type, at index: Int) -> ColumnConversion.Kind {
    let identifier = ObjectIdentifier(type)
    if let known = script.readings[index], known.type == identifier { return known.kind }
    let column = layout.columnNames[index]
    let kind: ColumnConversion.Kind =
      switch type {
      case is Date.Type: .date(record.databaseDateDecodingStrategy(for: column))
      case is Data.Type: .data(record.databaseDataDecodingStrategy(for: column))
      case is Decimal.Type: decimalKind(of: column)
      // The type that an optional wraps may have a strategy.
      case is any OptionalValue.Type: .singleValue
      case let type as any DatabaseValueConvertible.Type: .convertible(type)
      default: .singleValue
      }
    script.readings[index] = ColumnConversion(type: identifier, kind: kind)
    return kind
  }

  private func decimalKind(of column: String) -> ColumnConversion.Kind {
    switch record.databaseDecimalDecodingStrategy(for: column) {
    case .deferredToDecimal: layout.hasDecimals ? .convertible(Decimal.self) : .noDecimal
    case .fixedPoint(let digits): .fixedPoint(digits: digits)
    }
  }

  private func convert<Value: DatabaseValueConvertible>(
    _ type: Value.Type,
    at index: Int
  ) throws -> Any {
    guard let value = try read(type, at: index) else { throw null(type, at: index) }
    return value
  }

  private func decodeSingleValue<Value: Decodable>(
    _ type: Value.Type,
    at index: Int
  ) throws -> Value {
    do {
      return try Value(from: ColumnDecoder(rows: self, index: index))
    } catch is RequiresJSON {
      let decoder = record.databaseJSONDecoder(for: layout.columnNames[index])
      decoder.userInfo.merge(record.databaseDecodingUserInfo._sendableValues) { _, own in own }
      let reading = ColumnConversion(type: ObjectIdentifier(type), kind: .json(decoder))
      script.readings[index] = reading
      return try decodeJSON(type, at: index, decoder)
    } catch is DecodingError {
      // The text of the error may quote the value.
      throw failure(type, at: index, "the type has no such value")
    }
  }

  private func decodeJSON<Value: Decodable>(
    _ type: Value.Type,
    at index: Int,
    _ decoder: JSONDecoder
  ) throws -> Value {
    guard let data = try read(Data.self, at: index) else { throw null(type, at: index) }
    do { return try decoder.decode(type, from: data) } catch let error as DecodingError {
      throw failure(type, at: index, "the JSON does not fit\(error.place)")
    }
  }

  private func failure<Value>(
    _ type: Value.Type,
    at index: Int,
    _ reason: String
  ) -> ConversionFailure {
    .unrepresentable(type, found: storageClass(at: index), reason: reason)
  }

  func storageClass(at index: Int) -> StorageClass? {
    if let columns { return try? columns.value(at: index).storageClass }
    return row?.values[index].storageClass
  }

  /// Returns the stored value of a column.
  func databaseValue(at index: Int) throws -> DatabaseValue {
    if let columns { return try columns.value(at: index) }
    return row?.values[index] ?? .null
  }
}

extension DecodingError {
  /// The path in the JSON, without values.
  fileprivate var place: String {
    let context: Context? =
      switch self {
      case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .keyNotFound(_, let context), .dataCorrupted(let context):
        context
      @unknown default: nil
      }
    guard let path = context?.codingPath, !path.isEmpty else { return "" }
    // Unless a key is a case of an enum, it may be a value.
    let names = path.map { Mirror(reflecting: $0).displayStyle == .enum ? $0.stringValue : "…" }
    return " at " + names.joined(separator: ".")
  }
}

/// An optional of any type.
protocol OptionalValue {
  static var noValue: Self { get }
}

extension Optional: OptionalValue {
  static var noValue: Self { nil }
}
