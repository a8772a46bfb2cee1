// Not available on platforms that cannot start programs.
#if os(macOS) || os(Linux)

  public import DatabaseTypes
  public import Foundation

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #else
    import Darwin
  #endif

  /// A model of a terminal's screen, which shows what a program writes.
  public protocol TerminalScreen {
    /// Creates an empty screen.
    init(columns: Int, rows: Int)
    /// The visible lines.
    var lines: [String] { get }
    /// Interprets bytes, which may arrive in pieces of any size.
    mutating func write(_ bytes: [UInt8])
  }

  /// A pseudo-terminal on which a program runs.
  ///
  /// The test types, and sees what a person would see.
  public final class PseudoTerminal<Screen: TerminalScreen> {
    /// The screen as the program has drawn it.
    public private(set) var screen: Screen
    /// The terminal settings before the program started.
    public let settingsBefore: [UInt64]
    private let process = Process()
    /// The descriptors of the person's end and of the program's end.
    private let main: Int32
    private let program: Int32
    private var output: AsyncStream<[UInt8]>.Iterator
    private let exit: AsyncStream<Int32>
    /// The pipe whose closing ends the reading thread, which then closes the person's end.
    private var reading: Int32

    /// Starts a program.
    public init(
      _ url: URL,
      _ arguments: [String],
      environment: [String: String] = [:],
      columns: Int = 60,
      rows: Int = 12
    ) throws {
      var ends: (main: Int32, program: Int32) = (-1, -1)
      var size = winsize()
      size.ws_col = UInt16(columns)
      size.ws_row = UInt16(rows)
      guard openpty(&ends.main, &ends.program, nil, nil, &size) == 0 else {
        throw TerminalFailure()
      }
      for end in [ends.main, ends.program] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      (main, program) = ends
      settingsBefore = Self.settings(of: ends.program)
      screen = Screen(columns: columns, rows: rows)
      var alarm: [Int32] = [-1, -1]
      guard pipe(&alarm) == 0 else { throw TerminalFailure() }
      for end in alarm { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      reading = alarm[1]
      output = Self.bytes(of: ends.main, until: alarm[0]).makeAsyncIterator()
      let (exit, continuation) = AsyncStream.makeStream(of: Int32.self)
      self.exit = exit
      process.executableURL = url
      process.arguments = arguments
      process.environment = ["TERM": "xterm-256color", "HOME": NSTemporaryDirectory()]
        .merging(environment) { $1 }
      process.standardInput = FileHandle(fileDescriptor: ends.program, closeOnDealloc: false)
      process.standardOutput = process.standardInput
      process.standardError = process.standardInput
      process.terminationHandler = { process in
        continuation.yield(process.terminationStatus)
        continuation.finish()
      }
      try process.run()
    }

    deinit {
      if process.isRunning { process.terminate() }
      close(program)
      hangUp()
    }

    /// Returns the bytes that arrive at the person's end; the sequence ends with the terminal.
    private static func bytes(of main: Int32, until alarm: Int32) -> AsyncStream<[UInt8]> {
      let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
      Thread.detachNewThread {
        var requests = [main, alarm].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        while poll(&requests, 2, -1) > 0, requests[1].revents == 0,
          case let count = read(main, &bytes, bytes.count), count > 0
        {
          continuation.yield(Array(bytes.prefix(count)))
        }
        close(main)
        close(alarm)
        continuation.finish()
      }
      return stream
    }
  }

  /// An error of setting up a pseudo-terminal.
  public struct TerminalFailure: Error, _SelfDescribingError {
    /// The cause.
    public var description: String { "could not open a pseudo-terminal or a pipe" }
  }

  /// An error that reports that the screen never showed what was waited for.
  public struct TextNotShown: Error, _SelfDescribingError {
    let screen: [String]
    /// The final screen.
    public var description: String {
      "the screen did not show the expected text. It shows:\n" + screen.joined(separator: "\n")
    }
  }

  extension PseudoTerminal {
    /// Types a text, with keys as the sequences that terminals send for them.
    public func type(_ text: String) {
      let bytes = Array(text.utf8)
      _ = write(main, bytes, bytes.count)
    }

    /// Waits until a closure finds what it looks for on the screen.
    public func wait(until isShown: (Screen) -> Bool) async throws {
      while !isShown(screen) {
        guard let bytes = await output.next(isolation: #isolation) else {
          throw TextNotShown(screen: screen.lines)
        }
        screen.write(bytes)
      }
    }

    /// Resizes the terminal, and notifies the program.
    public func resize(columns: Int, rows: Int) {
      var size = winsize()
      size.ws_col = UInt16(columns)
      size.ws_row = UInt16(rows)
      _ = ioctl(main, UInt(TIOCSWINSZ), &size)
      screen = Screen(columns: columns, rows: rows)
      send(SIGWINCH)
    }

    /// Closes the person's end, as closing a terminal window does.
    public func hangUp() {
      if reading >= 0 { close(reading) }
      reading = -1
    }

    /// Sends the program a signal.
    public func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// Waits until the program ends.
    ///
    /// - Returns: The program's exit code.
    public func exitCode() async -> Int32? { await exit.first { _ in true } }

    /// The settings that a program may change, in a comparable form.
    public var settings: [UInt64] { Self.settings(of: program) }

    private static func settings(of descriptor: Int32) -> [UInt64] {
      var settings = termios()
      guard tcgetattr(descriptor, &settings) == 0 else { return [] }
      let flags = [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag]
      let characters = withUnsafeBytes(of: &settings.c_cc) { $0.map { UInt64($0) } }
      return flags.map { UInt64($0) } + characters
    }
  }

#endif
