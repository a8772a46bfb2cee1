import DatabaseTypes
import Foundation
import PostgreSQL
import PostgreSQLQueries
import Records
import TypedSQL

// Conversions between PostgreSQL's values and those that records store and decode.

extension PostgresValue {
  /// The value in the form that records decode on SQLite.
  var recordValue: DatabaseValue {
    switch self {
    case .timestamp(let value), .timestamptz(let value): .text(value.dateText)
    case .date(let value): .text(value.dateText)
    case .uuid(let value): .text(UUIDText.text(for: value))
    case .numeric(let value): value.recordValue
    case .array(let value): value.recordValue
    default: databaseValue
    }
  }
}

extension PostgresArray {
  /// The array as a JSON list, as records store it on SQLite.
  ///
  /// An array of several dimensions stays in the server's format.
  fileprivate var recordValue: DatabaseValue {
    guard dimensions.count <= 1, let json = try? JSONEncoder().encode(elements.map(Element.init))
    else { return PostgresValue.array(self).databaseValue }
    return .text(String(decoding: json, as: UTF8.self))
  }

  private struct Element: Encodable {
    let value: PostgresValue

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      if case .bool(let value) = value { return try container.encode(value) }
      switch value.recordValue {
      case .null: try container.encodeNil()
      case .integer(let value): try container.encode(value)
      case .real(let value): try container.encode(value)
      case .text(let value): try container.encode(value)
      case .blob(let value): try container.encode(Data(value))
      }
    }
  }
}

extension PostgresNumeric {
  /// An integer or a floating-point number if that is exact, otherwise text.
  fileprivate var recordValue: DatabaseValue {
    let text = description
    if let integer = Int64(text) { return .integer(integer) }
    // Up to this many digits convert back exactly.
    guard let real = Double(text), real.isFinite, text.utf8.count <= 16 else { return .text(text) }
    return .real(real)
  }
}

extension PostgresType {
  /// Whether its values are dates or timestamps.
  var isDateOrTime: Bool { kind.isDateOrTime }
}

extension PostgresType.Kind {
  fileprivate var isDateOrTime: Bool {
    switch self {
    case .date, .timestamp, .timestamptz: true
    default: false
    }
  }
}

extension DatabaseValue {
  /// Returns the value that a record stores in a column, as a parameter of a type.
  func parameter<Record: EncodableRecord & TableRecord>(
    _ type: PostgresType,
    of record: Record.Type,
    column: String
  ) throws -> PostgresValue {
    let binding = dates(of: type) ?? units(of: record, type, column) ?? QueryBinding(self)
    guard type.isDateOrTime || type.kind == .float8 && isText, !isNull else {
      return try binding.postgresValue(as: type)
    }
    guard let date = date(of: record, column: column) else {
      return try binding.postgresValue(as: type)
    }
    return try QueryBinding.date(date).postgresValue(as: type)
  }

  /// Returns a list of dates for an array, if it is one in JSON: as milliseconds since 1970, which
  /// records write, or as texts; otherwise `nil`.
  private func dates(of type: PostgresType) -> QueryBinding? {
    guard type.elementKind.isDateOrTime, case .text(let text) = self,
      let elements = ListText.values(of: text)
    else { return nil }
    let dates = elements.map { element -> QueryBinding in
      switch element {
      case .integer(let count): .date(Date(preciseMillisecondsSince1970: Double(count)))
      case .real(let count): .date(Date(preciseMillisecondsSince1970: count))
      default: QueryBinding(element)
      }
    }
    return ListText.binding(of: dates)
  }

  /// Returns a decimal number as the integer that the record's strategy stores in a column with
  /// integers, if it is one; otherwise `nil`.
  private func units<Record: EncodableRecord & TableRecord>(
    of record: Record.Type,
    _ type: PostgresType,
    _ column: String
  ) -> QueryBinding? {
    guard type.kind == .int8 || type.kind == .int4 || type.kind == .int2, isText,
      let digits = Record.fixedPointDigits(inColumn: column),
      let number = try? Decimal(databaseValue: self)
    else { return nil }
    return .fixedPoint(number, digits: digits)
  }

  private var isText: Bool { if case .text = self { true } else { false } }

  /// Returns the date that a record stores in this form; `nil` if it is none.
  ///
  /// It is a date by the record's strategy. In a column of a `@Table`, only a text is, because the
  /// column's representation determines what a number is.
  private func date<Record: EncodableRecord & TableRecord>(
    of record: Record.Type,
    column: String
  ) -> Date? {
    if Record._table == nil { return Record.date(stored: self, inColumn: column) }
    guard case .text = self else { return nil }
    return try? Date(databaseValue: self)
  }
}
