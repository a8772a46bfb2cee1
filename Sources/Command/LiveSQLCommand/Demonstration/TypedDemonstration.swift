import Foundation
import IncrementalQueries
import LiveSQL
import Observation
import Synchronization

@Table("orders") struct DemoOrder: Identifiable, Equatable {
  let id: Int
  var status: String
  var shipCity: String
  var freight: Double
}

/// A demonstration of a typed live query of all new orders, whose result is patched.
struct TypedDemonstration {
  /// A commit, and its effect on the result.
  struct Step: Sendable {
    let work: String
    let counts: DifferenceCounts
    /// The time from the return of the commit until the property had the new rows.
    let latency: Duration
  }

  static let query = DemoOrder.where { $0.status == "new" }.order { $0.freight.desc() }

  /// The query's SQL, with `?` in place of values.
  static var sql: String { query.query.render().sql }

  private let database: DatabasePool
  @FetchAll private var orders: [DemoOrder]

  /// Opens a shop.
  init(path: String) async throws {
    database = try DatabasePool(path: path)
    _orders = FetchAll(Self.query, database: database, delivery: .immediate)
    try await $orders.load()
  }

  /// The number of rows.
  var count: Int { orders.count }

  /// The plan by which the result is kept up to date.
  var plan: String { $orders.plan?.description ?? "" }

  /// Commits some changes, and returns the effect of each.
  func run() async throws -> [Step] {
    guard let first = orders.first, let middle = orders[safe: orders.count / 2] else { return [] }
    return try await [
      step(
        "The freight of one order changes",
        DemoOrder.find(middle.id).update { $0.freight += 0.01 }
      ),
      step("One order moves to the end", DemoOrder.find(first.id).update { $0.freight = 0 }),
      step("One order is paid", DemoOrder.find(middle.id).update { $0.status = "paid" }),
      step(
        "The others of its city cost more",
        DemoOrder.where { $0.shipCity == middle.shipCity }
          .update { $0.freight += 1 }
      ),
    ]
  }

  /// Returns whether the result equals that of the query run from scratch.
  func isExact() async throws -> Bool {
    let fresh = try await database.read { db in try Self.query.fetchAll(db) }
    return Set(fresh.map(\.id)) == Set(orders.map(\.id)) && fresh.count == orders.count
      && fresh.map(\.freight) == orders.map(\.freight)
  }

  /// Closes the database.
  func close() throws { try database.close() }

  private func step(_ work: String, _ update: some TypedSQL.Statement<()> & Sendable) async throws
    -> Step
  {
    var differences = $orders.differences.makeAsyncIterator()
    _ = await differences.next()
    let seen = SeenTime()
    withObservationTracking {
      _ = $orders.count
    } onChange: {
      seen.set()
    }
    try await database.write { db in try update.execute(db) }
    let returned = ContinuousClock.now
    let difference = await differences.next()
    return Step(
      work: work,
      counts: difference?.counts ?? DifferenceCounts(),
      latency: max(.zero, (seen.time ?? returned) - returned)
    )
  }
}

/// The time at which something was first seen.
///
/// State: the time, guarded by the mutex.
private final class SeenTime: Sendable {
  private let stored = Mutex<ContinuousClock.Instant?>(nil)

  var time: ContinuousClock.Instant? { stored.withLock { $0 } }

  func set() {
    let now = ContinuousClock.now
    stored.withLock { if $0 == nil { $0 = now } }
  }
}

extension Array {
  fileprivate subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
