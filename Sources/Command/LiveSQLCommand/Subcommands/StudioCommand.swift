import Foundation
import SQLiteDatabase
import SQLiteTools
import Studio
import Terminal
import WebServer

/// `livesql studio`: shows a database in the browser, live.
struct StudioCommand: Subcommand {
  static let syntax = CommandSyntax(
    name: "studio",
    summary: "Shows a database in the browser, live.",
    discussion: [
      """
      It prints the address of a page with the tables, every commit as it arrives, SQL with live results, and \
      the schema, and opens it in a browser if there is one. Ctrl-C ends it. The page needs the whole address \
      with its token: anyone who has it can read the database, and no one else can.
      """,
      """
      With a PostgreSQL URL it shows a server's database. The server's change stream reports commits if \
      'livesql postgres setup' has prepared it; otherwise the page says how they are noticed.
      """,
      """
      Without --write, nothing can be changed. With it, rows can be edited, and statements may write; changes \
      are made in one transaction, and only if no one else has changed the rows in the meantime.
      """,
      """
      It listens only on this machine. With --listen, other machines can reach it, without encryption; \
      forwarding the port with ssh is safer. Unless --port says otherwise, a database has the same port each \
      time if that port is free, so that the browser remembers the columns and the history of its page.
      """,
      KeyFile.discussion,
    ],
    arguments: [.databaseOrURL],
    options: [
      write.syntax, port.syntax, noOpen.syntax, listen.syntax, timeLimit.syntax,
      KeyFile.option.syntax,
      CommonOptions.json.syntax,
    ],
    examples: [
      "livesql studio shop.db", "livesql studio shop.db --write --port 8080 --no-open",
      "livesql studio postgres://shop@db.example.org/shop",
    ]
  )

  private static let write = Option<Bool>(
    flag: "write",
    help: "Allows editing rows and statements that write."
  )
  private static let noOpen = Option<Bool>(flag: "no-open", help: "Does not open a browser.")
  private static let port = Option<UInt16>(
    "port",
    value: "NUMBER",
    help: "The port; by default one that belongs to the database, or any other if that is in use."
  ) { text throws(UsageError) in
    guard let port = UInt16(text) else {
      throw UsageError("'--port' takes a number from 0 to 65535, not '\(text)'")
    }
    return port
  }
  private static let listen = Option<String>(
    "listen",
    value: "ADDRESS",
    help:
      "The address to listen on; 127.0.0.1 by default. Any other address allows connections from other machines."
  ) { text throws(UsageError) in
    guard !["0.0.0.0", "::", "[::]", "*", ""].contains(text) else {
      throw UsageError(
        "'--listen' takes the address at which others reach this machine, such as 192.168.1.5, not '\(text)': the "
          + "studio answers only requests that name the address it listens on"
      )
    }
    return text
  }
  private static let timeLimit = Option<Duration>(
    "time-limit",
    value: "TIME",
    help: "How long a statement may run; 10s by default.",
    read: readDuration
  )

  private let path: String
  private let keyFile: KeyFile?
  private let opensBrowser: Bool
  private let settings: Studio.Settings

  init(_ arguments: ParsedArguments) throws(UsageError) {
    path = try arguments.requiredArgument(at: 0, named: "DB")
    keyFile = try arguments.keyFile()
    opensBrowser = !arguments.has(Self.noOpen)
    var settings = Studio.Settings()
    settings.isWritable = arguments.has(Self.write)
    let port = try arguments.value(of: Self.port)
    settings.port = port ?? Self.port(of: path)
    settings.acceptsOtherPort = port == nil
    if let address = try arguments.value(of: Self.listen) { settings.address = address }
    if let limit = try arguments.value(of: Self.timeLimit) { settings.statementTimeLimit = limit }
    settings.swiftSource = { db in
      try SwiftSource(of: TableDescription.all(in: db), in: db).text
    }
    settings.postgresSwiftSource = { schema in PostgresSwiftSource(schema: schema).text }
    self.settings = settings
  }

  func run(in context: CommandContext) async throws -> ExitCode {
    let studio = try await studio()
    let address: String
    do { address = try studio.start() } catch {
      throw CommandFailure(message: error.message)
    }
    try announce(address, context)
    let page =
      opensBrowser
      ? BrowserPage(address, title: "LiveSQL studio", environment: context.environment) : nil
    page?.open()
    // Ctrl-C is the usual end, and not a failure.
    _ = try await runUntilStopped(context.events(), stopsOnClosedOutput: false) {
      while true { try await Task.sleep(for: .seconds(3_600)) }
    }
    page?.remove()
    try await studio.stop()
    return .success
  }

  /// The port of a database: the same one each time, below those that systems give to clients.
  private static func port(of path: String) -> UInt16 {
    let place = PostgresServer(path) == nil ? URL(fileURLWithPath: path).standardized.path : path
    let hash = place.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    return UInt16(20_000 + hash % 12_000)
  }

  private func studio() async throws -> Studio {
    guard let server = PostgresServer(path) else {
      let file = try DatabaseFile(path: path, keyFile: keyFile)
      var settings = settings
      if let key = file.key { settings.prepareDatabase = { db in try db.use(key) } }
      return try Studio(path: file.path, settings: settings)
    }
    try server.requireLibrary()
    return try await Studio(server.configuration, settings: settings)
  }

  private func announce(_ address: String, _ context: CommandContext) throws {
    if settings.address != "127.0.0.1" {
      try context.notes.write([
        Line("Others can reach \(settings.address), and the connection is not encrypted.", .warning)
      ])
    }
    try context.output.write(StudioAnnouncement(address: address, isWritable: settings.isWritable))
  }
}

/// The address of a studio, as it is printed.
private struct StudioAnnouncement: Presentable {
  let address: String
  let isWritable: Bool

  /// An object with the members `address` and `writable`.
  var json: JSON { ["address": .string(address), "writable": .bool(isWritable)] }

  func lines(width: Int?) -> [Line] {
    let note =
      isWritable ? "Rows can be edited. " : "Read-only; --write allows editing rows. "
    return [Line(address, .heading), Line(note + "Ctrl-C ends it.", .secondary)]
  }
}
