public import TypedSQL

// A trigger without a name is named after the place in the source that creates it:
// `after_update_on_reminders@App/Schema.swift:12:3`.

extension Table {
  /// Creates a trigger that runs after each row is changed, and lasts as long as the connection.
  ///
  /// - Parameters:
  ///   - name: The name; by default, one that contains the place in the source.
  ///   - ifNotExists: Whether to do nothing if a trigger of that name exists.
  ///   - operation: The event that fires the trigger, and the statements that it runs.
  public static func createTemporaryTrigger(
    _ name: String? = nil,
    ifNotExists: Bool = false,
    after operation: TemporaryTrigger<Self>.Operation,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    column: UInt = #column
  ) -> TemporaryTrigger<Self> {
    let place = "\(fileID):\(line):\(column)"
    return TemporaryTrigger(
      definition: definition(name ?? operation.name(at: place), ifNotExists, .after, operation)
    )
  }

  /// Creates a trigger that runs before each row is changed, and lasts as long as the connection.
  ///
  /// - Parameters:
  ///   - name: The name; by default, one that contains the place in the source.
  ///   - ifNotExists: Whether to do nothing if a trigger of that name exists.
  ///   - operation: The event that fires the trigger, and the statements that it runs.
  public static func createTemporaryTrigger(
    _ name: String? = nil,
    ifNotExists: Bool = false,
    before operation: TemporaryTrigger<Self>.Operation,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    column: UInt = #column
  ) -> TemporaryTrigger<Self> {
    let place = "\(fileID):\(line):\(column)"
    return TemporaryTrigger(
      definition: definition(name ?? operation.name(at: place), ifNotExists, .before, operation)
    )
  }

  /// Creates a trigger that runs instead of each change to a row of a view, and lasts as long as
  /// the connection.
  ///
  /// - Parameters:
  ///   - name: The name; by default, one that contains the place in the source.
  ///   - ifNotExists: Whether to do nothing if a trigger of that name exists.
  ///   - operation: The event that fires the trigger, and the statements that it runs.
  public static func createTemporaryTrigger(
    _ name: String? = nil,
    ifNotExists: Bool = false,
    insteadOf operation: TemporaryTrigger<Self>.Operation,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    column: UInt = #column
  ) -> TemporaryTrigger<Self> {
    let place = "\(fileID):\(line):\(column)"
    return TemporaryTrigger(
      definition: definition(name ?? operation.name(at: place), ifNotExists, .insteadOf, operation)
    )
  }

  /// Creates a trigger that runs after each row is changed, and is part of the database.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - ifNotExists: Whether to do nothing if a trigger of that name exists.
  ///   - operation: The event that fires the trigger, and the statements that it runs.
  public static func createTrigger(
    _ name: String,
    ifNotExists: Bool = false,
    after operation: Trigger<Self>.Operation
  ) -> Trigger<Self> {
    Trigger(definition: definition(name, ifNotExists, .after, operation))
  }

  /// Creates a trigger that runs before each row is changed, and is part of the database.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - ifNotExists: Whether to do nothing if a trigger of that name exists.
  ///   - operation: The event that fires the trigger, and the statements that it runs.
  public static func createTrigger(
    _ name: String,
    ifNotExists: Bool = false,
    before operation: Trigger<Self>.Operation
  ) -> Trigger<Self> {
    Trigger(definition: definition(name, ifNotExists, .before, operation))
  }

  /// Creates a trigger that runs instead of each change to a row of a view, and is part of the
  /// database.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - ifNotExists: Whether to do nothing if a trigger of that name exists.
  ///   - operation: The event that fires the trigger, and the statements that it runs.
  public static func createTrigger(
    _ name: String,
    ifNotExists: Bool = false,
    insteadOf operation: Trigger<Self>.Operation
  ) -> Trigger<Self> {
    Trigger(definition: definition(name, ifNotExists, .insteadOf, operation))
  }

  private static func definition(
    _ name: String,
    _ ifNotExists: Bool,
    _ time: TriggerTime,
    _ operation: TriggerOperation<Self>
  ) -> TriggerDefinition<Self> {
    TriggerDefinition(name: name, ifNotExists: ifNotExists, time: time, operation: operation)
  }
}

extension TriggerOperation {
  /// Returns the name of a trigger that was given none.
  ///
  /// It contains “after” for all triggers, like the names of other libraries, which may be in use.
  fileprivate func name(at place: String) -> String {
    "after_\(kind.rawValue)_on_\(On.tableName)@\(place)"
  }
}
