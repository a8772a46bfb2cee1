// Full-text search.
import LiveSQL

// snippet.table
@Table struct ReminderText: FTS5 {
  let rowid: Int
  let title: String
  let notes: String
}
// snippet.end

let database = try DatabaseQueue()
try database.write { db in
  // snippet.creating
  try ReminderText.createVirtualTable(tokenizer: "porter unicode61", prefixes: [2]).execute(db)
  // snippet.end
  // snippet.inserting
  try ReminderText.insert {
    ReminderText(rowid: 1, title: "Groceries", notes: "Milk and apples")
    ReminderText(rowid: 2, title: "Apples", notes: "for a cake")
  }
  .execute(db)
  // snippet.end
}

try database.read { db in
  // snippet.matching
  let hits =
    try ReminderText
    .where { $0.match("milk OR honey") }
    .order(by: \.rank)
    .select { $0.notes.highlight("[", "]") }
    .fetchAll(db)
  // snippet.end
  print(hits)  // ["[Milk] and apples"]

  // snippet.typed
  let typed = "appl \"gr"
  let pattern = FTS5Pattern.anyWord(of: typed, lastIsPrefix: true)
  let found = try ReminderText.where { $0.match(pattern) }.select(\.rowid).fetchAll(db)
  // snippet.end
  print(pattern, found)  // "appl" OR """gr" * [1, 2]

  // snippet.ranking
  let byTitle =
    try ReminderText
    .where { $0.match("apples") }
    .order { $0.bm25([\.title: 10]) }
    .select { ($0.title, $0.notes.snippet("[", "]", "…", 3)) }
    .fetchAll(db)
  // snippet.end
  print(byTitle.map(\.0))  // ["Apples", "Groceries"]

  // snippet.column
  let inTitle = try ReminderText.where { $0.title.match("apples") }.fetchCount(db)
  // snippet.end
  print(inTitle)  // 1

  // snippet.mistake
  do {
    _ = try ReminderText.where { $0.match("milk AND") }.fetchAll(db)
  } catch let error as DatabaseError {
    print(error.message)  // fts5: syntax error near "".
  }
  // snippet.end
}
