package import SQLite

/// What functions, collations and traces are added by, which can fail for mistakes of the program alone.
///
/// So adding them does not throw. What goes wrong all the same is thrown soon: by the next statement of the connection,
/// or by the access at its end, which is the opening of the database for what ``Configuration/prepareDatabase(_:)``
/// adds.
extension Database {
  /// Adds something to the connection, or removes it.
  ///
  /// SQLite replaces nothing that a running statement may use: that is done when the next statement begins.
  package func install(_ change: @escaping (Connection) throws -> Void) {
    guard isInAccess else {
      let message =
        "Something was added to a database, or removed, outside of an access, and was not."
      return configuration.log(.error, message)
    }
    schemaFacts = [:]
    // What was put off comes first, so that the last one counts.
    guard postponedInstallations.isEmpty else { return postponedInstallations.append(change) }
    do { try direct(change) } catch let error as DatabaseError where error.code == .busy {
      postponedInstallations = [change]
    } catch {
      if installationError == nil { installationError = error }
    }
  }

  /// Whether something was put off or failed.
  var hasUnfinishedInstallations: Bool {
    installationError != nil || !postponedInstallations.isEmpty
  }

  /// Does what was put off, and throws what has failed.
  func finishInstallations() throws {
    let changes = postponedInstallations
    postponedInstallations = []
    for (index, change) in changes.enumerated() {
      do { try direct(change) } catch let error as DatabaseError where error.code == .busy {
        postponedInstallations = Array(changes[index...])
        throw error
      }
    }
    if let error = installationError {
      installationError = nil
      throw error
    }
  }
}
