public import TypedSQL

// A trigger without a name is called by where it is written: `after_update_on_reminders@App/Schema.swift:12:3`.

extension Table {
  /// Creates a trigger that runs after each row is changed; it lasts as long as the connection.
  ///
  /// - Parameters:
  ///   - name: The name; that of the place in the source where there is none.
  ///   - ifNotExists: Whether a trigger with the name is left as it is.
  ///   - operation: What sets it off, and what it does.
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

  /// Creates a trigger that runs before each row is changed; it lasts as long as the connection.
  ///
  /// - Parameters:
  ///   - name: The name; that of the place in the source where there is none.
  ///   - ifNotExists: Whether a trigger with the name is left as it is.
  ///   - operation: What sets it off, and what it does.
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

  /// Creates a trigger that runs instead of a change of each row of a view; it lasts as long as the connection.
  ///
  /// - Parameters:
  ///   - name: The name; that of the place in the source where there is none.
  ///   - ifNotExists: Whether a trigger with the name is left as it is.
  ///   - operation: What sets it off, and what it does.
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

  /// Creates a trigger that runs after each row is changed; it is part of the database.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - ifNotExists: Whether a trigger with the name is left as it is.
  ///   - operation: What sets it off, and what it does.
  public static func createTrigger(
    _ name: String,
    ifNotExists: Bool = false,
    after operation: Trigger<Self>.Operation
  ) -> Trigger<Self> {
    Trigger(definition: definition(name, ifNotExists, .after, operation))
  }

  /// Creates a trigger that runs before each row is changed; it is part of the database.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - ifNotExists: Whether a trigger with the name is left as it is.
  ///   - operation: What sets it off, and what it does.
  public static func createTrigger(
    _ name: String,
    ifNotExists: Bool = false,
    before operation: Trigger<Self>.Operation
  ) -> Trigger<Self> {
    Trigger(definition: definition(name, ifNotExists, .before, operation))
  }

  /// Creates a trigger that runs instead of a change of each row of a view; it is part of the database.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - ifNotExists: Whether a trigger with the name is left as it is.
  ///   - operation: What sets it off, and what it does.
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
  /// What a trigger is called that has no name.
  ///
  /// It says “after” of all triggers, as other libraries do whose names may be in use.
  fileprivate func name(at place: String) -> String {
    "after_\(kind.rawValue)_on_\(On.tableName)@\(place)"
  }
}
