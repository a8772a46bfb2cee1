import DatabaseTypes
import WebServer

/// The result of a statement, with the rows that are shown.
struct StatementResult: Sendable {
  var columns: [String] = []
  /// The first rows; texts that are not valid UTF-8 as the blobs of their bytes.
  var rows: [Row] = []
  /// The JSON of those rows.
  var rowsJSON: [String] = []
  /// Whether there are more rows.
  var hasMore = false
  var duration = Duration.zero
  /// How many rows it inserted, updated or deleted; `nil` for a statement that does something else.
  var changedCount: Int?
  /// How a query's result is kept up to date; `nil` for other statements, or if not requested.
  var outlook: LiveOutlook?
  var error: String?

  /// An error.
  init(error: String, after duration: Duration = .zero) {
    self.error = error
    self.duration = duration
  }

  /// The members of the JSON of an event that shows it.
  func members(statement: Int, sql: String, request: Int?) -> String {
    let names = columns.map { JSONText.string($0) }.joined(separator: ",")
    var json = "\"statement\":\(statement),"
    if let request { json += "\"request\":\(request)," }
    json += "\"sql\":\(JSONText.string(sql)),\"columns\":[\(names)],"
    json +=
      "\"rows\":[\(rowsJSON.joined(separator: ","))],\"total\":\(rows.count),\"more\":\(hasMore),"
    json +=
      "\"ms\":\(duration.millisecondsJSON),\"changed\":\(changedCount.map(String.init) ?? "null"),"
    json +=
      "\"error\":\(JSONText.optional(error)),\"plan\":\(JSONText.optional(outlook?.plan?.words)),"
    let reason = outlook?.plan?.reasonForRerun ?? outlook?.reason
    return json + "\"reason\":\(JSONText.optional(reason))"
  }
}
