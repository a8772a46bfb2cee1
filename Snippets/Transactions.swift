// Transactions: closures, savepoints, snapshots, nested accesses, and transactions that suspend.
import Foundation
import LiveSQL

// snippet.table
@Table struct Account: Identifiable {
  let id: Int
  var balance = 0
}
// snippet.end

let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }
let database = try DatabasePool(path: folder.appendingPathComponent("bank.db").path)

// snippet.write
try database.write { db in
  try #sql("CREATE TABLE accounts (id INTEGER PRIMARY KEY, balance INTEGER NOT NULL)").execute(db)
  try Account.insert {
    Account(id: 1, balance: 100)
    Account(id: 2, balance: 0)
  }
  .execute(db)
}
// snippet.end

// snippet.throwing
struct NotEnough: Error {}

func transfer(_ amount: Int, from: Int, to: Int, in database: any DatabaseWriter) throws {
  try database.write { db in
    try Account.find(from).update { $0.balance -= amount }.execute(db)
    try Account.find(to).update { $0.balance += amount }.execute(db)
    // Throwing rolls both updates back.
    if try Account.find(db, key: from).balance < 0 { throw NotEnough() }
  }
}
// snippet.end
do {
  try transfer(500, from: 1, to: 2, in: database)
} catch is NotEnough {
  print(try balances(database))  // [100, 0]
}

func balances(_ database: any DatabaseReader) throws -> [Int] {
  try database.read { db in try Account.order(by: \.id).select(\.balance).fetchAll(db) }
}

// snippet.enough
/// Returns the new balance; throws if there is not enough.
func withdraw(_ amount: Int, from id: Int, in database: any DatabaseWriter) async throws -> Int {
  try await database.write { db in
    let balance = try Account.find(id)
      .where { $0.balance >= amount }
      .update { $0.balance -= amount }
      .returning(\.balance)
      .fetchOne(db)
    guard let balance else { throw NotEnough() }
    return balance
  }
}
// snippet.end

// snippet.tasks
/// Withdraws from one account in eight tasks at once.
func withdrawInParallel(_ amount: Int, from id: Int, in database: any DatabaseWriter) async throws {
  try await withThrowingTaskGroup(of: Int.self) { group in
    for _ in 1...8 {
      group.addTask { try await withdraw(amount, from: id, in: database) }
    }
    try await group.waitForAll()
  }
}
// snippet.end

// snippet.snapshot
let (count, total) = try database.read { db in
  let accounts = try Account.all.fetchAll(db)
  return (accounts.count, accounts.map(\.balance).reduce(0, +))
}
// snippet.end
print(count, total)  // 2 100

// snippet.async
func transferInBackground(
  _ amount: Int,
  in database: any DatabaseWriter
) async throws -> Int {
  try await database.write { db in
    try Account.find(1).update { $0.balance -= amount }.execute(db)
    try Account.find(2).update { $0.balance += amount }.execute(db)
    return try Account.find(db, key: 2).balance
  }
}
// snippet.end
print(try await transferInBackground(10, in: database))  // 10

// snippet.toplevel
// A program may block its main thread: write no `await`.
try database.write { db in try Account.insert { Account(id: 3, balance: 5) }.execute(db) }

// Where other tasks need the main actor meanwhile, put the access into a function.
func remove(_ id: Int) async throws {
  try await database.write { db in try Account.find(id).delete().execute(db) }
}
try await remove(3)

// Sequences and properties have one form.
let ordered = FetchAll(Account.order(by: \.id), database: database)
try await ordered.load()
for await _ in ordered.differences {
  print(ordered.wrappedValue.map(\.balance))
  break
}
// snippet.end

// snippet.concurrent
func firstTwo(_ database: any DatabaseReader) async throws -> (Account, Account) {
  async let first = database.read { db in try Account.find(db, key: 1) }
  async let second = database.read { db in try Account.find(db, key: 2) }
  return try await (first, second)
}
// snippet.end
let pair = try await firstTwo(database)
print(pair.0.balance, pair.1.balance)  // 90 10

// snippet.savepoint
try database.write { db in
  try Account.find(1).update { $0.balance -= 10 }.execute(db)
  try db.inSavepoint {
    try Account.find(7).update { $0.balance += 10 }.execute(db)
    return db.changesCount == 1 ? .commit : .rollback
  }
}
// snippet.end
print(try balances(database))  // [80, 10]

let isDryRun = true
// snippet.completion
try database.inTransaction { db in
  try Account.delete().execute(db)
  return isDryRun ? .rollback : .commit
}
// snippet.end
print(try balances(database))  // [80, 10]

// snippet.without
try database.writeWithoutTransaction { db in
  try db.execute(sql: "VACUUM")
  try db.inTransaction {
    try Account.find(1).update { $0.balance += 20 }.execute(db)
    return .commit
  }
}
// snippet.end

// snippet.suspending
func pay(_ amount: Int, in database: any DatabaseWriter) async throws {
  try await database.transaction(deadline: .seconds(10)) { transaction in
    try await transaction.run { db in
      try Account.find(1).update { $0.balance -= amount }.execute(db)
    }
    await confirm()  // may suspend
    try await transaction.run { db in
      try Account.find(2).update { $0.balance += amount }.execute(db)
    }
  }
}
// snippet.end
func confirm() async { await Task.yield() }
try await pay(10, in: database)
print(try balances(database))  // [90, 20]

func late(_ database: any DatabaseWriter) async throws {
  // snippet.deadline
  do {
    try await database.transaction(deadline: .milliseconds(50)) { transaction in
      try await transaction.execute(sql: "DELETE FROM accounts")
      try await Task.sleep(for: .milliseconds(500))
    }
  } catch let error as DatabaseError where error.code == .transactionDeadline {
    print("rolled back")
  }
  // snippet.end
}
try await late(database)
print(try balances(database))  // [90, 20]

// snippet.cancel
func countForever(_ database: any DatabaseReader) async throws -> Int? {
  try await database.read { db in
    try Int.fetchOne(
      db,
      sql: """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n
        """
    )
  }
}

let counting = Task { try await countForever(database) }
try await Task.sleep(for: .milliseconds(100))
counting.cancel()
do {
  _ = try await counting.value
} catch is CancellationError {
  print("cancelled")
}
// snippet.end

// snippet.readInWrite
try database.write { db in
  try Account.find(1).update { $0.balance = 0 }.execute(db)
  let before = try database.read { other in try Account.find(other, key: 1).balance }
  let now = try Account.find(db, key: 1).balance
  print(before, now)  // 90 0
}
// snippet.end

// snippet.nested
do {
  try database.write { _ in
    try transfer(10, from: 1, to: 2, in: database)  // a write within a write
  }
} catch let error as DatabaseError where error.code == .nestedAccess {
  print(error.message)
}
// snippet.end

// snippet.passing
extension Account {
  static func withdraw(_ amount: Int, from id: Int, _ db: Database) throws {
    try find(id).update { $0.balance -= amount }.execute(db)
  }
}

try database.write { db in
  try Account.withdraw(5, from: 1, db)
  try Account.withdraw(5, from: 2, db)
}
// snippet.end
print(try balances(database))  // [-5, 15]

// snippet.held
let snapshot = try database.makeSnapshot()
try database.write { db in try Account.delete().execute(db) }
print(try snapshot.read { db in try Account.fetchCount(db) })  // 2
print(try database.read { db in try Account.fetchCount(db) })  // 0
try snapshot.close()
// snippet.end

// snippet.publishing
func add(_ account: Account, to database: any DatabaseWriter) async throws {
  try await database.write(publishing: .beforeReturning) { db in
    try Account.insert { account }.execute(db)
  }
  // Properties and their observers have the new account.
}
// snippet.end
let accounts = FetchAll(Account.all, database: database)
try await accounts.load()
try await add(Account(id: 3), to: database)
print(accounts.wrappedValue.map(\.id))  // [3]

// snippet.checkpoint
let result = try database.checkpoint(.truncate)
print(result.isComplete, result.logFrameCount)  // true 0
// snippet.end
