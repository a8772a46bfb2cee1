#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The original settings of a terminal, to be restored later.
///
/// A full-screen program reads each key as it is pressed, without echo or line editing, and with
/// Ctrl-C as an ordinary key.
package struct RawTerminal {
  private let descriptor: Int32
  private let before: termios

  /// Stores the settings of a terminal, without changing anything yet.
  ///
  /// - Returns: `nil` if the descriptor is not a terminal.
  package init?(descriptor: Int32) {
    var settings = termios()
    guard tcgetattr(descriptor, &settings) == 0 else { return nil }
    self.descriptor = descriptor
    before = settings
  }

  /// Makes the terminal send each key at once.
  package func begin() {
    var settings = before
    settings.c_iflag &= ~tcflag_t(BRKINT | ICRNL | INPCK | ISTRIP | IXON)
    settings.c_lflag &= ~tcflag_t(ECHO | ICANON | IEXTEN | ISIG)
    set(settings)
  }

  /// Restores the original settings.
  package func end() { set(before) }

  private func set(_ settings: termios) {
    var settings = settings
    // A signal may interrupt this. A terminal that has disappeared needs no settings.
    while tcsetattr(descriptor, TCSAFLUSH, &settings) != 0, errno == EINTR {}
  }
}
