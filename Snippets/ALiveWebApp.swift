// Live rows as server-sent events, for any web framework.
// snippet.item
import Foundation
import LiveSQL

@Table struct Item: Identifiable, Encodable {
  let id: Int
  var name = ""
  var isDone = false
}
// snippet.end

let database = try DatabaseQueue()
try database.write { db in
  try db.execute(sql: Item.createTableSQL)
  try db.seed {
    Item(id: 1, name: "Milk")
    Item(id: 2, name: "Bread")
  }
}

// snippet.event
/// The changes that a browser applies to its list: first `removed`, then `put`.
struct ListPatch: Encodable {
  struct Place: Encodable {
    let index: Int
    let item: Item
  }

  let removed: [Item.ID]
  let put: [Place]

  init(_ difference: Difference<Item>) {
    let changed = difference.updated.filter(\.isMoved).map(\.oldElement)
    let moved = difference.moved.map(\.element)
    removed = (difference.removed.map(\.element) + changed + moved).map(\.id)
    // In the order of their places, so that each place exists when its item is put there.
    put = [
      difference.inserted.map { Place(index: $0.index, item: $0.element) },
      difference.updated.map { Place(index: $0.newIndex, item: $0.newElement) },
      difference.moved.map { Place(index: $0.newIndex, item: $0.element) },
    ].flatMap(\.self).sorted { $0.index < $1.index }
  }

  /// The patch as a server-sent event.
  var event: String {
    get throws {
      let json = try JSONEncoder().encode(self)
      return "event: patch\ndata: \(String(decoding: json, as: UTF8.self))\n\n"
    }
  }
}
// snippet.end

// snippet.stream
func events() async throws -> some AsyncSequence<String, any Error> & Sendable {
  let list = FetchAll(Item.order(by: \.name), database: database)
  try await list.load()  // throws if the query fails: answer 500
  return list.differences.map { difference in try ListPatch(difference).event }
}
// snippet.end

// snippet.add
/// Adds an item; every open list receives it as a patch.
func add(_ name: String) async throws {
  try await database.write { db in
    try Item.insert { Item.Draft(name: name) }.execute(db)
  }
}
// snippet.end

// snippet.respond
/// Sends the events of a list until the task is cancelled or the connection fails.
func respond(
  with list: FetchAll<Item>,
  send: @escaping @Sendable (String) async throws -> Void
) async throws {
  try await withThrowingTaskGroup { group in
    group.addTask {
      for await difference in list.differences { try await send(ListPatch(difference).event) }
    }
    group.addTask {
      while true {
        try await Task.sleep(for: .seconds(15))
        try await send(": still here\n\n")  // a comment, which browsers ignore
      }
    }
    defer { group.cancelAll() }
    try await group.next()
  }
}
// snippet.end

var count = 0
for try await event in try await events() {
  print(event, terminator: "")
  count += 1
  if count == 3 { break }
  try database.write { db in
    if count == 1 {
      try Item.insert { Item(id: 3, name: "Apples") }.execute(db)
    } else {
      try Item.find(1).update { $0.isDone = true }.execute(db)
    }
  }
}

// A browser that leaves: the task is cancelled, and the live query ends.
let list = FetchAll(Item.order(by: \.id), database: database)
try await list.load()
let response = Task { try await respond(with: list) { print("sent", $0.prefix(12)) } }
try await Task.sleep(for: .milliseconds(200))
response.cancel()
print(await response.result)
do {
  try database.write { db in try db.execute(sql: "ALTER TABLE items RENAME TO things") }
  _ = try await events()
} catch { print(error) }
