/// The choices of a copy into PostgreSQL.
struct CopyOptions: Sendable {
  /// Whether rows may be added to tables that already have some.
  var appends = false
  /// Whether the triggers of the server's tables run for the copied rows.
  var firesTriggers = false
}
