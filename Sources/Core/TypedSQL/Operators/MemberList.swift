/// Many values bound as one, with the subquery that turns them back into rows.
///
/// 1. Numbers, texts, dates and UUIDs become a JSON array.
/// 2. Blobs are concatenated, next to a JSON array with the place of each.
///
/// The subquery's column has no type of its own, so the other side's type decides how they are
/// compared, as it does with a list of placeholders.
struct MemberList {
  /// The number of values up to which each is written out; more are bound as one value.
  static let limit = 500

  let subquery: QueryFragment

  /// Creates a list of values, or `nil` if one of them cannot be in it and must be written out.
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
    ListText.binding(of: bindings).map { "(SELECT \"value\" FROM json_each(\($0)))" }
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
