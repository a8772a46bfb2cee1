/// A setting for an object that is attached to a database, such as its live queries.
///
/// Such objects are defined above this module.
package protocol PostgresSetting {
  /// The type of the setting's value.
  associatedtype Value: Sendable
}

/// A collection of settings, by type.
package struct PostgresSettings: Sendable {
  private var values: [ObjectIdentifier: any Sendable] = [:]

  /// The value of a setting; `nil` if it was not set.
  package subscript<Setting: PostgresSetting>(_ setting: Setting.Type) -> Setting.Value? {
    get { values[ObjectIdentifier(setting)] as? Setting.Value }
    set { values[ObjectIdentifier(setting)] = newValue }
  }
}
