public import Foundation
public import TypedSQL

/// A form in which SQLite stores moments.
public protocol _SQLiteDateRepresentation: QueryBindable {
  /// What tells SQLite's functions how to read the form, after the value.
  static var _timeValueModifiers: [String] { get }

  /// A moment in this form: the function that makes it, of a value and its modifiers.
  static func _dateStorage(_ arguments: QueryFragment) -> QueryFragment
}

extension Date: _SQLiteDateRepresentation {
  /// What tells SQLite's functions how to read the form: nothing.
  public static var _timeValueModifiers: [String] { [] }

  /// A moment as text with milliseconds: `datetime("t"."createdAt", 'subsec')`.
  public static func _dateStorage(_ arguments: QueryFragment) -> QueryFragment {
    QueryFragment(dateText: arguments)
  }
}

extension Date.UnixTimeRepresentation: _SQLiteDateRepresentation {
  /// What tells SQLite's functions how to read the form.
  public static var _timeValueModifiers: [String] { ["unixepoch"] }

  /// A moment in seconds since 1970: `unixepoch("t"."createdAt", 'unixepoch')`.
  public static func _dateStorage(_ arguments: QueryFragment) -> QueryFragment {
    .call("unixepoch", arguments)
  }
}

extension Date.JulianDayRepresentation: _SQLiteDateRepresentation {
  /// What tells SQLite's functions how to read the form: nothing.
  public static var _timeValueModifiers: [String] { [] }

  /// A moment as a Julian day: `julianday("t"."createdAt")`.
  public static func _dateStorage(_ arguments: QueryFragment) -> QueryFragment {
    .call("julianday", arguments)
  }
}
