import WebServer

/// A column by which the rows of a grid are ordered.
struct GridTerm: Sendable, Hashable {
  var column: String
  var isDescending = false
}

extension [GridTerm] {
  /// The operator that compares rows with a place; `nil` if the terms' directions differ.
  ///
  /// It is true of the rows at the place and after it, or before it if `isReversed`.
  func comparison(isReversed: Bool) -> String? {
    let isDescending = self[0].isDescending
    guard allSatisfy({ $0.isDescending == isDescending }) else { return nil }
    return switch (isDescending, isReversed) {
    case (false, false): ">="
    case (true, false): "<="
    case (false, true): "<"
    case (true, true): ">"
    }
  }
}

extension StudioTable {
  /// The terms of the order: the requested ones, and then the key, so that no two rows have the
  /// same position.
  ///
  /// - Throws: `RequestError` for columns that the table does not have.
  func terms(_ sort: [GridRequest.Sort]?) throws(RequestError) -> [GridTerm] {
    let sort = (sort ?? []).map {
      GridTerm(column: $0.column, isDescending: $0.descending == true)
    }
    _ = try known(sort.map(\.column))
    let isDescending = sort.last?.isDescending ?? false
    let rest = key.filter { name in !sort.contains { $0.column == name } }
    return sort + rest.map { GridTerm(column: $0, isDescending: isDescending) }
  }

  /// Names, all of which the table has.
  func known(_ names: [String]) throws(RequestError) -> [String] {
    for name in names where !columns.contains(where: { $0.name == name }) {
      throw RequestError(404, "The table \(self.name) has no column \(name).")
    }
    return names
  }
}
