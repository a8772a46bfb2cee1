import IncrementalQueries

/// The server's comparison of values that Swift does not compare: by type, and for texts by
/// collation.
///
/// Its name is the SQL that follows a value, such as `text COLLATE "de-x-icu"`.
struct TermOrder: Hashable {
  let type: String
  let collation: String?
  /// Whether texts with different bytes may be equal.
  let hasEqualSpellings: Bool

  private static let mark = " (equal in several spellings)"

  /// The name that plans use for it.
  var name: String {
    guard let collation else { return type }
    return "\(type) COLLATE \(collation)" + (hasEqualSpellings ? Self.mark : "")
  }

  /// Creates the comparison of a type's values.
  init(type: String, collation: String?, hasEqualSpellings: Bool) {
    (self.type, self.collation) = (type, collation)
    self.hasEqualSpellings = hasEqualSpellings
  }

  /// Parses a name.
  init(name: String) {
    hasEqualSpellings = name.hasSuffix(Self.mark)
    let text = hasEqualSpellings ? String(name.dropLast(Self.mark.count)) : name
    guard let range = text.firstRange(of: " COLLATE ") else {
      (type, collation) = (text, nil)
      return
    }
    (type, collation) = (String(text[..<range.lowerBound]), String(text[range.upperBound...]))
  }

  /// The SQL that compares two values, given as text.
  var comparison: String {
    let collate = collation.map { " COLLATE \($0)" } ?? ""
    return """
      SELECT CASE WHEN a < b\(collate) THEN -1 WHEN a = b\(collate) THEN 0 ELSE 1 END \
      FROM (SELECT $1::text::\(type), $2::text::\(type)) AS v (a, b)
      """
  }
}

extension SortTerm.Collation {
  /// Creates the collation for values of a type.
  ///
  /// Swift compares texts whose collation orders by bytes; the server compares everything else.
  ///
  /// - Parameters:
  ///   - oid: The OID of the type.
  ///   - order: The server's comparison.
  ///   - isDefaultByBytes: Whether texts without a collation of their own are ordered by bytes.
  init(oid: UInt32, _ order: TermOrder, isDefaultByBytes: Bool) {
    let isText = oid == 25 || oid == 1043
    let byBytes = ["\"C\"", "\"POSIX\""] + (isDefaultByBytes ? ["\"default\""] : [])
    let isByBytes = isText && order.collation.map(byBytes.contains) ?? false
    self = isByBytes ? .binary : .custom(order.name)
  }

  /// The types whose values Swift compares as the server does.
  ///
  /// They are `boolean`, `bytea`, integers, `oid`, `real`, `double precision`, `date`, `time`,
  /// `timestamp`, `timestamptz`, `numeric` and `uuid`.
  static let comparedInSwift: Set<UInt32> = [
    16, 17, 20, 21, 23, 26, 700, 701, 1082, 1083, 1114, 1184, 1700, 2950,
  ]
}
