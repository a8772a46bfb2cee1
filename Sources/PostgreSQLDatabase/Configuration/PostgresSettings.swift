/// A setting of what belongs to a database object and is made above this module, such as its live queries.
package protocol PostgresSetting {
  /// The setting's type.
  associatedtype Value: Sendable
}

/// Settings by their types.
package struct PostgresSettings: Sendable {
  private var values: [ObjectIdentifier: any Sendable] = [:]

  /// A setting; `nil` where it was not made.
  package subscript<Setting: PostgresSetting>(_ setting: Setting.Type) -> Setting.Value? {
    get { values[ObjectIdentifier(setting)] as? Setting.Value }
    set { values[ObjectIdentifier(setting)] = newValue }
  }
}
