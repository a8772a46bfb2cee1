import DatabaseTypes
import Foundation
import IncrementalQueries
import LiveEngine
import LiveQueries
import SQLiteDatabase
import SampleShop
import Terminal

/// A demonstration of a live query that is kept up to date while a second process writes.
struct Demonstration {
  let orderCount: Int
  let pause: Duration
  let output: Output

  /// The watched query: unpaid orders, with their customers.
  static let sql = """
    SELECT orders.id, customers.name AS customer, orders.shipCity AS city, orders.freight
    FROM orders JOIN customers ON customers.id = orders.customerID
    WHERE orders.status = 'new' ORDER BY orders.id DESC
    """

  /// Creates a shop, watches it, and compares the final result with the query run from scratch.
  func run() async throws -> DemonstrationSummary {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("livesql-demo-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("shop.db").path
    let writing = try ContinuousClock().measure { try createSampleShop(at: path) }
    try report(
      "A shop of \(grouped(SampleShop.orderCount)) orders, written in \(describe(writing)): \(path)"
    )
    let database = try DatabaseFile(path: path).openForReading()
    var summary = try await watch(database, path)
    try database.close()
    try await patch(path, &summary)
    return summary
  }

  /// Shows a typed query whose result is patched.
  private func patch(_ path: String, _ summary: inout DemonstrationSummary) async throws {
    let typed = try await TypedDemonstration(path: path)
    try report([
      "", "A typed live query on it, of \(counted(typed.count, "row")), kept by: \(typed.plan)",
      Line("  \(TypedDemonstration.sql)", .heading), "",
    ])
    let steps = try await typed.run()
    for step in steps {
      var line = Line("  \(step.work): \(step.counts)", .emphasis)
      line.append("  \(describe(step.latency)) after the commit returned", .secondary)
      try report([line])
    }
    summary.patches = steps.map(\.latency)
    summary.isExact = try await typed.isExact() && summary.isExact
    try typed.close()
  }

  private func watch(_ database: DatabaseQueue, _ path: String) async throws -> DemonstrationSummary
  {
    var updates = database.liveQuery(sql: Self.sql).makeAsyncIterator()
    guard let first = try await updates.next() else {
      return DemonstrationSummary(orders: orderCount)
    }
    try reportStart(first)
    let second = try SecondProcess.placeOrders(orderCount, every: pause, path: path)
    defer { second.end() }
    var orders = second.orders.makeAsyncIterator()
    var summary = DemonstrationSummary(orders: orderCount)
    var last = first
    while summary.latencies.count < orderCount, let update = try await updates.next() {
      let arrival = steadyNanoseconds()
      // Each commit adds one order, for which the second process also reports the time of the
      // commit.
      var latencies: [Duration] = []
      for _ in update.difference.inserted {
        guard let order = await orders.next() else { break }
        latencies.append(.nanoseconds(arrival - order.committing))
      }
      summary.add(update, latencies)
      try reportDifference(update, summary.differences, latencies)
      last = update
    }
    summary.isExact = try await isFresh(last, database)
    return summary
  }

  private func isFresh(_ update: LiveQueryUpdate, _ database: DatabaseQueue) async throws -> Bool {
    try await database.read { db in try Row.fetchAll(db, sql: Self.sql) } == update.rows
  }
}

extension Demonstration {
  private func report(_ text: String) throws { try report([Line(text)]) }

  private func report(_ lines: [Line]) throws {
    // With JSON, only the summary is printed.
    if !output.isJSON { try output.write(lines) }
  }

  private func reportStart(_ update: LiveQueryUpdate) throws {
    let sql = Self.sql.split(separator: "\n").map { Line("  \($0)", .heading) }
    let table = table(update.layout.columnNames).lines(update.rows.prefix(3).map(\.values))
    let rest = Line("… \(counted(update.rows.count - 3, "more row"))", .secondary)
    try report(
      ["", "A live query on it:"] + sql + [""] + indented(table + [rest])
        + ["", Line("A second process now places \(counted(orderCount, "order")):"), ""]
    )
  }

  /// Prints the rows that differ, and how long after the commit the difference was known.
  private func reportDifference(
    _ update: LiveQueryUpdate,
    _ number: Int,
    _ latencies: [Duration]
  ) throws {
    let marked = markedRows(update.rows, update.difference).filter { $0.mark != nil }
    let rows = table(update.layout.columnNames).lines(marked, hasMarks: true).dropFirst(2)
    var head = Line("\(number). \(update.difference.counts)", .emphasis)
    let times = latencies.map(describe).joined(separator: ", ")
    head.append("  \(times) after the commit", .secondary)
    try report([head] + indented(Array(rows)))
  }

  private func table(_ columns: [String]) -> TablePrinter {
    TablePrinter(columns: columns, width: output.destination.terminalSize.map { $0.columns - 2 })
  }

  private func indented(_ lines: [Line]) -> [Line] {
    lines.map { line in
      var indented = Line("  ")
      indented.append(line)
      return indented
    }
  }
}
