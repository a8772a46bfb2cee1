import LiveSQL

enum UnionOfTables: ShapeFigure {
  static let name = "live-union"
  static let work = "From a write's start to the property: UNION of 100,000 and 1,000 rows"
  static let bar = FigureBar.atMost(100)

  static func measure(in folder: String) throws -> Double {
    let query = #sql("SELECT weight FROM entries UNION SELECT owner FROM entryLists", as: Int?.self)
    return try LiveLists(in: folder).latency(reweighs, of: query)
  }
}

enum NumberedRows: ShapeFigure {
  static let name = "live-row-numbers"
  static let work =
    "From a write's start to the property: row_number() of 100,000 rows in partitions of 100"
  static let bar = FigureBar.atMost(100)

  static func measure(in folder: String) throws -> Double {
    let query = #sql(
      "SELECT id, row_number() OVER (PARTITION BY list ORDER BY weight, id) FROM entries",
      as: (Int, Int).self
    )
    return try LiveLists(in: folder).latency(
      "UPDATE entries SET weight = CASE WHEN ?1 % 2 THEN -?1 ELSE ?1 END WHERE id = ?2 % 100 * 1000 + 1",
      of: query
    )
  }
}

enum SumOfRows: ShapeFigure {
  static let name = "live-sum"
  static let work = "From a write's start to the property: sum and avg of 100,000 integers"
  static let bar = FigureBar.atMost(50)

  static func measure(in folder: String) throws -> Double {
    let query = Entry.select { ($0.weight.sum(), $0.weight.avg()) }
    return try LiveLists(in: folder).latency(reweighs, of: query)
  }
}

enum SumOfJoinedRows: ShapeFigure {
  static let name = "live-join-sum"
  static let work =
    "From a write's start to the property: sum over a join of 100,000 with 1,000 rows"
  static let bar = FigureBar.atMost(100)

  static func measure(in folder: String) throws -> Double {
    let query = Entry.join(EntryList.all) { $0.list.eq($1.id) }.select { entry, _ in
      entry.weight.sum()
    }
    return try LiveLists(in: folder).latency(reweighs, of: query)
  }
}

enum RowsOfStatementInFrom: ShapeFigure {
  static let name = "live-from-select"
  static let work = "From a write's start to the property: ordered rows of a WITH on 100,000 rows"
  static let bar = FigureBar.atMost(100)

  static func measure(in folder: String) throws -> Double {
    let query = #sql(
      """
      WITH heavy AS (SELECT id, title, weight FROM entries WHERE weight >= 0)
      SELECT title FROM heavy ORDER BY title, weight
      """,
      as: String.self
    )
    return try LiveLists(in: folder).latency(
      "UPDATE entries SET title = printf('%06d again', ?1 * 31 % 1000003) WHERE id = ?2",
      of: query
    )
  }
}
