// Where programs cannot be started, there is none.
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

  /// What one would see of what a program writes.
  public protocol TerminalScreen {
    /// Makes an empty screen.
    init(columns: Int, rows: Int)
    /// The lines that one sees.
    var lines: [String] { get }
    /// Carries out bytes, which may come in any pieces.
    mutating func write(_ bytes: [UInt8])
  }

  /// A terminal without a screen, on which a program runs: the test types, and sees what a person would see.
  public final class PseudoTerminal<Screen: TerminalScreen> {
    /// What the program shows.
    public private(set) var screen: Screen
    /// The settings that the program found.
    public let settingsBefore: [UInt64]
    private let process = Process()
    /// The end of the person, and that of the program.
    private let main: Int32
    private let program: Int32
    private var output: AsyncStream<[UInt8]>.Iterator
    private let exit: AsyncStream<Int32>
    /// What ends the thread that reads, when it is closed: it then closes the person's end.
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

    /// What the person's end gets; the sequence ends with the terminal.
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

  /// Something of a pseudo-terminal did not work.
  public struct TerminalFailure: Error, _DescribedError {
    /// What went wrong.
    public var description: String { "the system gave no pseudo-terminal, or no pipe beside it" }
  }

  /// What was waited for did not come to be.
  public struct NeverShown: Error, _DescribedError {
    let screen: [String]
    /// The screen, as it was at the end.
    public var description: String {
      "not shown within the time; the screen:\n" + screen.joined(separator: "\n")
    }
  }

  extension PseudoTerminal {
    /// Types a text; keys are what terminals send for them.
    public func type(_ text: String) {
      let bytes = Array(text.utf8)
      _ = write(main, bytes, bytes.count)
    }

    /// Waits until the screen shows what a closure looks for.
    public func wait(until isShown: (Screen) -> Bool) async throws {
      while !isShown(screen) {
        guard let bytes = await output.next(isolation: #isolation) else {
          throw NeverShown(screen: screen.lines)
        }
        screen.write(bytes)
      }
    }

    /// Gives the terminal another size, and tells the program.
    public func resize(columns: Int, rows: Int) {
      var size = winsize()
      size.ws_col = UInt16(columns)
      size.ws_row = UInt16(rows)
      _ = ioctl(main, UInt(TIOCSWINSZ), &size)
      screen = Screen(columns: columns, rows: rows)
      send(SIGWINCH)
    }

    /// Closes the person's end, as a window that is closed does.
    public func hangUp() {
      if reading >= 0 { close(reading) }
      reading = -1
    }

    /// Sends the program a signal.
    public func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// Waits for the end of the program.
    ///
    /// - Returns: Its exit code.
    public func exitCode() async -> Int32? { await exit.first { _ in true } }

    /// The settings that a program may change, in a form that can be compared.
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
