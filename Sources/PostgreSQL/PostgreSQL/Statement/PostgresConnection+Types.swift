extension PostgresConnection {
  /// Returns the type with an OID, as far as it is known.
  func type(_ oid: UInt32) -> PostgresType {
    PostgresType.builtIn[oid] ?? types[oid] ?? PostgresType(oid: oid, kind: .unknown)
  }

  /// Queries the server, once, for types that are not built in.
  ///
  /// An enumeration is treated as text, and an array by its elements' type. The server reports a
  /// domain as its base type, but as the element type of an array it reports the domain itself.
  /// Arrays whose elements a comma does not separate, such as `box[]`, are texts of unknown types.
  func learnTypes(_ all: [UInt32]) throws(PostgresError) {
    let wanted = Set(all).filter { PostgresType.builtIn[$0] == nil && types[$0] == nil }.sorted()
    guard !wanted.isEmpty else { return }
    let facts = try typeFacts(wanted).sorted { $0.rank < $1.rank }
    // Types that the server does not know either are not queried again.
    for oid in wanted { types[oid] = PostgresType(oid: oid, kind: .unknown) }
    try learnTypes(facts.map(\.other).filter { $0 != 0 })
    for fact in facts {
      let other = type(fact.other)
      switch fact.sort {
      case "e": types[fact.oid] = PostgresType(oid: fact.oid, kind: .text)
      case "d" where other.kind != .array:
        types[fact.oid] = PostgresType(oid: fact.oid, kind: other.kind)
      // Arrays of types that are not known are written and read as text.
      case "a" where other.kind != .array:
        types[fact.oid] = PostgresType(oid: fact.oid, arrayOf: other)
      default: break
      }
    }
  }

  private struct TypeFact {
    let oid: UInt32
    /// `e` for an enumeration, `d` for a domain, `a` for an array, or something else.
    let sort: String
    /// The element type of an array, or the base type of a domain; otherwise 0.
    let other: UInt32

    /// Types come before those that are built on them: other types, then domains, then arrays, each
    /// by age.
    var rank: (Int, UInt32) { (sort == "a" ? 2 : sort == "d" ? 1 : 0, oid) }
  }

  private func typeFacts(_ oids: [UInt32]) throws(PostgresError) -> [TypeFact] {
    let rows = try run(
      """
      SELECT oid, CASE WHEN typtype = 'b' AND typcategory = 'A' AND typdelim = ',' THEN 'a'
          ELSE typtype::text END,
        CASE WHEN typtype = 'd' THEN typbasetype WHEN typtype = 'b' AND typcategory = 'A' AND typdelim = ','
          THEN typelem ELSE 0 END
      FROM pg_catalog.pg_type WHERE oid IN (\(oids.map(String.init).joined(separator: ", ")))
      """
    )
    var facts: [TypeFact] = []
    for row in 0..<rows.rowCount {
      guard let oid = rows.text(row: row, column: 0).flatMap({ UInt32($0) }),
        let sort = rows.text(row: row, column: 1),
        let other = rows.text(row: row, column: 2).flatMap({ UInt32($0) })
      else { continue }
      facts.append(TypeFact(oid: oid, sort: sort, other: other))
    }
    return facts
  }
}
