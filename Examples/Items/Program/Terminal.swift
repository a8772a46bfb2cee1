import Foundation
import LiveSQLCommand

/// The terminal on which the program runs.
struct Terminal {
  private let settings: RawTerminal
  private let output = FileDescriptorDestination.standardOutput
  private let palette: Palette

  /// Makes a terminal of standard input and output.
  ///
  /// - Returns: `nil` where one of them is no terminal.
  init?() {
    guard let settings = RawTerminal(descriptor: 0), output.terminalSize != nil else { return nil }
    self.settings = settings
    palette = Palette(
      .auto,
      isTerminal: true,
      environment: ProcessInfo.processInfo.environment
    )
  }

  /// The size, as it is now.
  var size: TerminalSize? { output.terminalSize }

  /// The keys that are pressed; to be asked for once.
  var keys: AsyncStream<Key> { terminalKeys(of: 0) }

  /// Goes to another screen, where each key is read at once.
  func enter() throws {
    settings.begin()
    do { try write(ScreenPicture.enter) } catch {
      settings.end()
      throw error
    }
  }

  /// Goes back to the screen of before, with the settings of before.
  func leave() {
    // Where nobody reads any more, there is no screen to go back to.
    try? write(ScreenPicture.leave)
    settings.end()
  }

  /// Draws a picture in place of the one before.
  func draw(_ picture: ScreenPicture) throws {
    guard let size else { return }
    try write(picture.text(size: size, palette: palette))
  }

  /// Clears what others may have written on the screen.
  func clear() throws { try write("\u{1b}[2J") }

  /// Gives the terminal back until somebody continues the program.
  func suspend() throws {
    leave()
    suspendProcess()
    try enter()
  }

  private func write(_ text: String) throws { try output.write(Array(text.utf8)) }
}
