import DatabaseTypes
import IncrementalQueries
import TypedSQL

extension PlanAnalysis {
  /// Refuses groups of values that are equal but spelled differently, since SQLite chooses which to
  /// show.
  func rejectSpellings(_ analyzed: AnalyzedSelect) throws {
    if let key = analyzed.keys.first(where: { !$0.sort.collation.isBytewise }) {
      throw PlanRejection(
        .distinct,
        at: key.expression,
        "which a collation compares",
        instead: "add COLLATE BINARY to it"
      )
    }
    guard try !db.haveSpellings(parts.selected(db) ?? [], in: parts) else {
      throw PlanRejection(.distinct, at: parts.columns, "whose equal values may look different")
    }
  }

  func rejectWords() throws {
    if words.hasMemberTable {
      throw PlanRejection(
        .subquery,
        of: "the name of a table behind IN",
        instead: "write IN (SELECT column FROM table)"
      )
    }
    if !words.words.isDisjoint(with: ["values", "with"]) {
      throw PlanRejection(
        .subquery,
        of: "VALUES or WITH within the statement",
        instead: "write a list of values, or the WITH before the statement"
      )
    }
    if words.readsClock {
      throw PlanRejection(reason: .volatile("the time").at(nil, instead: "bind a date from Swift"))
    }
    if let name = words.words.intersection(SQLFunction.volatileWords).sorted().first {
      throw PlanRejection(reason: .volatile(name).at(nil, instead: "bind a value from Swift"))
    }
    if let name = words.words.intersection(Snapshot.systemColumnNames).sorted().first {
      let advice = "leave it out, since the database may move a row without a change of its values"
      throw PlanRejection(reason: .volatile(name).at(nil, instead: advice))
    }
    let own = try words.words.intersection(db.volatileFunctionNames())
    if let name = own.sorted().first {
      let advice = "if it only computes, declare it deterministic"
      throw PlanRejection(reason: .volatile(name).at(nil, instead: advice))
    }
    try db.refuseRowFunctions(among: words)
  }

  /// Refuses a call of a function that may read any table, so that no table is known.
  static func refuseReadingFunctions(
    of query: QueryFragment,
    _ region: Region,
    _ db: Snapshot
  ) throws {
    guard region.isFullDatabase else { return }
    let readers = try FragmentWords([query]).words.intersection(db.readingFunctionNames())
    if let name = readers.sorted().first { throw PlanRejection(reason: .anyTable(name)) }
  }

  /// Refuses text that cannot be parsed completely: combined with other text, it may change its
  /// meaning.
  func rejectText() throws {
    let lists = [parts.columns, parts.from] + parts.conditions + parts.having
    for list in lists where ConditionTree(list, Snapshot.syntax)?.hasNoClause != true {
      throw PlanRejection(.unknownText, at: list)
    }
    for term in parts.groups + parts.order
    where ConditionTree(term, Snapshot.syntax)?.isOneExpression != true {
      throw PlanRejection(.unknownText, at: term)
    }
  }

  /// Refuses a statement that no longer compiles with what plans add to it.
  static func refuseUncompilable(_ analyzed: AnalyzedSelect, _ db: Snapshot) throws {
    let parts = analyzed.parts
    let keys = analyzed.sources.flatMap(\.keyColumns) + analyzed.keys.map(\.expression)
    guard db.canCompile(parts.query(hidden: analyzed.hidden, order: analyzed.writtenOrder)),
      db.canCompile(parts.query(columns: "", hidden: keys, groupedBy: []))
    else {
      throw PlanRejection(
        .unknownText,
        of: "what the database does not accept beside keys",
        instead: "write the names of tables before those of columns"
      )
    }
    for subquery in analyzed.subqueries where !db.canCompile(subquery.statement) {
      throw PlanRejection(
        .unknownText,
        at: subquery.text,
        instead: "write the names of tables before those of its columns"
      )
    }
  }

  /// Refuses a statement if expanding a view would change which table a name means.
  static func refuseOtherTables(
    _ resolved: TableResolver<Snapshot>.Resolved,
    _ region: Region,
    _ db: Snapshot
  ) throws {
    let tables = try db.region(of: resolved.parts.statement).tables.keys
    let meant = region.tables.keys.filter { table in
      !resolved.views.contains(ByteText.foldingASCII(table.name)) || tables.contains(table)
    }
    guard Set(meant) == Set(tables) else {
      throw PlanRejection(
        .subquery,
        of: "a view or a WITH that hides the name of a table",
        instead: "write the schema before the names of tables"
      )
    }
  }
}

extension SQLFunction {
  /// The words whose meaning changes without a write: volatile functions, and some that only SQL
  /// text contains.
  fileprivate static let volatileWords = names(.volatile).union([
    "changes", "total_changes", "last_insert_rowid", "current_date", "current_time",
    "current_timestamp", "now",
  ])
}

extension LiveSnapshot {
  /// Refuses a call of a function that may return several rows: they have no key.
  func refuseRowFunctions(among words: FragmentWords) throws {
    let names = try words.words.intersection(rowFunctionNames())
    if let name = names.min() { throw PlanRejection(reason: .noKey(name)) }
  }
}
