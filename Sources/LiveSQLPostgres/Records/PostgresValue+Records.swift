import DatabaseTypes
import Foundation
import PostgreSQL
import PostgreSQLQueries
import Records
import TypedSQL

// What records store and read, as PostgreSQL has it.

extension PostgresValue {
  /// The value as records read it on SQLite.
  var recordValue: DatabaseValue {
    switch self {
    case .timestamp(let value), .timestamptz(let value): .text(value.recordText)
    case .uuid(let value): .text(UUIDText.text(for: value))
    case .numeric(let value): value.recordValue
    default: databaseValue
    }
  }
}

extension PostgresTimestamp {
  /// Text as SQLite's date functions read it, to the millisecond where that is all of it.
  fileprivate var recordText: String {
    let text = description
    return isFinite && text.hasSuffix("000") && microseconds.isMultiple(of: 1_000)
      ? String(text.dropLast(3)) : text
  }
}

extension PostgresNumeric {
  /// An integer, or a floating-point number, where that is all of it; else its text.
  fileprivate var recordValue: DatabaseValue {
    let text = description
    if let integer = Int64(text) { return .integer(integer) }
    // So many digits come back as they were.
    guard let real = Double(text), real.isFinite, text.utf8.count <= 16 else { return .text(text) }
    return .real(real)
  }
}

extension PostgresType {
  /// Whether its values are moments or days.
  var isMoment: Bool {
    switch kind {
    case .date, .timestamp, .timestamptz: true
    default: false
    }
  }
}

extension DatabaseValue {
  /// What a record stores in a column, as a parameter of a type.
  func parameter<Record: EncodableRecord & TableRecord>(
    _ type: PostgresType,
    of record: Record.Type,
    column: String
  ) throws -> PostgresValue {
    let binding = QueryBinding(self)
    guard type.isMoment, !isNull, Record._table == nil else {
      return try binding.postgresValue(as: type)
    }
    // What is a date in the form of the record's strategy is stored as what it means.
    guard let date = Record.date(stored: self, inColumn: column) else {
      return try binding.postgresValue(as: type)
    }
    return try QueryBinding.date(date).postgresValue(as: type)
  }
}
