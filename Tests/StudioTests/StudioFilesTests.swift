import Foundation
import Testing
import WebServer

@testable import Studio

@Suite struct StudioFilesTests {
  @Test func `the compiled page equals the files in Resources`() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let folder = root.appendingPathComponent("Sources/Web/Studio/Resources")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.count == StudioFiles.all.count)
    for file in StudioFiles.all {
      let name = file.path == "/" ? "index.html" : String(file.path.dropFirst())
      let written = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      #expect(String(decoding: file.bytes, as: UTF8.self) == written, "\(name): run Scripts/embed")
    }
  }
}
