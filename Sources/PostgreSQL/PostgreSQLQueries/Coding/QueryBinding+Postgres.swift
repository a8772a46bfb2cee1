import DatabaseTypes
import Foundation
package import PostgreSQL
package import TypedSQL

extension QueryBinding {
  /// Returns the value as a parameter of a type.
  ///
  /// Values that SQLite and the server store in different forms are converted: seconds since 1970
  /// and Julian days to timestamps, text and bytes to UUIDs, a JSON list to an array.
  ///
  /// - Throws: ``QueryBindingError`` for values that cannot be bound.
  package func postgresValue(as type: PostgresType) throws(QueryBindingError) -> PostgresValue {
    try postgresValue(as: type.kind, elements: type.elementKind)
  }

  private func postgresValue(as kind: PostgresType.Kind, elements: PostgresType.Kind = .unknown)
    throws(QueryBindingError) -> PostgresValue
  {
    switch self {
    case .null: .null
    case .bool(let value): kind.isInteger ? .integer(value ? 1 : 0) : .bool(value)
    case .int(let value): try Self.value(value, as: kind)
    case .uint(let value):
      if let value = Int64(exactly: value) {
        try Self.value(value, as: kind)
      } else {
        .text("\(value)")
      }
    case .double(let value): try Self.value(value, as: kind)
    case .decimal(let value, let scale): try Self.value(value, scale, as: kind)
    case .text(let value), .dated(_, exact: let value):
      try Self.value(value, as: kind, elements: elements)
    case .blob(let value): Self.value(value, as: kind)
    case .date(let value): try Self.value(value, as: kind)
    case .uuid(let value): Self.value(value, as: kind)
    case .invalid(let error): throw error
    case .parameter: throw .unboundParameter
    }
  }

  private static func value(_ value: Int64, as kind: PostgresType.Kind) throws(QueryBindingError)
    -> PostgresValue
  {
    switch kind {
    case .timestamptz, .timestamp, .date:
      try moment(Date(timeIntervalSince1970: Double(value)), as: kind)
    case .text: .text("\(value)")
    case .bool: .bool(value != 0)
    default: .integer(value)
    }
  }

  private static func value(_ value: Double, as kind: PostgresType.Kind) throws(QueryBindingError)
    -> PostgresValue
  {
    switch kind {
    case .timestamptz, .timestamp, .date:
      // To the millisecond, which is the precision of a Julian day.
      try moment(
        Date(millisecondsSince1970: ((value - 2_440_587.5) * 86_400_000).rounded()),
        as: kind
      )
    case .text: .text("\(value)")
    case .numeric: PostgresNumeric("\(value)").map { .numeric($0) } ?? .double(value)
    case let kind where kind.isInteger:
      Int64(exactly: value).map { .integer($0) } ?? .double(value)
    default: .double(value)
    }
  }

  private static func value(_ value: [UInt8], as kind: PostgresType.Kind) -> PostgresValue {
    switch kind {
    case .jsonb, .json: .jsonb(String(decoding: value, as: UTF8.self))
    case .uuid: (try? UUID(databaseValue: .blob(value))).map { .uuid($0) } ?? .bytes(value)
    default: .bytes(value)
    }
  }

  private static func value(_ value: Decimal, _ scale: UInt8?, as kind: PostgresType.Kind)
    throws(QueryBindingError) -> PostgresValue
  {
    guard let scale else {
      return kind == .text ? .text("\(value)") : .numeric(PostgresNumeric(value))
    }
    guard kind.isInteger else { throw .unitsForNumeric }
    return .integer(try value.scaledInteger(scale: scale))
  }

  private static func value(_ value: Date, as kind: PostgresType.Kind) throws(QueryBindingError)
    -> PostgresValue
  {
    switch kind {
    case .text:
      guard let text = DateText.preciseText(for: value) else { throw .dateOutOfRange }
      return .text(text)
    case let kind where kind.isInteger:
      guard let seconds = Int64(exactly: value.timeIntervalSince1970.rounded(.down)) else {
        throw .dateOutOfRange
      }
      return .integer(seconds)
    // Seconds since 1970, as such a column is read; Julian days are bound as numbers.
    case .float8: return .double(value.timeIntervalSince1970)
    // It would be rounded to minutes.
    case .float4: throw .dateAsReal
    default: return try moment(value, as: kind)
    }
  }

  /// Converts a date; the distant past and future become the infinities, which are read as these.
  private static func moment(_ date: Date, as kind: PostgresType.Kind) throws(QueryBindingError)
    -> PostgresValue
  {
    if kind == .date {
      guard let day = PostgresDate(containing: date) else { throw .dateOutsidePostgres }
      return .date(day)
    }
    let timestamp = PostgresTimestamp(date)
    guard timestamp.isFinite || date == .distantFuture || date == .distantPast else {
      throw .dateOutsidePostgres
    }
    return kind == .timestamp ? .timestamp(timestamp) : .timestamptz(timestamp)
  }

  private static func value(_ value: UUID, as kind: PostgresType.Kind) -> PostgresValue {
    switch kind {
    case .text: .text(UUIDText.text(for: value))
    case .bytea: .bytes(withUnsafeBytes(of: value.uuid) { [UInt8]($0) })
    default: .uuid(value)
    }
  }

  private static func value(
    _ value: String,
    as kind: PostgresType.Kind,
    elements: PostgresType.Kind
  ) throws(QueryBindingError) -> PostgresValue {
    switch kind {
    case .uuid: UUID(uuidString: value).map { .uuid($0) } ?? .text(value)
    case .numeric: PostgresNumeric(value).map { .numeric($0) } ?? .text(value)
    case .array: value.first == "[" ? .array(try array(value, of: elements)) : .text(value)
    default: .text(value)
    }
  }

  /// Converts a JSON list, which conditions use for long lists, to an array.
  private static func array(_ json: String, of kind: PostgresType.Kind) throws(QueryBindingError)
    -> PostgresArray
  {
    guard let list = ListText.values(of: json) else {
      throw QueryBindingError("A list of values is not JSON.")
    }
    var elements: [PostgresValue] = []
    elements.reserveCapacity(list.count)
    for element in list {
      elements.append(try QueryBinding(element: element, of: kind).postgresValue(as: kind))
    }
    return PostgresArray(elements)
  }
}

extension QueryBinding {
  /// Creates an element of an array from an element of a JSON list.
  fileprivate init(element: DatabaseValue, of kind: PostgresType.Kind) {
    let isDateOrTime = kind == .timestamptz || kind == .timestamp || kind == .date
    self =
      switch element {
      case .null: .null
      case .integer(let value): .int(value)
      case .real(let value): .double(value)
      // Arrays are sent in binary, where a text cannot stand for a date.
      case .text(let value):
        (isDateOrTime ? try? Date(databaseValue: element) : nil).map { .date($0) } ?? .text(value)
      case .blob(let value): .blob(value)
      }
  }
}

extension PostgresType.Kind {
  fileprivate var isInteger: Bool { self == .int2 || self == .int4 || self == .int8 }
}

extension QueryBindingError {
  fileprivate static let unboundParameter = QueryBindingError(
    "It is the parameter of a prepared query, which gets its value when the query is run."
  )
  fileprivate static let unitsForNumeric = QueryBindingError(
    "A Decimal.FixedPoint is a scaled integer, but was passed for a column of another type: declare the "
      + "property of a numeric column as Decimal, or convert the column: ALTER TABLE … TYPE bigint USING …"
  )
  fileprivate static let dateOutOfRange = QueryBindingError(
    "A date is outside the years 0 to 9999."
  )
  fileprivate static let dateAsReal = QueryBindingError(
    "A real column is too coarse for a date: make it timestamptz, or double precision, which holds the seconds since "
      + "1970: ALTER TABLE … TYPE timestamptz USING to_timestamp(…)"
  )
  fileprivate static let dateOutsidePostgres = QueryBindingError(
    "A date is outside what PostgreSQL can store: 4713 BC to 294276 in a timestamp, and to 5874897 in a date."
  )
}
