public import Foundation

extension Date: DatabaseValueConvertible {
  /// TEXT such as `2026-11-21 08:30:00.000`, in UTC, rounded to the millisecond.
  ///
  /// Text of this form sorts by time and is understood by [SQLite's date
  /// functions](https://www.sqlite.org/lang_datefunc.html). It decodes as the date nearest to that
  /// millisecond. Dates that differ by less may therefore decode as equal, and a date that was
  /// decoded once round-trips exactly.
  /// It is ``DatabaseValue/unstorable`` for dates outside the years 0 to 9999.
  public var databaseValue: DatabaseValue { .storable { try checkedDatabaseValue } }

  /// TEXT such as `2026-11-21 08:30:00.000`, in UTC, rounded to the millisecond.
  ///
  /// - Throws: ``ConversionFailure`` for dates outside the years 0 to 9999.
  public var checkedDatabaseValue: DatabaseValue {
    get throws {
      guard let text = DateText.storedText(for: self) else {
        throw ConversionFailure.unrepresentable(
          Date.self,
          found: nil,
          reason: "it is outside the years 0 to 9999"
        )
      }
      return .text(text)
    }
  }

  /// Decodes text, or a number of seconds since 1970.
  public init(databaseValue: DatabaseValue) throws(ConversionFailure) {
    try self.init(column: 0, of: databaseValue)
  }

  /// Decodes text, or a number of seconds since 1970.
  public init<Reader: ColumnReader & ~Copyable>(
    column index: Int,
    of reader: borrowing Reader
  ) throws(ConversionFailure) {
    switch reader.storageClass(at: index) {
    case .integer: self.init(timeIntervalSince1970: Double(reader.integer(at: index)))
    case .real: self.init(timeIntervalSince1970: reader.real(at: index))
    case .text:
      guard let date = reader.withBytes(at: index, DateText.date(from:)) else {
        throw .unrepresentable(
          Date.self,
          found: .text,
          reason: "the text is not a date such as 2026-11-21 08:30:00.000"
        )
      }
      self = date
    case let found: throw .mismatch(Date.self, found: found)
    }
  }
}

extension Date {
  /// The next later date: a calendar shows the same day for it.
  ///
  /// `Date.distantFuture` and `Date.distantPast` stand for PostgreSQL's infinities. The server also
  /// has finite moments at the same times: the beginning of the year 4001, and that of December
  /// 30th of 1 BC. So the dates that follow the two stand for these finite moments, wherever a date
  /// is read, bound, or written as text.
  @inlinable package var next: Date {
    Date(timeIntervalSinceReferenceDate: timeIntervalSinceReferenceDate.nextUp)
  }
}
