import Foundation
import LiveSQL
import LiveSQLPostgres

private typealias C = Player.Columns

let recordConditionCases = recordCases { list in
  let players = Player.order(C.id)
  list.names("all", players)
  list.names("compared", players.filter(C.score > 10))
  list.names("compared with two", players.filter(C.score >= 0 && C.score < 20))
  list.names("either", players.filter(C.score == 30 || C.name == "Ana"))
  list.names("not", players.filter(!(C.score == 20)))
  list.names("unequal", players.filter(C.score != 20))
  list.names("NULL", players.filter(C.bonus == nil))
  list.names("not NULL", players.filter(C.bonus != nil))
  list.names("an optional value", players.filter(C.teamId == (2 as Int64?)))
  list.names("an optional value that is nil", players.filter(C.teamId == (nil as Int64?)))
  list.names("is", players.filter(C.teamId === 1))
  list.names("is not", players.filter(C.teamId !== 1))
  list.names("is a column", players.filter(C.bonus.is(C.teamId)))
  list.names("is no column", players.filter(C.bonus.isNot(C.teamId)))
  list.names("a list", players.filter([10, 30, 99].contains(C.score)))
  list.names("a list of texts", players.filter(["Ana", "Cy"].contains(C.name)))
  list.names("no list", players.filter(([] as [Int]).contains(C.score)))
  list.names("a long list", players.filter(Array(0..<50).contains(C.score)))
  list.names("not in a list", players.filter(![10, 30].contains(C.score)))
  list.names("a range", players.filter((0...10).contains(C.score)))
  list.names("a half-open range", players.filter((0..<20).contains(C.score)))
  list.names("between", players.filter(C.score.between(10, and: 20)))
  list.names("a truth value", players.filter(C.isActive))
  list.names("true", players.filter(C.isActive == true))
  list.names("false", players.filter(C.isActive == false))
  list.names("all of none", players.filter(([] as [SQLExpression]).joined(operator: .and)))
  list.names("any of none", players.filter(([] as [SQLExpression]).joined(operator: .or)))
  list.names("all of several", players.filter([C.score > 0, C.score < 25].joined(operator: .and)))
  list.names("none", players.none())
  list.names("in no rows", players.filter(Player.select(C.id).none().contains(C.id)))
  list.names("equal to no row", players.filter(C.score == Player.select(C.score).none()))
  list.names("a pattern", players.filter(C.name.like("%e%")))
  list.names("a pattern with an escape", players.filter(C.name.like("%\\_%", escape: "\\")))
  list.names("a percent sign", players.filter(C.name.like("%!%%", escape: "!")))
  list.names("without regard to case", players.filter(C.name.collating(.nocase) == "BO"))
  list.names("in lower case", players.filter(C.name.lowercased == "bo"))
  list.names("in upper case", players.filter(C.name.uppercased == "BO"))
  list.names("a date", players.filter(C.joinedAt == RecordSamples.start))
  list.names("after a date", players.filter(C.joinedAt > RecordSamples.start + 86_400))
  list.names("a date in seconds", players.filter(C.seenAt == RecordSamples.start + 2))
  list.names("after a date in seconds", players.filter(C.seenAt > RecordSamples.start))
  list.names(
    "dates in a list",
    players.filter([RecordSamples.start, RecordSamples.start + 2].contains(C.seenAt))
  )
  list.names("a UUID", players.filter(C.token == RecordSamples.token(2)))
  list.names(
    "UUIDs",
    players.filter([RecordSamples.token(2), RecordSamples.token(4)].contains(C.token))
  )
  list.names("a key", players.filter(key: 2))
  list.names("keys", players.filter(keys: [1, 3, 99]))
  list.names("an identity", players.filter(id: 2))
  list.names("identities", players.filter(ids: [1, 2]))
  list.ordered("a key of two columns", Award.filter(key: ["playerId": 2, "title": "cup"]))
  list.rows(
    "keys of two columns",
    Award.filter(keys: [["playerId": 2, "title": "cup"], ["playerId": 3, "title": "medal"]])
  )
  list.names("SQL", players.filter(sql: "score > 10"))
  list.names("SQL with values", players.filter(literal: "score > \(10)"))
  list.names("a closure", Player.filter { $0.score > 10 }.order { $0.id })
}

let recordOrderCases = recordCases { list in
  list.names("ascending", Player.order(C.score.asc, C.id))
  list.names("descending", Player.order(C.score.desc, C.id.desc))
  list.names("reversed", Player.order(C.score, C.id).reversed())
  list.names("NULLs come first", Player.order(C.bonus, C.id))
  list.names("NULLs come last", Player.order(C.bonus.desc, C.id))
  list.names("NULLs last", Player.order(C.bonus.ascNullsLast, C.id))
  list.names("NULLs first", Player.order(C.bonus.descNullsFirst, C.id))
  list.names("without regard to case", Player.order(C.name.collating(.nocase)))
  list.names("by the key", Player.all().orderByPrimaryKey())
  list.names("by SQL", Player.order(sql: "score DESC, id"))
  list.names("limited", Player.order(C.id).limit(2))
  list.names("limited after others", Player.order(C.id).limit(2, offset: 3))
  list.names("by an expression", Player.order(C.score * -1, C.id))
  list.names("by a value", Player.order((C.bonus ?? 0).desc, C.id))
  list.names("twice: the last counts", Player.order(C.id).order(C.name))
  list.names("not any more", Player.order(C.score).unordered().order(C.id))
}

let recordSelectionCases = recordCases { list in
  let players = Player.order(C.id)
  list.ordered("a column", players.select(C.name, as: String.self))
  list.ordered("a column of any type", players.select(C.bonus, as: Double?.self))
  list.ordered("a date", players.select(C.joinedAt, as: Date.self))
  list.ordered("a UUID", players.select(C.token, as: UUID.self))
  list.ordered("a truth value", players.select(C.isActive, as: Bool.self))
  list.ordered("a condition", players.select(C.score > 10, as: Bool.self))
  list.ordered("added", players.select(C.score + 1, as: Int.self))
  list.ordered("subtracted", players.select(C.score - C.id, as: Int.self))
  list.ordered("multiplied", players.select(C.score * 2, as: Int.self))
  list.ordered("divided", players.select(C.score / 3, as: Int.self))
  list.ordered("divided by nothing", players.select(C.score / 0, as: Int?.self))
  list.ordered("negative", players.select(-C.score, as: Int.self))
  list.ordered("bits", players.select(C.score & 6, as: Int.self))
  list.ordered("shifted", players.select(C.score << 2, as: Int.self))
  list.ordered("absolute", players.select(abs(C.score), as: Int.self))
  list.ordered("a length", players.select(C.name.length, as: Int.self))
  list.ordered("or else", players.select(C.bonus ?? 9.5, as: Double.self))
  list.ordered(
    "the first of several",
    players.select(coalesce([C.bonus, C.score]), as: Double.self)
  )
  list.ordered("the greater of two", players.select(max(C.score, C.id), as: Int.self))
  list.ordered("a cast", players.select(cast(C.score, as: "TEXT"), as: String.self))
  list.ordered(
    "texts joined",
    players.select(SQLExpression.concatenation(C.name, C.name), as: String.self)
  )
  list.rows("distinct", Player.select(C.score, as: Int.self).distinct())
  list.ordered("the least", Player.select(min(C.score), as: Int.self))
  list.ordered("the greatest", Player.select(max(C.score), as: Int.self))
  list.ordered("the sum", Player.select(sum(C.score), as: Int.self))
  list.ordered("the total", Player.select(total(C.bonus), as: Double.self))
  list.ordered("the mean", Player.select(average(C.score), as: Double.self))
  list.ordered("the number", Player.select(count(C.bonus), as: Int.self))
  list.ordered(
    "the number of different ones",
    Player.select(count(distinct: C.score), as: Int.self)
  )
  list.ordered("the number of some", Player.select(count(C.id, filter: C.score > 0), as: Int.self))
  list.ordered("all rows", Player.select(countAll, as: Int.self))
  list.ordered(
    "groups",
    Player.select(C.score, as: Int.self).group(C.score).order(C.score)
  )
  list.ordered(
    "groups with a condition",
    Player.select(C.score, as: Int.self).group(C.score).having(count(C.id) > 1)
  )
  list.ordered("keys", Player.selectPrimaryKey(as: Int64.self).order(C.id))
  list.ordered(
    "records with more columns",
    Team.annotated(with: Team.players.count).order(Column("id"))
      .asRequest(of: TeamWithCount.self)
  )
  list.done("rows") { db in
    try players.select(C.id, C.name, C.bonus).asRequest(of: Row.self).fetchAll(db)
      .map { $0.databaseValues }
  }
  list.done("columns but some") { db in
    try Team.select(.allColumns(excluding: ["town"])).order(Column("id")).asRequest(of: Row.self)
      .fetchAll(db).map { Array($0.columnNames) }
  }
  list.done("SQL text") { db in
    try SQLRequest<String>(sql: "SELECT name FROM player WHERE score > 10 ORDER BY id").fetchAll(db)
  }
  list.done("a subquery") { db in
    let best = Player.select(max(C.score))
    return try Player.filter(C.score == best).fetchAll(db).map(\.name)
  }
  list.done("in a subquery") { db in
    let ids = Award.select(Column("playerId"))
    return try Player.filter(ids.contains(C.id)).order(C.id).fetchAll(db).map(\.name)
  }
  list.done("a common table") { db in
    let best = CommonTableExpression<Player>(named: "best", request: Player.filter(C.score > 10))
    return try best.all().with(best).order(C.id).fetchAll(db).map(\.name)
  }
  list.done("a recursive table") { db in
    let numbers = CommonTableExpression<Int>(
      recursive: true,
      named: "numbers",
      columns: ["n"],
      sql: "SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 5"
    )
    return try numbers.all().with(numbers).fetchAll(db)
  }
}

let recordAssociationCases = recordCases { list in
  let teams = Team.order(Column("id"))
  list.ordered(
    "included where there is one",
    Player.including(optional: Player.team).order(C.id).asRequest(of: PlayerWithTeam.self)
  )
  list.ordered(
    "included where there has to be one",
    Player.including(required: Player.team).order(C.id).asRequest(of: PlayerWithTeam.self)
  )
  list.names("joined", Player.joining(required: Player.team).order(C.id))
  list.names(
    "joined with a condition",
    Player.joining(required: Player.team.filter(Column("color") == "blue")).order(C.id)
  )
  list.names(
    "joined with nothing",
    Player.joining(optional: Player.team.none()).order(C.id)
  )
  list.ordered(
    "all that belong to each",
    teams.including(all: Team.players.order(C.id)).asRequest(of: TeamWithPlayers.self)
  )
  list.ordered(
    "some that belong to each",
    teams.including(all: Team.players.filter(C.score > 10).order(C.id))
      .asRequest(of: TeamWithPlayers.self)
  )
  list.rows("through others", Team.joining(required: Team.awards).distinct())
  list.ordered(
    "the number",
    Team.annotated(with: Team.players.count).order(Column("id"))
      .asRequest(of: TeamWithCount.self)
  )
  list.ordered("those that have some", teams.having(Team.players.count > 1))
  list.ordered("those that have none", teams.having(Team.players.isEmpty))
  list.done("sums, means and extremes") { db in
    try teams.annotated(
      with: Team.players.sum(C.score).forKey("a"),
      Team.players.average(C.score).forKey("b"),
      Team.players.max(C.score).forKey("c"),
      Team.players.min(C.score).forKey("d")
    ).asRequest(of: Row.self).fetchAll(db).map { row in
      try ["a", "b", "c", "d"].map { try row.decode(DatabaseValue.self, forColumn: $0).number }
    }
  }
  list.done("the number of different ones, through others") { db in
    try teams.annotated(with: Team.awards.count.forKey("n")).asRequest(of: Row.self).fetchAll(db)
      .map { try $0.decode(Int.self, forColumn: "n") }
  }
  list.done("columns of another table") { db in
    try Player.annotated(withOptional: Player.team.select(Column("color").forKey("colour")))
      .order(C.id).asRequest(of: Row.self).fetchAll(db)
      .map { try $0.decode(String?.self, forColumn: "colour") ?? "-" }
  }
  list.done("an alias") { db in
    let team = RequestAlias()
    return try Player.joining(required: Player.team.aliased(team))
      .order(team[Column("color")], C.id).fetchAll(db).map(\.name)
  }
  list.done("the number of joined rows") { db in
    try Player.including(required: Player.team).fetchCount(db)
  }
  list.done("what belongs to a record") { db in
    try Team.find(db, key: 2).request(for: Team.players).order(C.id).fetchAll(db).map(\.name)
  }
  list.done("to whom a record belongs") { db in
    try Player.find(db, key: 1).request(for: Player.team).fetchOne(db)?.color ?? "-"
  }
}

let recordCallCases = recordCases { list in
  list.done("the first") { db in try Player.order(C.score.desc).fetchOne(db)?.name ?? "-" }
  list.done("no first") { db in try Player.filter(C.score > 99).fetchOne(db) == nil }
  list.done("a set") { db in try Player.select(C.score, as: Int.self).fetchSet(db).sorted() }
  list.done("a number") { db in try Player.filter(C.score > 10).fetchCount(db) }
  list.done("a number of different ones") { db in
    try Player.select(C.score).distinct().fetchCount(db)
  }
  list.done("a number of limited ones") { db in try Player.limit(2).fetchCount(db) }
  list.done("all") { db in try Player.fetchCount(db) }
  list.done("is empty") { db in try Player.filter(C.score > 99).isEmpty(db) }
  list.done("is not empty") { db in try Player.all().isEmpty(db) }
  list.done("one by one") { db in
    var names: [String] = []
    try Player.order(C.id).fetchEach(db) { names.append($0.name) }
    return names
  }
  list.done("one by one, joined") { db in
    var names: [String] = []
    let all = Player.including(optional: Player.team).order(C.id)
    try all.asRequest(of: PlayerWithTeam.self).fetchEach(db) { names.append($0.team?.color ?? "-") }
    return names
  }
  list.done("found") { db in try Player.find(db, key: 3).name }
  list.done("found by identity") { db in try Team.find(db, id: 3).color }
  list.done("found by two columns") { db in
    try Award.find(db, key: ["playerId": 3, "title": "medal"]).year
  }
  list.done("not found") { db in
    do { return try Player.find(db, key: 99).name } catch let error as RecordError {
      return "\(error)"
    }
  }
  list.done("fetched by key") { db in try Player.fetchOne(db, key: 99) == nil }
  list.done("fetched by keys") { db in
    try Player.fetchAll(db, keys: [1, 2]).map(\.name).sorted()
  }
  list.done("fetched by another unique key") { db in
    try Team.fetchOne(db, key: ["color": "blue"])?.id ?? 0
  }
  list.done("no unique key") { db in
    do { return try Team.fetchOne(db, key: ["town": "Ulm"])?.color ?? "-" } catch let error
      as RecordError
    {
      return "\(error)"
    }
  }
  list.done("exists") { db in try Player.exists(db, key: 1) }
  list.done("does not exist") { db in try Player.exists(db, key: 99) }
  list.done("exists by identity") { db in try Team.exists(db, id: 1) }
}

extension DatabaseValue {
  /// The number as text that does not depend on its type.
  fileprivate var number: String {
    switch self {
    case .integer(let value): "\(Double(value))"
    case .real(let value): "\(value)"
    case .null: "-"
    default: "\(self)"
    }
  }
}
