import DatabaseTypes
import IncrementalQueries
import TypedSQL

@testable import LiveEngine

/// A query of the rows of a ``FakeDatabase``, evaluated by Swift; its SQL exists only to be
/// analysed.
struct FakeQuery: Hashable, Sendable {
  /// A term of an order.
  struct Term: Hashable, Sendable {
    let column: String
    let isDescending: Bool
  }

  /// The list of the rows; `nil` for all lists.
  var list: Int64?
  var order: [Term] = []
  var limit: Int?
  var offset = 0
  /// Whether it is patched rather than read as a whole each time.
  var isPatched = true

  /// Returns the rows of the query among all rows of a snapshot.
  func rows(_ all: [Int64: FakeRow]) -> [FakeRow] {
    Array(ordered(all).dropFirst(offset).prefix(limit ?? .max))
  }

  /// Returns all rows in their order, ignoring the limit.
  func ordered(_ all: [Int64: FakeRow]) -> [FakeRow] {
    all.values.filter(contains).sorted { left, right in
      for term in order {
        let (a, b) = (left.value(term.column), right.value(term.column))
        if a != b { return (a < b) != term.isDescending }
      }
      return left.id < right.id
    }
  }

  func contains(_ row: FakeRow) -> Bool { list.map { $0 == row.list } ?? true }
}

extension FakeQuery {
  /// The request that a live query makes.
  var request: LiveRequest<[FakeRow], FakeSnapshot> {
    LiveRequest(
      identity: LiveIdentity(self),
      region: { _ in Region(table: FakeDatabase.table) },
      read: { snapshot in
        let rows = self.rows(snapshot.rows)
        try snapshot.step(rows.count)
        return LiveReading(value: rows)
      },
      isSame: { $0.value == $1.value },
      difference: { ResultDifference.between($0, $1, isSame: { $0 == $1 }) },
      maintenance: isPatched ? RowsMaintenance(select) : nil,
      text: { "\(self)" }
    )
  }

  /// A request of all rows, which does not name the table that it reads.
  static var requestOfOthers: LiveRequest<[FakeRow], FakeSnapshot> {
    LiveRequest(
      identity: nil,
      region: { _ in Region(table: "others") },
      read: { LiveReading(value: FakeQuery().rows($0.rows)) },
      isSame: { $0.value == $1.value }
    )
  }

  var select: DecodableSelect<FakeRow, FakeSnapshot> {
    DecodableSelect(parts, parts.query(), canCompare: true, isSame: { $0 == $1 }) {
      FakeStatement(query: self, planned: $0)
    }
  }

  private var parts: SelectParts {
    let source = SelectParts.Source(kind: .first, table: "items", alias: "items")
    let condition = list.map { list in
      QueryFragment("(") + source.column("list") + ") = (\(QueryBinding.int(list)))"
    }
    return SelectParts(
      sources: [source],
      columns: source.column("id"),
      from: "\"items\"",
      conditions: condition.map { [$0] } ?? [],
      order: order.map { source.column($0.column) + ($0.isDescending ? " DESC" : " ASC") },
      limit: limit.map { "\(QueryBinding.int(Int64($0)))" },
      offset: limit == nil || offset == 0 ? nil : "\(QueryBinding.int(Int64(offset)))"
    )
  }
}

/// The query of a plan, evaluated by Swift.
private struct FakeStatement: RowStatement {
  let query: FakeQuery
  let planned: PlanQuery

  func read<Key: PlanKey>(
    _ snapshot: FakeSnapshot,
    _ arguments: [DatabaseValue],
    limit: Int,
    more: () throws -> Int,
    into rows: inout PlanRows<Key, FakeRow>
  ) throws {
    let all = self.rows(snapshot.rows, arguments)
    var end = limit
    while end > 0, end <= all.count, case let further = try more(), further > 0 { end += further }
    let found = all.prefix(end)
    try snapshot.step(found.count)
    for row in found {
      if planned.keyCount > 0 { rows.keys.append(try Key(column: .integer(row.id))) }
      if planned.sortCount > 0 {
        rows.sorts += query.order.map { .integer(row.value($0.column)) }
      }
      rows.elements.append(row)
    }
  }

  private func rows(_ all: [Int64: FakeRow], _ arguments: [DatabaseValue]) -> [FakeRow] {
    switch (planned.purpose, arguments.first) {
    case (.allRows, .integer(let count)?): Array(query.ordered(all).prefix(Int(count)))
    case (.allRows, _): query.ordered(all)
    case (.rowsOfKey, .integer(let id)?): [all[id]].compactMap(\.self).filter(query.contains)
    case (.rowsOfKeys, .text(let list)?):
      list.split(separator: ",").compactMap { Int64($0).flatMap { all[$0] } }
        .filter(query.contains)
    default: query.rows(all)
    }
  }
}
