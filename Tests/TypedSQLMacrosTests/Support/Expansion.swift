import SwiftBasicFormat
import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import TypedSQLMacroCore

/// A source whose macros are expanded as the compiler would expand them.
struct Expansion {
  /// The source with the code that the macros add.
  let source: String
  let diagnostics: [Diagnostic]
  private let original: SourceFileSyntax
  private let context: BasicMacroExpansionContext

  init(of source: String) {
    original = Parser.parse(source: source)
    let context = BasicMacroExpansionContext(
      sourceFiles: [original: .init(moduleName: "Test", fullFilePath: "Test.swift")]
    )
    let expanded = original.expand(
      macroSpecs: Self.macros,
      contextGenerator: { node in
        BasicMacroExpansionContext(
          sharingWith: context,
          lexicalContext: node.allMacroLexicalContexts()
        )
      },
      indentationWidth: .spaces(2)
    )
    self.source = expanded.description.trimmingLines
    self.context = context
    diagnostics = context.diagnostics
  }

  private static let conformances = [
    "Table", "_Selection", "PrimaryKeyedTable", "PartialSelectStatement",
  ].map { TypeSyntax("\(raw: $0)") }

  private static let macros: [String: MacroSpec] = [
    "Table": MacroSpec(type: TableMacro.self, conformances: conformances),
    "Selection": MacroSpec(type: TableMacro.self, conformances: conformances),
    "Column": MacroSpec(type: MarkerMacro.self),
    "Columns": MacroSpec(type: MarkerMacro.self),
    "Ephemeral": MacroSpec(type: MarkerMacro.self),
    "DatabaseFunction": MacroSpec(type: DatabaseFunctionMacro.self),
    "bind": MacroSpec(type: BindMacro.self),
    "sql": MacroSpec(type: SQLMacro.self),
    "sqlRows": MacroSpec(type: SQLRowsMacro.self),
    // The overloads from which the compiler chooses by the type of the argument.
    "CodableCheck": MacroSpec(type: CodableCheckMacro.self),
    "GroupCheck": MacroSpec(type: GroupCheckMacro.self),
    "RawValueCheck": MacroSpec(type: RawValueCheckMacro.self),
    "UnrepresentableCheck": MacroSpec(type: UnrepresentableCheckMacro.self),
  ]
}

// MARK: - Parts

extension Expansion {
  /// Returns the declarations whose first line contains one of the words, with their bodies.
  ///
  /// - Parameter words: The words, separated by bars.
  func declarations(with words: String) -> String {
    let heads = words.split(separator: "|")
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var found: [String] = []
    var index = 0
    while index < lines.count {
      guard heads.contains(where: lines[index].contains) else {
        index += 1
        continue
      }
      let indentation = lines[index].prefix { $0 == " " }
      let end = lines[index...].firstIndex { $0.isEnd(at: indentation) } ?? index
      found += lines[index...end].map { String($0.dropFirst(indentation.count)) }
      index = end + 1
    }
    return found.joined(separator: "\n")
  }
}

extension String {
  /// Whether this line ends a declaration with the indentation.
  fileprivate func isEnd(at indentation: Substring) -> Bool {
    guard hasPrefix(indentation), dropFirst(indentation.count).first != " " else { return false }
    let line = dropFirst(indentation.count)
    return line.hasPrefix("}")
      || !line.hasSuffix("{") && !line.hasSuffix("(") && !line.hasPrefix(")")
  }

  /// The text without spaces at the ends of lines and without empty lines around it.
  var trimmingLines: String {
    split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in String(line.reversed().drop(while: \.isWhitespace).reversed()) }
      .joined(separator: "\n").trimmingPrefix("\n").description
  }
}

// MARK: - Diagnostics

extension Expansion {
  /// The diagnostics, each under its line and at its column, with its notes and fix-its.
  var drawnDiagnostics: String {
    diagnostics.map(draw).joined(separator: "\n")
  }

  private func draw(_ diagnostic: Diagnostic) -> String {
    let (text, distance) = PreciseMessage.split(diagnostic.message)
    let severity = diagnostic.diagMessage.severity
    var offset = offset(of: diagnostic.node) + distance
    var lines = draw(text: "\(severity): \(text)", at: &offset, isFirst: true)
    for note in diagnostic.notes {
      var offset = self.offset(of: note.node)
      lines += draw(text: "note: \(note.message)", at: &offset, isFirst: true)
    }
    for fixIt in diagnostic.fixIts {
      lines += draw(text: "fix-it: \(fixIt.message.message)", at: &offset, isFirst: false)
    }
    return lines.joined(separator: "\n")
  }

  private func draw(text: String, at offset: inout Int, isFirst: Bool) -> [String] {
    let bytes = Array(original.description.utf8)
    let start = bytes[..<offset].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let end = bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    let margin = String(repeating: " ", count: offset - start)
    guard isFirst else { return ["\(margin)  \(text)"] }
    return [String(decoding: bytes[start..<end], as: UTF8.self), "\(margin)^ \(text)"]
  }

  private func offset(of node: Syntax) -> Int {
    context.location(of: node, at: .afterLeadingTrivia, filePathMode: .filePath)
      .map { location in
        let line = location.line.as(IntegerLiteralExprSyntax.self)?.representedLiteralValue ?? 1
        let column = location.column.as(IntegerLiteralExprSyntax.self)?.representedLiteralValue ?? 1
        let converter = SourceLocationConverter(fileName: "Test.swift", tree: original)
        return converter.position(ofLine: line, column: column).utf8Offset
      } ?? 0
  }
}

// MARK: - Fix-its

extension Expansion {
  /// Returns the source after the first fix-it whose message begins with a text.
  func fixed(by message: String) -> String {
    let fixIts = diagnostics.flatMap(\.fixIts)
    guard let fixIt = fixIts.first(where: { $0.message.message.hasPrefix(message) }) else {
      return "There is no fix-it '\(message)'"
    }
    var bytes = Array(original.description.utf8)
    for change in fixIt.changes.reversed() {
      guard case .replace(let old, let new) = change else { continue }
      let start = offset(of: old) - old.leadingTriviaLength.utf8Length
      bytes.replaceSubrange(
        start..<(start + old.totalLength.utf8Length),
        with: new.description.utf8
      )
    }
    return String(decoding: bytes, as: UTF8.self).trimmingLines
  }
}
