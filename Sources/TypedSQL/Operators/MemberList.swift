/// Many values bound as one, and the subquery that makes rows of them again.
///
/// 1. Numbers, texts, dates and UUIDs are an array of JSON.
/// 2. Bytes are put end to end in one blob, beside an array of JSON with the places of each.
///
/// The subquery's column has no type of its own, so that the other side's decides how they are compared, as it does with a
/// list of placeholders.
struct MemberList {
  /// How many values are spelled out before one value holds them all.
  static let limit = 500

  let subquery: QueryFragment

  /// Makes a list of values; `nil` for what cannot stand in it, which has to be spelled out.
  init?(_ values: [QueryFragment]) {
    var bindings: [QueryBinding] = []
    bindings.reserveCapacity(values.count)
    for value in values {
      guard value.code == [Mark.binding] else { return nil }
      bindings += value.bindings
    }
    let subquery = Self.blobs(bindings) ?? Self.json(bindings)
    guard let subquery else { return nil }
    self.subquery = subquery
  }

  private static func json(_ bindings: [QueryBinding]) -> QueryFragment? {
    ListText.text(of: bindings).map { "(SELECT \"value\" FROM json_each(\(bind: $0)))" }
  }

  private static func blobs(_ bindings: [QueryBinding]) -> QueryFragment? {
    var bytes: [UInt8] = []
    var places = "["
    for binding in bindings {
      guard case .blob(let blob) = binding else { return nil }
      if places.utf8.count > 1 { places += "," }
      places += "[\(bytes.count + 1),\(blob.count)]"
      bytes += blob
    }
    places += "]"
    return """
      (SELECT substr(\(QueryBinding.blob(bytes)), \
      json_extract("value", '$[0]'), json_extract("value", '$[1]')) FROM json_each(\(bind: places)))
      """
  }
}
