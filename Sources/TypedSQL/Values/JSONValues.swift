public import Foundation

// JSON has no dates and no UUIDs: `Codable` types have them as text in it, whatever the form of a column.

extension Date.UnixTimeRepresentation {
  /// Wraps seconds so that JSON holds a date as text: `datetime("items"."date", 'unixepoch', 'subsec')`.
  public static func _queryFragment(jsonEncoding fragment: QueryFragment) -> QueryFragment {
    QueryFragment(dateText: "\(fragment), 'unixepoch'")
  }

  /// Wraps a date of JSON so that it is seconds: `unixepoch(…)`.
  public static func _queryFragment(jsonDecoding fragment: QueryFragment) -> QueryFragment {
    fragment.called("unixepoch")
  }
}

extension Date.JulianDayRepresentation {
  /// Wraps a day so that JSON holds a date as text: `datetime("items"."date", 'julianday', 'subsec')`.
  public static func _queryFragment(jsonEncoding fragment: QueryFragment) -> QueryFragment {
    QueryFragment(dateText: "\(fragment), 'julianday'")
  }

  /// Wraps a date of JSON so that it is a day: `julianday(…)`.
  public static func _queryFragment(jsonDecoding fragment: QueryFragment) -> QueryFragment {
    fragment.called("julianday")
  }
}

extension UUID.BytesRepresentation {
  /// Wraps bytes so that JSON holds a UUID as text: `nullif(printf('%s-%s-%s-%s-%s', substr(hex(…), 1, 8), …), '----')`.
  public static func _queryFragment(jsonEncoding fragment: QueryFragment) -> QueryFragment {
    let digits = [(1, 8), (9, 4), (13, 4), (17, 4), (21, 12)]
      .map { "substr(hex(\(fragment)), \(raw: $0.0), \(raw: $0.1))" as QueryFragment }
      .joined(separator: ", ")
    // Of NULL only the hyphens are left.
    return "nullif(printf('%s-%s-%s-%s-%s', \(digits)), '----')"
  }

  /// Wraps a UUID of JSON so that it is bytes: `unhex(…, '-')`, which needs SQLite 3.41.
  public static func _queryFragment(jsonDecoding fragment: QueryFragment) -> QueryFragment {
    "unhex(\(fragment), '-')"
  }
}
