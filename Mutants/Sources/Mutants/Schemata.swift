/// Writes all mutants of a file into it, each of which can be switched on.
enum Schemata {
  /// The file with its mutants.
  static func text(of source: String, _ mutants: [Mutant]) -> String {
    let bytes = Array(source.utf8)
    // Outer ones first; of two with one range the first is outside.
    let sorted = mutants.sorted { left, right in
      (left.range.lowerBound, -left.range.upperBound, left.number)
        < (right.range.lowerBound, -right.range.upperBound, right.number)
    }
    var text = render(bytes, 0..<bytes.count, sorted[...])
    if !mutants.isEmpty, !imports(source) { text = "import DatabaseTypes\n" + text }
    return text
  }

  private static func imports(_ source: String) -> Bool {
    source.split(separator: "\n").contains { line in
      line.hasSuffix("import DatabaseTypes") && !line.hasPrefix("//")
    }
  }

  private static func render(_ bytes: [UInt8], _ range: Range<Int>, _ mutants: ArraySlice<Mutant>)
    -> String
  {
    var text = ""
    var place = range.lowerBound
    var rest = mutants
    while let mutant = rest.popFirst() {
      text += String(decoding: bytes[place..<mutant.range.lowerBound], as: UTF8.self)
      let inner = rest.prefix { $0.range.lowerBound < mutant.range.upperBound }
      rest = rest.dropFirst(inner.count)
      text += mutant.text(around: render(bytes, mutant.range, inner))
      place = mutant.range.upperBound
    }
    return text + String(decoding: bytes[place..<range.upperBound], as: UTF8.self)
  }

  /// The lines that each mutant takes.
  static func lines(of text: String) -> [Int: ClosedRange<Int>] {
    var starts: [Int: Int] = [:]
    var lines: [Int: ClosedRange<Int>] = [:]
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      for match in line.matches(of: /\/\*<(\d+)\*\//) {
        if let number = Int(match.1) { starts[number] = index + 1 }
      }
      for match in line.matches(of: /\/\*(\d+)>\*\//) {
        guard let number = Int(match.1), let start = starts[number] else { continue }
        lines[number] = start...(index + 1)
      }
    }
    return lines
  }

  /// The functions that the mutated sources call.
  ///
  /// The mutants that a run has reached are noted in memory that it shares with the tool, so that
  /// they are known even if the process crashes.
  static let support = """
    import Foundation

    private let active = ProcessInfo.processInfo.environment["LIVESQL_MUTANT"].flatMap { Int($0) }

    nonisolated(unsafe) private let reached: UnsafeMutablePointer<UInt8>? = {
      guard let path = ProcessInfo.processInfo.environment["LIVESQL_MUTANTS_REACHED"] else {
        return nil
      }
      let file = open(path, O_RDWR)
      guard file >= 0 else { return nil }
      let memory = mmap(nil, 65536, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
      close(file)
      guard let memory, memory != MAP_FAILED else { return nil }
      return memory.assumingMemoryBound(to: UInt8.self)
    }()

    /// Whether a mutant is switched on.
    public func _mutant(_ number: Int) -> Bool {
      if let reached { reached[number] = 1 }
      return number == active
    }

    """
}
