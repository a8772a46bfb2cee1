import Foundation
import Terminal

/// The terminal on which the program runs.
struct ItemsTerminal {
  private let settings: RawTerminal
  private let output = FileDescriptorDestination.standardOutput
  private let palette: Palette

  /// Creates a terminal from standard input and output.
  ///
  /// - Returns: `nil` if one of them is not a terminal.
  init?() {
    guard let settings = RawTerminal(descriptor: 0), output.terminalSize != nil else { return nil }
    self.settings = settings
    palette = Palette(
      .auto,
      isTerminal: true,
      environment: ProcessInfo.processInfo.environment
    )
  }

  /// The current size.
  var size: TerminalSize? { output.terminalSize }

  /// The keys that are pressed; must be accessed only once.
  var keys: AsyncStream<Key> { terminalKeys(of: 0) }

  /// Switches to the alternate screen, on which each key is read at once.
  func enter() throws {
    settings.begin()
    do { try write(ScreenPicture.enter) } catch {
      settings.end()
      throw error
    }
  }

  /// Switches back to the original screen, and restores the settings.
  func leave() {
    // If nobody reads the output any longer, there is no screen to switch back to.
    try? write(ScreenPicture.leave)
    settings.end()
  }

  /// Draws a picture in place of the previous one.
  func draw(_ picture: ScreenPicture) throws {
    guard let size else { return }
    try write(picture.text(size: size, palette: palette))
  }

  /// Clears what other programs may have written to the screen.
  func clear() throws { try write("\u{1b}[2J") }

  /// Restores the terminal until the program is continued.
  func suspend() throws {
    leave()
    suspendProcess()
    try enter()
  }

  private func write(_ text: String) throws { try output.write(Array(text.utf8)) }
}
