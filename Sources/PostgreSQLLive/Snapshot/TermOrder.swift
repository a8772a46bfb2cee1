import IncrementalQueries

/// How the server compares values of a term that Swift does not compare: by their type, and for texts a collation.
///
/// Its name is SQL behind a value, `text COLLATE "de-x-icu"`.
struct TermOrder: Hashable {
  let type: String
  let collation: String?
  /// Whether texts that are written in different ways may be equal.
  let hasEqualSpellings: Bool

  private static let mark = " (equal in several spellings)"

  /// The name by which plans call it.
  var name: String {
    guard let collation else { return type }
    return "\(type) COLLATE \(collation)" + (hasEqualSpellings ? Self.mark : "")
  }

  /// How values of a type are compared.
  init(type: String, collation: String?, hasEqualSpellings: Bool) {
    (self.type, self.collation) = (type, collation)
    self.hasEqualSpellings = hasEqualSpellings
  }

  /// Reads a name.
  init(name: String) {
    hasEqualSpellings = name.hasSuffix(Self.mark)
    let text = hasEqualSpellings ? String(name.dropLast(Self.mark.count)) : name
    guard let range = text.firstRange(of: " COLLATE ") else {
      (type, collation) = (text, nil)
      return
    }
    (type, collation) = (String(text[..<range.lowerBound]), String(text[range.upperBound...]))
  }

  /// What compares two texts of values.
  var comparison: String {
    let collate = collation.map { " COLLATE \($0)" } ?? ""
    return """
      SELECT CASE WHEN a < b\(collate) THEN -1 WHEN a = b\(collate) THEN 0 ELSE 1 END \
      FROM (SELECT $1::text::\(type), $2::text::\(type)) AS v (a, b)
      """
  }
}

extension SortTerm.Collation {
  /// How values of a type are compared.
  ///
  /// Swift compares texts whose collation goes by bytes; all else the server does.
  ///
  /// - Parameters:
  ///   - oid: The type's number.
  ///   - order: How the server compares them.
  ///   - isDefaultByBytes: Whether texts without a collation of their own go by bytes.
  init(oid: UInt32, _ order: TermOrder, isDefaultByBytes: Bool) {
    let isText = oid == 25 || oid == 1043
    let byBytes = ["\"C\"", "\"POSIX\""] + (isDefaultByBytes ? ["\"default\""] : [])
    let isByBytes = isText && order.collation.map(byBytes.contains) ?? false
    self = isByBytes ? .binary : .custom(order.name)
  }

  /// What Swift compares as the server does: `boolean`, `bytea`, integers, `oid`, `real`, `double precision`, `date`, `time`, `timestamp`, `timestamptz`, `uuid`.
  static let comparedInSwift: Set<UInt32> = [
    16, 17, 20, 21, 23, 26, 700, 701, 1082, 1083, 1114, 1184, 2950,
  ]
}
