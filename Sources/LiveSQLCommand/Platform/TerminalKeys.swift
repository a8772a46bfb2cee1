/// The keys of a terminal on which a person can type.
struct TerminalKeys: Sendable {
  /// Starts to read each key at once, without echo, and returns the keys.
  let begin: @Sendable () -> AsyncStream<Key>
  /// Restores the terminal.
  let end: @Sendable () -> Void
  /// Releases the terminal until the program is continued.
  let suspend: @Sendable () -> Void

  /// Returns the keys of standard input; `nil` if it is not a terminal.
  static func ofStandardInput() -> TerminalKeys? {
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
