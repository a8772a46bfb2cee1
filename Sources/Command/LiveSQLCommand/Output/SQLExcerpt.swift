import Terminal

/// The line of an SQL text that contains an error, with a marker below the place.
///
/// ```
///   SELECT * FORM orders
///            ^
/// ```
struct SQLExcerpt {
  let sql: String
  /// The place of the error, in bytes of UTF-8 from the start.
  let offset: Int

  /// The line and the marker; a long line is cut around the place.
  var lines: [Line] {
    let bytes = Array(sql.utf8)
    let place = min(max(0, offset), bytes.count)
    let isEnd: (UInt8) -> Bool = { $0 == 0x0A || $0 == 0x0D }
    let start = bytes[..<place].lastIndex(where: isEnd).map { $0 + 1 } ?? 0
    let end = bytes[place...].firstIndex(where: isEnd) ?? bytes.count
    var before = showingControls(in: String(decoding: bytes[start..<place], as: UTF8.self))
    if before.count > Self.context { before = "…" + before.suffix(Self.context) }
    let after = showingControls(in: String(decoding: bytes[place..<end], as: UTF8.self))
    let gap = String(repeating: " ", count: displayWidth(before))
    return [Line("  " + before + truncate(after, to: Self.context)), Line("  \(gap)^", .failure)]
  }

  private static let context = 50
}
