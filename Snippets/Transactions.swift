// Transactions: one closure, savepoints within it, and one that suspends.
import LiveSQL

let database = try DatabaseQueue()

// snippet.write
try database.write { db in
  try db.execute(sql: "CREATE TABLE accounts (id INTEGER PRIMARY KEY, balance INTEGER NOT NULL)")
  try db.execute(sql: "INSERT INTO accounts VALUES (1, 100), (2, 0)")
}
// snippet.end

// snippet.savepoint
try database.write { db in
  try db.execute(sql: "UPDATE accounts SET balance = balance - 10 WHERE id = 1")
  try db.inSavepoint {
    try db.execute(sql: "UPDATE accounts SET balance = balance + 10 WHERE id = 2")
    return db.changesCount == 1 ? .commit : .rollback
  }
}
// snippet.end

// snippet.suspending
try await database.transaction(deadline: .seconds(10)) { transaction in
  try await transaction.execute(sql: "UPDATE accounts SET balance = balance - 10 WHERE id = 1")
  await Task.yield()
  try await transaction.execute(sql: "UPDATE accounts SET balance = balance + 10 WHERE id = 2")
}
// snippet.end

let balances = try database.read { db in
  try Int.fetchAll(db, sql: "SELECT balance FROM accounts ORDER BY id")
}
print(balances)  // [80, 20]
