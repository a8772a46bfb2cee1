import DatabaseTypes

extension Database {
  /// Notifies subscribers that queries may return something else, though nothing was written.
  ///
  /// A function or collation was replaced or removed, or an option was switched. Live queries then
  /// choose their plans again, since an order and a filter may have changed too.
  ///
  /// Only the connection that writes reports this. What a reader of a pool is given within a read
  /// applies to that reader alone, and reads that live queries make must not cause others.
  func reportOtherResults() {
    guard let source = capture.source, !isReadOnlyAccess, !isRecordingReads else { return }
    // Nobody has seen what a connection gets while it is opened.
    guard source.isObserved else { return }
    source.publishExternal {
      ChangeSet(
        number: $0,
        origin: .thisProcess,
        mayChangeAnyTable: true,
        changesSchema: true
      )
    }
  }
}
