import IncrementalQueries
import LiveEngine
import LiveQueries
import Observation
import SQLiteDatabase
import Synchronization
import TypedSQL
import TypedSQLMacroDeclarations

@Table("counter") struct EngineCounter: Hashable, Sendable {
  let id: Int
  var n: Int
}

@Table("marks") struct EngineMark: Hashable, Sendable {
  let id: Int
  var n: Int
}

/// Live queries of a number that each commit increases: if one of them shows it, all of them must.
final class EngineWitnesses: Sendable {
  /// A property that shows the number.
  struct Witness: Sendable {
    let name: String
    let number: @Sendable () -> Int
    /// Waits until the number is reached; returns `nil` at the end.
    let reach: @Sendable (Int) async -> Int?
  }

  let all: [Witness]
  /// An inconsistent state that an observer saw.
  private let torn = Mutex<String?>(nil)

  init(_ database: any DatabaseWriter, _ delivery: FetchDelivery) {
    let row = FetchOne(
      wrappedValue: EngineCounter?.none,
      EngineCounter.find(1),
      database: database,
      delivery: delivery
    )
    let rows = FetchAll(EngineCounter.all, database: database, delivery: delivery)
    let text = FetchOne(
      wrappedValue: 0,
      #sql("SELECT n FROM counter", as: Int.self),
      database: database,
      delivery: delivery
    )
    let last = FetchAll(
      EngineMark.order { $0.n.desc() }.limit(1),
      database: database,
      delivery: delivery
    )
    @FetchOne(
      EngineMark.select { $0.n.max() },
      database: database,
      delivery: delivery
    ) var greatest: Int?
    all = [
      Self.witness("point lookup", row) { $0?.n ?? 0 },
      Self.witness("keyed rows", rows) { $0.first?.n ?? 0 },
      Self.witness("text", text) { $0 },
      Self.witness("window", last) { $0.first?.n ?? 0 },
      Self.witness("aggregate", $greatest) { $0 ?? 0 },
    ]
  }

  private static func witness<Property: FetchProperty>(
    _ name: String,
    _ property: Property,
    _ number: @escaping @Sendable (Property.Value) -> Int
  ) -> Witness {
    Witness(
      name: name,
      number: { number(property.fetched.value) },
      reach: { wanted in
        for await value in property.values where number(value) >= wanted { return number(value) }
        return nil
      }
    )
  }

  /// Waits until one of the witnesses shows a number, then checks the others.
  ///
  /// - Parameter index: The witness to wait for.
  func complaint(reaching number: Int, by index: Int) async -> String? {
    guard await all[index].reach(number) != nil else {
      return "the witness \(all[index].name) has ended"
    }
    return complaint(number) ?? torn.withLock { $0 }
  }

  private func complaint(_ number: Int) -> String? {
    let numbers = all.map { ($0.name, $0.number()) }
    return numbers.allSatisfy { $0.1 == number } ? nil : "\(number) is seen as \(numbers)"
  }

  /// Checks all witnesses as soon as an observer is notified of a change: the next change cannot
  /// come before that.
  func observe(_ index: Int) {
    withObservationTracking {
      _ = all[index].number()
    } onChange: { [self] in
      guard let complaint = complaint(all[index].number()) else { return }
      torn.withLock { $0 = "an observer of \(all[index].name): \(complaint)" }
    }
  }
}
