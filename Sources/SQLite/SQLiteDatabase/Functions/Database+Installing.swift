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
  /// until the next statement begins. What is already there is not added again, since SQLite would
  /// recompile all statements.
  ///
  /// - Parameters:
  ///   - item: The function or collation; `nil` for a trace, on which no result depends.
  ///   - change: The change.
  package func install(
    _ item: InstalledItem? = nil,
    _ change: @escaping (Connection) throws -> Void
  ) {
    guard isInAccess else {
      let message =
        "A function, collation or trace was added or removed outside of an access, and was ignored."
      return configuration.log(.error, message)
    }
    if pendingInstallations.isEmpty, let item, isInstalled(item) { return }
    let installation = Installation(
      item: item,
      isReported: !isReadOnlyAccess && !isRecordingReads,
      change: change
    )
    // Postponed changes come first, so that the last change wins.
    guard pendingInstallations.isEmpty else { return pendingInstallations.append(installation) }
    do { try perform(installation) } catch let error as DatabaseError where error.code == .busy {
      pendingInstallations = [installation]
    } catch {
      if installationError == nil { installationError = error }
    }
  }

  private func perform(_ installation: Installation) throws {
    guard let item = installation.item else { return try direct(installation.change) }
    let isReported = installation.isReported && changesResults(item)
    try direct(installation.change)
    installed[item.name] = item.implementation
    schemaFacts = [:]
    if isReported { reportOtherResults() }
  }

  private func isInstalled(_ item: InstalledItem) -> Bool {
    guard let known = installed[item.name] else { return false }
    return known == item.implementation
  }

  /// Whether a statement that returned something may return something else afterwards.
  ///
  /// A function or collation under a new name changes nothing, since a statement that needs it
  /// failed. One for another number of arguments may be preferred to the one that was called.
  private func changesResults(_ item: InstalledItem) -> Bool {
    if let known = installed[item.name] { return known != item.implementation }
    guard let source = capture.source, source.isObserved else { return false }
    return isAvailable(item.name)
  }

  /// Whether SQL already finds a function or collation by a name, for any number of arguments.
  private func isAvailable(_ name: InstalledName) -> Bool {
    let (sql, column): (String, Int)
    switch name.kind {
    case .function: (sql, column) = ("PRAGMA function_list", 0)
    case .collation: (sql, column) = ("PRAGMA collation_list", 1)
    // A table keeps the tokenizer with which it was opened.
    case .tokenizer: return false
    }
    // Before 3.30, SQLite does not list functions; then it may be there.
    guard let rows = try? internalRows(sql, []), !rows.isEmpty else { return true }
    return rows.contains { row in row[column].text(at: 0)?.lowercased() == name.name }
  }

  /// Whether a change was postponed or failed.
  var hasPendingInstallations: Bool {
    installationError != nil || !pendingInstallations.isEmpty
  }

  /// Performs postponed changes, and throws the error of a failed one.
  func finishInstallations() throws {
    let installations = pendingInstallations
    pendingInstallations = []
    for (index, installation) in installations.enumerated() {
      do { try perform(installation) } catch let error as DatabaseError where error.code == .busy {
        pendingInstallations = Array(installations[index...])
        throw error
      }
    }
    if let error = installationError {
      installationError = nil
      throw error
    }
  }

  /// Adds the text functions that are implemented in Swift.
  func addTextFunctions() {
    for function in TextFunction.allCases { add(function: DatabaseFunction(function)) }
  }
}

extension DatabaseFunction {
  fileprivate init(_ function: TextFunction) {
    self.init(
      function.rawValue,
      argumentCount: 1,
      pure: !function.isLocalized,
      isInnocuous: true
    ) { arguments in
      // Like SQLite's functions, return values of other types unchanged.
      guard case .text(let text) = arguments[0] else { return arguments[0] }
      return function(text)
    }
  }
}
