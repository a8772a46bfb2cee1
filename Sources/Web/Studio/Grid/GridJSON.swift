import WebServer

/// The JSON of a grid's events.
enum GridJSON {
  /// The member that names the request that is answered.
  static func request(_ number: Int?) -> String { number.map { "\"request\":\($0)," } ?? "" }

  /// All rows of a window.
  static func whole(
    _ head: String,
    _ shown: GridFeedState.Shown,
    _ columns: [String],
    _ number: Int?
  ) -> String {
    let rows = shown.window.rows.enumerated().map { place, row in
      "{\"k\":\(key(row, shown.window.first + place)),\"c\":\(row.cells.rowJSON)}"
    }
    return "{\(head),\"reset\":true,\(request(number))\(numbers(shown))"
      + ",\"columns\":\(JSONText.strings(columns)),\"rows\":\(JSONText.array(rows))}"
  }

  /// The difference between the window that was sent and the current one.
  static func change(
    _ head: String,
    _ difference: GridDifference,
    _ now: GridFeedState.Shown,
    gone: [[WireCell]]
  ) -> String {
    let rows = difference.added.map { place in
      let row = now.window.rows[place]
      return
        "{\"i\":\(place),\"k\":\(key(row, now.window.first + place)),\"c\":\(row.cells.rowJSON)}"
    }
    let changed = difference.changed.map { row in
      let cells = row.cells.map { "[\($0.column),\($0.value.json())]" }
      return "{\"i\":\(row.place),\"c\":\(JSONText.array(cells))}"
    }
    return "{\(head),\(numbers(now)),\"order\":\(JSONText.array(difference.order.map(String.init)))"
      + ",\"rows\":\(JSONText.array(rows)),\"changed\":\(JSONText.array(changed))"
      + ",\"gone\":\(JSONText.array(gone.map(\.keyJSON)))}"
  }

  private static func numbers(_ shown: GridFeedState.Shown) -> String {
    "\"first\":\(shown.window.first),\"total\":\(shown.total.map(String.init) ?? "null")"
      + ",\"about\":\(shown.isAbout),\"least\":\(shown.isMinimum)"
      + ",\"ms\":\(shown.duration.millisecondsJSON)"
      + (shown.commit.map { ",\"commit\":\($0)" } ?? "")
  }

  /// The key of a row; for a view, its position.
  private static func key(_ row: GridWindow.Row, _ place: Int) -> String {
    row.key.isEmpty ? "[[\"i\",\"\(place)\"]]" : row.key.keyJSON
  }
}
