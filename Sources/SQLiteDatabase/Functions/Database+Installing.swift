import DatabaseTypes
package import SQLite

/// The installation of functions, collations and traces, which only fails due to programming
/// errors.
///
/// So adding them does not throw. An error is thrown later: by the connection's next statement, or
/// at the end of the access. For ``Configuration/prepareDatabase(_:)``, that is when the database
/// is opened.
extension Database {
  /// Adds something to the connection, or removes it.
  ///
  /// SQLite cannot replace anything that a running statement may use, so the change is postponed
  /// until the next statement begins.
  ///
  /// - Parameter changesResults: Whether statements may return something else afterwards.
  package func install(
    changesResults: Bool = true,
    _ change: @escaping (Connection) throws -> Void
  ) {
    guard isInAccess else {
      let message =
        "A function, collation or trace was added or removed outside of an access, and was ignored."
      return configuration.log(.error, message)
    }
    schemaFacts = [:]
    if changesResults { reportOtherResults() }
    // Postponed changes come first, so that the last change wins.
    guard pendingInstallations.isEmpty else { return pendingInstallations.append(change) }
    do { try direct(change) } catch let error as DatabaseError where error.code == .busy {
      pendingInstallations = [change]
    } catch {
      if installationError == nil { installationError = error }
    }
  }

  /// Whether a change was postponed or failed.
  var hasPendingInstallations: Bool {
    installationError != nil || !pendingInstallations.isEmpty
  }

  /// Performs postponed changes, and throws the error of a failed one.
  func finishInstallations() throws {
    let changes = pendingInstallations
    pendingInstallations = []
    for (index, change) in changes.enumerated() {
      do { try direct(change) } catch let error as DatabaseError where error.code == .busy {
        pendingInstallations = Array(changes[index...])
        throw error
      }
    }
    if let error = installationError {
      installationError = nil
      throw error
    }
  }
}
