public import DatabaseTypes
public import LiveQueries
public import Records
import SQLiteDatabase
public import TypedSQL

extension FetchAll where Element: FetchableRecord & TableRecord {
  /// Fetches all records of a table, on first use.
  ///
  /// ```swift
  /// @FetchAll var items: [Item]
  /// ```
  @_disfavoredOverload  // A type with `@Table` is fetched as a table.
  public init() { self.init(Element.all(), delivery: .onUse) }

  /// Fetches all records of a table.
  @_disfavoredOverload  // As above.
  public init(
    wrappedValue: [Element] = [],
    database: (any LiveDatabase)? = nil,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) {
    self.init(
      wrappedValue: wrappedValue,
      Element.all(),
      database: database,
      delivery: delivery,
      animation: animation,
      scheduler: scheduler
    )
  }
}

extension FetchOne {
  /// Fetches the first record of a table, on first use.
  ///
  /// ```swift
  /// @FetchOne var item: Item?
  /// ```
  public init<Record: FetchableRecord & TableRecord>(wrappedValue: Value) where Value == Record? {
    self.init(wrappedValue: wrappedValue, Record.all(), delivery: .onUse)
  }

  /// Fetches the first row of a table whose rows are also records, on first use.
  public init<Record: Table & FetchableRecord & TableRecord>(wrappedValue: Value)
  where Value == Record?, Record.QueryOutput == Record {
    self.init(wrappedValue: wrappedValue, delivery: .onUse)
  }

  /// Fetches the first record of a table.
  @_disfavoredOverload  // A type with `@Table` is fetched as a table.
  public init<Record: FetchableRecord & TableRecord>(
    wrappedValue: Value = nil,
    database: (any LiveDatabase)? = nil,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) where Value == Record? {
    self.init(
      wrappedValue: wrappedValue,
      Record.all(),
      database: database,
      delivery: delivery,
      animation: animation,
      scheduler: scheduler
    )
  }
}
