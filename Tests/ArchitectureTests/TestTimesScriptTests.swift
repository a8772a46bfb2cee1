import Foundation
import LiveSQLTestSupport
import Testing

/// What `Scripts/test-times` says after runs that end in different ways, and what `Scripts/test`
/// knows about free memory.
@Suite(.mayBlock, .timeLimit(.hang)) final class TestTimesScriptTests {
  private let scratch: ScratchDirectory
  private static let programs = ["test-times", "events.awk", "times.awk", "unended.awk", "memory"]

  init() throws {
    scratch = try ScratchDirectory()
    for folder in ["Scripts", ".build/debug/a.xctest"] {
      try FileManager.default.createDirectory(
        at: scratch.url.appending(path: folder),
        withIntermediateDirectories: true
      )
    }
    for name in Self.programs {
      try FileManager.default.copyItem(
        at: PackageFolder.own.root.appending(path: "Scripts/\(name)"),
        to: scratch.url.appending(path: "Scripts/\(name)")
      )
    }
  }

  /// Returns the line of an event.
  private static func event(_ kind: String, _ test: String?, at seconds: Int) -> String {
    let identity = test.map { #","testID":"ATests.\#($0)/A.swift:3:4""# } ?? ""
    return #"{"kind":"event","payload":{"instant":{"absolute":\#(seconds)},"kind":"\#(kind)""#
      + #","messages":[]\#(identity)},"version":0}"#
  }

  private static func run(of test: String, isComplete: Bool) -> String {
    var lines = [event("testStarted", test, at: 1), event("testEnded", test, at: 4)]
    lines.append(
      isComplete ? event("runEnded", nil, at: 5) : event("testStarted", "stopped()", at: 5)
    )
    return lines.joined(separator: "\n") + "\n"
  }

  private func write(_ text: String, to path: String) throws {
    try text.write(to: scratch.url.appending(path: path), atomically: true, encoding: .utf8)
  }

  /// Runs a script with a run of the tests that leaves some events.
  private func times(after events: String?) throws -> (code: Int32, output: String) {
    try write(Self.run(of: "old()", isComplete: true), to: ".build/test-events-in-turn")
    try write(events ?? "", to: "events")
    let keep = events == nil ? "" : "cp events .build/test-events-in-turn"
    try write("#!/bin/sh\n\(keep)\nexit 1\n", to: "Scripts/test")
    // The tests were built after the old run.
    return try shell(
      """
      chmod +x Scripts/test
      touch -d '2020-01-01' .build/test-events-in-turn
      Scripts/test-times 2>&1
      """
    )
  }

  private func shell(_ text: String) throws -> (code: Int32, output: String) {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", text]
    process.currentDirectoryURL = scratch.url
    process.standardOutput = output
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
  }

  @Test func `times are those of the last run, also if tests failed`() throws {
    let (code, output) = try times(after: Self.run(of: "new()", isComplete: true))
    #expect(code == 0)
    #expect(output.contains("3.00 s  ATests.new()"))
    #expect(!output.contains("old()"))
    #expect(!output.contains("not completed"))
  }

  @Test func `a run that was not completed is reported, with the tests that had begun`() throws {
    let (code, output) = try times(after: Self.run(of: "new()", isComplete: false))
    #expect(code == 1)
    #expect(output.contains("3.00 s  ATests.new()"))
    #expect(output.contains("the run was not completed"))
    #expect(output.contains("ATests.stopped()"))
  }

  @Test func `without a run there are no times, and none of an earlier one`() throws {
    let (code, output) = try times(after: nil)
    #expect(code == 1)
    #expect(output.contains("no test ran"))
    #expect(!output.contains("old()"))
  }

  @Test(arguments: [("5", 5), ("999999999999", nil), ("", 0)])
  func `files fit into memory only if the folder and the memory have room`(
    available: String,
    expected: Int?
  ) throws {
    try write("MemTotal: 9 kB\nMemAvailable: \(available) kB\n", to: "meminfo")
    let file = available.isEmpty ? "missing" : "meminfo"
    let (_, output) = try shell(". Scripts/memory; free_kib . \(file); free_kib missing meminfo")
    let lines = output.split(separator: "\n").compactMap { Int($0) }
    #expect(lines.count == 2)
    let first = try #require(lines.first)
    // A folder has less room than the last of the numbers.
    #expect(expected.map { first == $0 } ?? (first < 999_999_999_999))
    #expect(lines.last == 0)
  }
}
