/// The keys of a terminal on which a person can type.
struct TerminalKeys: Sendable {
  /// Begins to read each key at once, unseen, and tells them.
  let begin: @Sendable () -> AsyncStream<Key>
  /// Lets the terminal be as it was.
  let end: @Sendable () -> Void
  /// Gives the terminal back until somebody continues the program.
  let suspend: @Sendable () -> Void

  /// Those of standard input; `nil` where that is no terminal.
  static func ofStandardInput() -> TerminalKeys? {
    guard RawTerminal(descriptor: 0) != nil else { return nil }
    return TerminalKeys(settings: .init())
  }
}

extension TerminalKeys {
  /// The settings to go back to; made before they are changed.
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
