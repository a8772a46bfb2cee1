import DatabaseTypes
public import Foundation

// JSON has no dates and no UUIDs. `Codable` types store them as text in it, whatever the form of a
// column.

extension Date.UnixTimeRepresentation {
  /// Wraps seconds so that JSON contains a date as text:
  /// `datetime("items"."date", 'unixepoch', 'subsec')`.
  public static func _queryFragment(jsonEncoding fragment: QueryFragment) -> QueryFragment {
    QueryFragment(dateText: "\(fragment), 'unixepoch'")
  }

  /// Converts a date in JSON to seconds: `unixepoch(…)`.
  public static func _queryFragment(jsonDecoding fragment: QueryFragment) -> QueryFragment {
    fragment.called(.unixepoch)
  }
}

extension Date.JulianDayRepresentation {
  /// Wraps a day so that JSON contains a date as text:
  /// `datetime("items"."date", 'julianday', 'subsec')`.
  public static func _queryFragment(jsonEncoding fragment: QueryFragment) -> QueryFragment {
    QueryFragment(dateText: "\(fragment), 'julianday'")
  }

  /// Converts a date in JSON to a day: `julianday(…)`.
  public static func _queryFragment(jsonDecoding fragment: QueryFragment) -> QueryFragment {
    fragment.called(.julianday)
  }
}

extension UUID.BytesRepresentation {
  /// Wraps bytes so that JSON contains a UUID as text:
  /// `nullif(printf('%s-%s-%s-%s-%s', substr(hex(…), 1, 8), …), '----')`.
  public static func _queryFragment(jsonEncoding fragment: QueryFragment) -> QueryFragment {
    let digits = [(1, 8), (9, 4), (13, 4), (17, 4), (21, 12)]
      .map { "substr(hex(\(fragment)), \(raw: $0.0), \(raw: $0.1))" as QueryFragment }
      .joined(separator: ", ")
    // For NULL, only the hyphens are left.
    return "nullif(printf('%s-%s-%s-%s-%s', \(digits)), '----')"
  }

  /// Converts a UUID in JSON to bytes: `unhex(…, '-')`, which requires SQLite 3.41.
  public static func _queryFragment(jsonDecoding fragment: QueryFragment) -> QueryFragment {
    "unhex(\(fragment), '-')"
  }
}
