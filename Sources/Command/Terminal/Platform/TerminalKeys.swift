/// The keys of a terminal on which a person can type.
package struct TerminalKeys: Sendable {
  /// Starts to read each key at once, without echo, and returns the keys.
  package let begin: @Sendable () -> AsyncStream<Key>
  /// Restores the terminal.
  package let end: @Sendable () -> Void
  /// Releases the terminal until the program is continued.
  package let suspend: @Sendable () -> Void

  /// Creates the keys of a terminal from what starts, ends and interrupts reading them.
  package init(
    begin: @escaping @Sendable () -> AsyncStream<Key>,
    end: @escaping @Sendable () -> Void,
    suspend: @escaping @Sendable () -> Void
  ) {
    self.begin = begin
    self.end = end
    self.suspend = suspend
  }

  /// Returns the keys of standard input; `nil` if it is not a terminal.
  package static func ofStandardInput() -> TerminalKeys? {
    guard RawTerminal(descriptor: 0) != nil else { return nil }
    return TerminalKeys(settings: .init())
  }
}

extension TerminalKeys {
  /// The settings to restore; created before they are changed.
  private struct Settings: Sendable {
    let before = RawTerminal(descriptor: 0)
  }

  private init(settings: Settings) {
    begin = {
      settings.before?.begin()
      return terminalKeys(of: 0)
    }
    end = { settings.before?.end() }
    suspend = {
      settings.before?.end()
      suspendProcess()
      settings.before?.begin()
    }
  }
}
