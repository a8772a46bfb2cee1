import DatabaseTypes
public import Foundation
public import TypedSQL

/// A form in which SQLite stores dates.
public protocol _SQLiteDateRepresentation: QueryBindable {
  /// The modifiers after the value that tell SQLite's functions how to read the form.
  static var _timeValueModifiers: [String] { get }

  /// Returns a date in this form, made from a value and its modifiers.
  static func _dateStorage(_ arguments: QueryFragment) -> QueryFragment
}

extension Date: _SQLiteDateRepresentation {
  /// The modifiers that tell SQLite's functions how to read the form: none.
  public static var _timeValueModifiers: [String] { [] }

  /// Returns a date as text with milliseconds: `datetime("t"."createdAt", 'subsec')`.
  public static func _dateStorage(_ arguments: QueryFragment) -> QueryFragment {
    QueryFragment(dateText: arguments)
  }
}

extension Date.UnixTimeRepresentation: _SQLiteDateRepresentation {
  /// The modifiers that tell SQLite's functions how to read the form.
  public static var _timeValueModifiers: [String] { ["unixepoch"] }

  /// Returns a date in seconds since 1970: `unixepoch("t"."createdAt", 'unixepoch')`.
  public static func _dateStorage(_ arguments: QueryFragment) -> QueryFragment {
    .call(.unixepoch, arguments)
  }
}

extension Date.JulianDayRepresentation: _SQLiteDateRepresentation {
  /// The modifiers that tell SQLite's functions how to read the form: none.
  public static var _timeValueModifiers: [String] { [] }

  /// Returns a date as a Julian day: `julianday("t"."createdAt")`.
  public static func _dateStorage(_ arguments: QueryFragment) -> QueryFragment {
    .call(.julianday, arguments)
  }
}
