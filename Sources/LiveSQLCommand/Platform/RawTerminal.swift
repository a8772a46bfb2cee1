#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The settings of a terminal, as they were, to be put back.
///
/// A program that fills the screen reads each key as it is pressed, unseen: no line editing, no echo, and Ctrl-C as a key
/// like any other.
package struct RawTerminal {
  private let descriptor: Int32
  private let before: termios

  /// Remembers the settings of a terminal, and changes nothing yet.
  ///
  /// - Returns: `nil` where the descriptor is no terminal.
  package init?(descriptor: Int32) {
    var settings = termios()
    guard tcgetattr(descriptor, &settings) == 0 else { return nil }
    self.descriptor = descriptor
    before = settings
  }

  /// Lets the terminal send each key at once.
  package func begin() {
    var settings = before
    settings.c_iflag &= ~tcflag_t(BRKINT | ICRNL | INPCK | ISTRIP | IXON)
    settings.c_lflag &= ~tcflag_t(ECHO | ICANON | IEXTEN | ISIG)
    set(settings)
  }

  /// Puts back what was.
  package func end() { set(before) }

  private func set(_ settings: termios) {
    var settings = settings
    // A signal may come in between. A terminal that is gone needs no settings.
    while tcsetattr(descriptor, TCSAFLUSH, &settings) != 0, errno == EINTR {}
  }
}
