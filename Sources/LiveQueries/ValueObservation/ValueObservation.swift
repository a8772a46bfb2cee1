public import DatabaseQueries
import LiveEngine
public import SQLiteDatabase

/// What a closure fetches from a database, kept up to date: the general form of a live query.
///
/// ```swift
/// let observation = ValueObservation.tracking { db in try Reminder.where(\.isCompleted).fetchAll(db) }
/// let cancellable = observation.start(in: database) { error in … } onChange: { reminders in … }
/// for try await reminders in observation.values(in: database) { … }
/// ```
///
/// The closure runs again when a commit, of this process or another, touches a table or column that it read. Equal values
/// one after the other are told unless ``removeDuplicates()`` is applied. Who is slower than the writers gets the newest
/// value. After an error the observation ends.
public struct ValueObservation<Value: Sendable>: Sendable {
  let request: LiveRequest<Value, Database>
}

extension ValueObservation {
  /// Observes what a closure fetches.
  ///
  /// - Parameter fetch: It may only read.
  public static func tracking(
    _ fetch: @escaping @Sendable (Database) throws -> Value
  ) -> ValueObservation {
    ValueObservation(
      request: LiveRequest(
        identity: nil,
        region: nil,
        read: { LiveReading(value: try fetch($0)) },
        isSame: { _, _ in false }
      )
    )
  }

  /// Observes what a request fetches.
  public static func tracking(
    _ request: some FetchKeyRequest<Value>
  ) -> ValueObservation { tracking { try request.fetch($0) } }

  /// Observes the rows of a query, which are patched as those of ``FetchAll`` are.
  ///
  /// ```swift
  /// let reminders = ValueObservation.tracking(Reminder.where(\.isCompleted)).values(in: database)
  /// ```
  public static func tracking<Element: Sendable>(
    _ query: some RowQuery<Element>
  ) -> ValueObservation where Value == [Element] {
    ValueObservation(request: .all(query._description))
  }

  /// Observes the first row of a query, if there is one.
  public static func trackingFirst<Element: Sendable>(
    of query: some RowQuery<Element>
  ) -> ValueObservation where Value == Element? {
    ValueObservation(request: .first(query._description))
  }

  /// The values that a closure makes of these.
  ///
  /// - Parameter transform: Runs on the connection's thread, after the fetch.
  public func map<Other: Sendable>(
    _ transform: @escaping @Sendable (Value) throws -> Other
  ) -> ValueObservation<Other> {
    let base = request
    return ValueObservation<Other>(
      request: LiveRequest(
        identity: nil,
        region: base.region,
        read: { db in
          let reading = try base.read(db)
          return LiveReading(value: try transform(reading.value), basis: reading)
        },
        isSame: { left, right in
          guard let left = left.basis as? LiveReading<Value>,
            let right = right.basis as? LiveReading<Value>
          else { return false }
          return base.isSame(left, right)
        }
      )
    )
  }

  /// The values without those that a closure finds the same as the one before.
  public func removeDuplicates(
    by areSame: @escaping @Sendable (Value, Value) -> Bool
  ) -> ValueObservation {
    let base = request
    return ValueObservation(
      request: LiveRequest(
        identity: nil,
        region: base.region,
        read: base.read,
        isSame: { base.isSame($0, $1) || areSame($0.value, $1.value) }
      )
    )
  }
}

extension ValueObservation where Value: Equatable {
  /// The values without those that equal the one before.
  public func removeDuplicates() -> ValueObservation { removeDuplicates { $0 == $1 } }
}
