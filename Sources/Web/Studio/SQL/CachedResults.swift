import DatabaseTypes
import Synchronization
import WebServer

/// The rows of a text's results as the page has them, for values that it shows cut.
///
/// State: the rows of each statement, guarded by a mutex.
final class CachedResults: Sendable {
  private struct Rows {
    var rows: [Row]
    /// The approximate size of the values in bytes.
    var size: Int
    /// Whether the rows are not kept because they are too large.
    var areTooLarge: Bool
    /// The number of the event that contains them.
    var number: Int
  }

  /// The place of a value.
  struct Place: Sendable {
    var statement: Int
    var row: Int
    var column: Int
    /// The number of the last event that the page has.
    var at: Int
  }

  /// The size of a value in bytes up to which it is never cut.
  private static let short = 64
  /// The maximum size of all results of a text in bytes.
  private let maxSize: Int
  private let results = Mutex<[Int: Rows]>([:])

  /// - Parameter maxSize: The maximum size of all results in bytes.
  init(maxSize: Int = LiveOutlook.maxBytes) { self.maxSize = maxSize }

  /// Keeps the rows of a statement's result, and sends the event that contains them.
  ///
  /// - Parameter send: Sends the event, and returns its number.
  func keep(_ rows: [Row], of statement: Int, _ send: () -> Int) -> Int {
    let (size, hasLong) = Self.size(of: rows)
    // The page does not get the event before its rows are kept.
    return results.withLock { results in
      let others = results.reduce(0) { $1.key == statement ? $0 : $0 + $1.value.size }
      let areTooLarge = hasLong && others + size > maxSize
      let isCached = hasLong && !areTooLarge
      let number = send()
      results[statement] = Rows(
        rows: isCached ? rows : [],
        size: isCached ? size : 0,
        areTooLarge: areTooLarge,
        number: number
      )
      return number
    }
  }

  private static func size(of rows: [Row]) -> (size: Int, hasLong: Bool) {
    var (all, hasLong) = (0, false)
    for row in rows {
      for value in row.values {
        let size = WireCell(value).size
        all += size
        if size > short { hasLong = true }
      }
    }
    return (all, hasLong)
  }

  /// The whole value at a place of the result that the page has.
  ///
  /// - Throws: `RequestError` if it is not kept, or the page does not have the newest rows.
  func cell(_ place: Place) throws(RequestError) -> WireCell {
    let cached = results.withLock { $0[place.statement] }
    guard let cached else { throw Self.missing }
    if cached.areTooLarge {
      throw RequestError(
        404,
        "The results take more than \(maxSize >> 20) MB, so their long values are not kept. Export has them."
      )
    }
    guard cached.number <= place.at else {
      throw RequestError(409, "The result has just changed. Open the value again.")
    }
    guard cached.rows.indices.contains(place.row),
      cached.rows[place.row].values.indices.contains(place.column)
    else { throw Self.missing }
    return WireCell(cached.rows[place.row].values[place.column])
  }

  /// The error for a value of which nothing is known.
  static let missing = RequestError(
    404,
    "The result is not kept any more. Run the statement again."
  )
}

extension CachedResults.Place {
  /// - Throws: `RequestError` if the request does not say which.
  init(_ request: WebRequest) throws(RequestError) {
    func number(_ name: String) throws(RequestError) -> Int {
      guard let number = Int(try request.required(name)) else {
        throw RequestError(400, "The value \(name) is not a number.")
      }
      return number
    }
    self.init(
      statement: try number("statement"),
      row: try number("row"),
      column: try number("column"),
      at: try number("at")
    )
  }
}
