import CSQLite

extension Connection {
  /// Applies a changeset to the schema `main`, all or nothing.
  ///
  /// Tables are found by name. Tables that are missing, or that have other columns or keys, are
  /// skipped. Triggers run, and the hooks of the connection see the changes.
  ///
  /// - Parameters:
  ///   - changeset: The changes to apply.
  ///   - filter: Returns whether to apply the changes of a table.
  ///   - conflict: Resolves a conflict.
  /// - Throws: ``ResultCode/abort`` if `conflict` returned that answer, ``ResultCode/misuse`` if it
  ///   returned ``ChangesetConflict/Resolution/replace`` for a kind that does not allow it, or
  ///   ``ResultCode/corrupt`` for bytes that are not a changeset.
  ///
  /// https://www.sqlite.org/session/sqlite3changeset_apply.html
  public func apply(
    _ changeset: Changeset,
    filter: (_ table: String) -> Bool = { _ in true },
    onConflict conflict: (borrowing ChangesetConflict) -> ChangesetConflict.Resolution
  ) throws(SQLiteError) {
    let handle = try unsafe handle()
    guard let apply = unsafe SessionSymbols.apply else { throw .misuse(Capability.session.advice) }
    let size = try changeset.checkedSize()
    let code = withoutActuallyEscaping(filter) { filter in
      withoutActuallyEscaping(conflict) { conflict in
        let application = ChangesetApplication(filter: filter, conflict: conflict)
        return withExtendedLifetime(application) {
          unsafe changeset.bytes.withUnsafeBytes { buffer in
            unsafe apply(
              handle,
              size,
              UnsafeMutableRawPointer(mutating: buffer.baseAddress),
              filterCallback,
              conflictCallback,
              Unmanaged.passUnretained(application).toOpaque()
            )
          }
        }
      }
    }
    guard code == SQLITE_OK else { throw unsafe .session(code, of: handle) }
  }
}

/// The closures for SQLite's callbacks while a changeset is applied.
private final class ChangesetApplication {
  let filter: (String) -> Bool
  let conflict: (borrowing ChangesetConflict) -> ChangesetConflict.Resolution

  init(
    filter: @escaping (String) -> Bool,
    conflict: @escaping (borrowing ChangesetConflict) -> ChangesetConflict.Resolution
  ) {
    self.filter = filter
    self.conflict = conflict
  }

  static func at(_ context: UnsafeMutableRawPointer?) -> ChangesetApplication? {
    unsafe context.map { unsafe Unmanaged<Self>.fromOpaque($0).takeUnretainedValue() }
  }
}

private let filterCallback: SessionSymbols.FilterCallback = { context, table in
  guard let application = unsafe ChangesetApplication.at(context), let table = unsafe table else {
    return 0
  }
  return unsafe application.filter(String(cString: table)) ? 1 : 0
}

private let conflictCallback: SessionSymbols.ConflictCallback = { context, kind, iterator in
  guard let application = unsafe ChangesetApplication.at(context),
    let conflict = unsafe ChangesetConflict(kind, iterator)
  else { return ChangesetConflict.Resolution.abort.rawValue }
  return application.conflict(conflict).rawValue
}
