// Errors: how to catch them, and what they say.
import Foundation
import LiveSQL

@Table struct Player: Identifiable, Equatable {
  let id: Int
  var name = ""
  var score = 0
}

let database = try DatabaseQueue()
try database.write { db in
  try db.execute(
    sql: """
      CREATE TABLE players (
        id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, score INTEGER NOT NULL DEFAULT 0);
      INSERT INTO players (name) VALUES ('Ada');
      """
  )
}
func show(_ message: String) { print(message) }

// snippet.catching
do {
  try database.write { db in
    try Player.insert { Player.Draft(name: "Ada") }.execute(db)
  }
} catch ResultCode.constraintUnique {
  show("There is already a player with that name.")
} catch let error as DatabaseError where error.code == .busy {
  show("The database is busy. Try again.")
} catch {
  show(error.localizedDescription)
}
// snippet.end

// snippet.constraint
do {
  try database.write { db in
    try db.execute(sql: "INSERT INTO players (name) VALUES (?)", arguments: ["Ada"])
  }
} catch let error as DatabaseError {
  print(error.code, error.extendedResultCode == .constraintUnique)  // constraint true
  print(error.message)  // UNIQUE constraint failed: players.name
  print(error.localizedDescription)
  // UNIQUE constraint failed: players.name. (SQLite error 2067) Database: :memory:.
  // Statement: INSERT INTO players (name) VALUES (?)
}
// snippet.end

// snippet.sql
do {
  _ = try database.read { db in try Row.fetchAll(db, sql: "SELECT nam FROM players") }
} catch {
  print(error)
  // no such column: nam. (SQLite error 1) Database: :memory:. Statement: SELECT 👉nam FROM players
}
// snippet.end

// snippet.decoding
do {
  _ = try database.read { db in
    try #sql("SELECT name FROM players", as: Int.self).fetchAll(db)
  }
} catch let error as DecodingFailure {
  print(error.column ?? "", error.expectedType, error.found.map { "\($0)" } ?? "")
  // name Int64 TEXT
}
// snippet.end

// snippet.partly
try database.write { db in
  do {
    try db.inSavepoint {
      try Player.insert { Player.Draft(name: "Ada") }.execute(db)
      return .commit
    }
  } catch ResultCode.constraint {
    try Player.where { $0.name == "Ada" }.update { $0.score += 1 }.execute(db)
  }
}
// snippet.end
print(try database.read { db in try Player.find(db, key: 1).score })  // 1

// snippet.own
let checksScore = DatabaseFunction("checked", argumentCount: 1) { arguments in
  let score = try Int(databaseValue: arguments[0])
  guard score >= 0 else {
    throw DatabaseError(resultCode: .constraint, message: "A score is not negative.")
  }
  return score
}
// snippet.end
do {
  try database.write { db in
    db.add(function: checksScore)
    try db.execute(sql: "UPDATE players SET score = checked(-1)")
  }
} catch let error as DatabaseError {
  print(error.code, error.message)  // constraint A score is not negative.
}

// snippet.violation
do {
  try database.write { db in
    try db.execute(sql: "INSERT INTO players (name) VALUES (?)", arguments: ["Ada"])
  }
} catch let error as DatabaseError {
  print(error.table ?? "", error.columns)  // players ["name"]
  switch error.violation {
  case .unique("players"?, ["name"], _): show("There is already a player with that name.")
  case .notNull(_, let column?): show("\(column) is missing.")
  default: show(error.localizedDescription)
  }
}
// snippet.end

// snippet.people
func messageForPeople(_ error: any Error) -> String {
  switch error {
  case DatabaseConstraint.unique("players", "name"):
    "There is already a player with that name."
  case DatabaseConstraint.check("positiveScore"):
    "A score cannot be negative."
  case DatabaseConstraint.foreignKey("teams", "captain"):
    "This player is the captain of a team, or does not exist."
  case let error as DatabaseError where error.code == .busy:
    "The database is busy. Please try again."
  default:
    "That did not work. The details are in the log."
  }
}
// snippet.end
try database.write { db in
  try db.execute(
    sql: """
      CREATE TABLE teams (
        id INTEGER PRIMARY KEY, points INTEGER CONSTRAINT positiveScore CHECK (points >= 0),
        captain INTEGER REFERENCES players ON DELETE RESTRICT);
      INSERT INTO teams VALUES (1, 0, 1);
      """
  )
}
for sql in [
  "INSERT INTO players (name) VALUES ('Ada')", "UPDATE teams SET points = -1",
  "DELETE FROM players", "SELECT wrong",
] {
  do { try database.write { db in try db.execute(sql: sql) } } catch {
    print(messageForPeople(error))
  }
}
try database.write { db in try db.execute(sql: "DROP TABLE teams") }

// snippet.mapping
enum SignUpError: Error { case nameTaken, badScore }

func signUp(_ name: String) throws {
  try mappingConstraints([
    .unique("players", "name"): SignUpError.nameTaken,
    .check("positiveScore"): SignUpError.badScore,
  ]) {
    try database.write { db in try Player.insert { Player.Draft(name: name) }.execute(db) }
  }
}
// snippet.end
do { try signUp("Ada") } catch SignUpError.nameTaken { print("nameTaken") }  // nameTaken

// snippet.live
let players = FetchAll(Player.order(by: \.name), database: database)
try await players.load()
try database.write { db in try db.execute(sql: "ALTER TABLE players RENAME TO people") }
try await database.liveQueriesCaughtUp()
print(players.count)  // 1: the last result stays
print(players.loadError.map { "\($0)" } ?? "none")
// no such table: players. (SQLite error 1) Database: :memory:. Statement: SELECT …
// snippet.end

// snippet.reporting
prepareDependencies {
  $0.errorReporter = ErrorReporter { error, message, place in
    print("\(place.file):\(place.line):", message ?? "", error.localizedDescription)
  }
}

withErrorReporting("Ada could not be deleted.") {
  try database.write { db in try Player.find(1).delete().execute(db) }
}
// snippet.end
