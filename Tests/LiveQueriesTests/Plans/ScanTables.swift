import DatabaseTypes
import LiveSQLTestSupport
import SQLiteDatabase
import Synchronization

/// Tables with and without indexes, and with several kinds of keys.
enum ScanTables {
  static let schema = """
    CREATE TABLE notes (
      id INTEGER PRIMARY KEY, kind TEXT COLLATE NOCASE, list INTEGER, weight REAL, n, isDone BOOLEAN
    );
    CREATE TABLE indexed (id INTEGER PRIMARY KEY, list INTEGER, weight REAL, isDone BOOLEAN);
    CREATE INDEX byList ON indexed (list);
    CREATE INDEX byDone ON indexed (isDone);
    CREATE TABLE pairs (
      a TEXT, b INTEGER, kind TEXT COLLATE NOCASE, weight REAL, PRIMARY KEY (a, b)
    ) WITHOUT ROWID;
    CREATE TABLE words (word TEXT PRIMARY KEY, kind TEXT COLLATE NOCASE, weight REAL);
    CREATE VIEW done AS SELECT id, kind, weight FROM notes WHERE isDone;
    """

  /// 4,000 rows in 200 lists, to which they belong in turn.
  static let manyNotes = """
    WITH RECURSIVE i(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i WHERE n < 4000)
    INSERT INTO notes (id, list, weight, isDone) SELECT n, n % 200, n * 0.1, 0 FROM i;
    """

  /// Returns the change set of a commit that touched some notes.
  static func changes(ofNotes ids: [Int]) -> ChangeSet {
    let rows = ids.map { Change(key: .rowID(Int64($0)), old: .unknown, new: .unknown) }
    return ChangeSet(number: 1, origin: .thisProcess, tables: ["notes": .rows(rows)])
  }

  /// Returns a random statement, or several of one commit.
  static func write(_ random: inout SeededGenerator) -> String {
    let kind = random.pick(["'a'", "'A'", "'b'", "'B'", "'b '", "NULL", "'c'"])
    let n = random.pick(["1", "1.0", "'1'", "NULL", "2.5", "-0.0", "0", "0.0", "x'31'"])
    let weight = random.pick(["0.1", "1e16", "-1e16", "0.3", "1", "NULL"])
    let id = Int.random(in: 1...60, using: &random)
    let other = Int.random(in: 2...9, using: &random)
    let isDone = random.pick(["0", "1"])
    let values = "\(kind), \(id % 5), \(weight), \(n), \(isDone)"
    return random.pick([
      "INSERT OR REPLACE INTO notes VALUES (\(id), \(values))",
      "DELETE FROM notes WHERE id = \(id); INSERT INTO notes VALUES (\(id), \(values))",
      "INSERT INTO notes VALUES (NULL, \(values)), (NULL, \(values))",
      "UPDATE notes SET kind = \(kind) WHERE id % \(other) = 1",
      "UPDATE notes SET n = \(n), weight = \(weight) WHERE id = \(id)",
      "UPDATE notes SET isDone = \(isDone) WHERE id BETWEEN \(id) AND \(id + 3)",
      "UPDATE OR REPLACE notes SET id = -id WHERE id IN (\(id), \(id + 1))",
      "DELETE FROM notes WHERE kind IS \(kind) AND id % 2",
      "DELETE FROM notes WHERE n IS \(n)",
      "INSERT OR REPLACE INTO pairs VALUES (\(other), \(id % 4), \(kind), \(weight))",
      "DELETE FROM pairs WHERE kind IS \(kind)",
      "INSERT OR REPLACE INTO words VALUES (\(kind) || \(id % 9), \(kind), \(weight))",
      "UPDATE OR REPLACE words SET word = word || 'x' WHERE weight > 1",
      "DELETE FROM words WHERE kind IS \(kind)",
      "INSERT OR REPLACE INTO indexed VALUES (\(id), \(other), \(weight), \(isDone))",
      "UPDATE indexed SET list = \(other) WHERE list = \(other - 1)",
    ])
  }
}

/// The number of calls of a function.
///
/// State: the number, in an atomic.
final class Visits: Sendable {
  private let number = Atomic(0)

  var count: Int { number.load(ordering: .relaxed) }

  func reset() { number.store(0, ordering: .relaxed) }

  /// A function that returns its argument, and is called for each row that a statement visits.
  var function: DatabaseFunction {
    DatabaseFunction("visited", argumentCount: 1, pure: true) { arguments in
      self.number.add(1, ordering: .relaxed)
      return arguments[0]
    }
  }
}
