/// The form in which a database can hold values, beyond what SQLite can.
///
/// A record is encoded before its values are bound, so it is encoded within
/// ``use(_:_:)``.
package struct StoredForm: Sendable {
  /// Whether dates keep their microseconds, and may be before year 0 or after 9999.
  package var hasExactDates: Bool
  /// Whether decimal numbers are stored as such.
  package var hasDecimals: Bool

  /// Creates a form; by default, SQLite's.
  package init(hasExactDates: Bool = false, hasDecimals: Bool = false) {
    self.hasExactDates = hasExactDates
    self.hasDecimals = hasDecimals
  }

  /// The form with everything that PostgreSQL can hold.
  package static let complete = StoredForm(hasExactDates: true, hasDecimals: true)

  /// The form in which records are encoded now.
  @TaskLocal package static var current: StoredForm = StoredForm()

  /// Calls a closure that encodes records in a form.
  package static func use<Result>(_ form: StoredForm, _ body: () throws -> Result) rethrows
    -> Result
  { try $current.withValue(form, operation: body) }
}
