import Foundation
import Terminal

/// A completer of the shell's prompt, for SQL and dot commands.
struct ShellCompleter: Sendable {
  let names: SchemaNames

  /// Returns the completions of the text before the cursor.
  func completion(of text: EditedText) -> NameCompletion {
    let before = text.textBeforeCursor
    guard before.first == "." else {
      return SQLCompleter(names: names).completion(of: text.text, at: text.cursor)
    }
    guard let end = before.firstIndex(where: \.isWhitespace) else {
      let commands = DotCommand.all.filter { $0.name.hasPrefix(before) }.map(\.name)
      return NameCompletion(start: 0, candidates: commands)
    }
    let name = before[..<end]
    let command = DotCommand.all.first { $0.name == name }
    let start = before.distance(from: before.startIndex, to: end) + 1
    return completion(of: text, from: start, command?.completion ?? .nothing)
  }

  private func completion(
    of text: EditedText,
    from start: Int,
    _ kind: DotCommand.Completion
  ) -> NameCompletion {
    if case .sql = kind {
      let sql = String(text.text.dropFirst(start))
      let inner = SQLCompleter(names: names).completion(of: sql, at: text.cursor - start)
      let off = "off".hasPrefix(sql) && !sql.isEmpty ? ["off"] : []
      return NameCompletion(start: inner.start + start, candidates: off + inner.candidates)
    }
    let before = text.textBeforeCursor
    let word = String(before.reversed().prefix { !$0.isWhitespace }.reversed())
    let candidates =
      switch kind {
      case .tables: names.tables.map(\.name)
      case .words(let words): words
      case .files: Self.paths(beginning: word)
      case .filesThenTables:
        // The second word completes tables, if another word precedes it.
        before.dropFirst(start).dropLast(word.count).allSatisfy(\.isWhitespace)
          ? Self.paths(beginning: word) : names.tables.map(\.name)
      case .nothing, .sql: [String]()
      }
    let fitting = candidates.filter { $0.lowercased().hasPrefix(word.lowercased()) }
    return NameCompletion(start: before.count - word.count, candidates: fitting)
  }

  /// Returns the paths of files and folders with a prefix; folders end in a slash.
  static func paths(beginning path: String) -> [String] {
    let end = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let (folder, name) = (String(path[..<end]), path[end...])
    let files = FileManager.default
    let entries = (try? files.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
    return entries.filter { $0.hasPrefix(name) && ($0.first != "." || name.first == ".") }.sorted()
      .map { entry in
        var isFolder: ObjCBool = false
        let whole = folder + entry
        let isThere = files.fileExists(atPath: whole, isDirectory: &isFolder)
        return isThere && isFolder.boolValue ? whole + "/" : whole
      }
  }
}
