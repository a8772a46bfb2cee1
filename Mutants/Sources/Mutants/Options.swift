/// The options of a run.
struct Options {
  var count = 120
  var seed: UInt64 = 1
  var workers = 2
  /// Parts of paths, of which a file has to have one.
  var files: [String] = []
  /// Mutants to run, by their numbers; all of the sample where it is empty.
  var only: Set<Int> = []
  /// Whether only those are run that survived the last time.
  var again = false
  /// Whether the copy is taken as it was built.
  var isBuilt = false
  /// Whether the sample is only listed.
  var lists = false

  static let help = """
    Changes the sources in one small way at a time and tells which changes no test notices.

    Scripts/mutants [--count N] [--seed N] [--workers N] [--file PART]… [--only N,N,…] [--again] [--built] [--list]

      --count    how many mutants; 120 unless given
      --seed     which ones; 1 unless given
      --workers  how many processes run tests at a time; 2 unless given
      --file     only files whose paths hold this
      --only     only these numbers of the sample
      --again    only those that survived the last time
      --built    take the copy as it was built the last time
      --list     say what would be changed, and end

    """

  struct Mistake: Error { let text: String }

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let name = rest.popFirst() {
      switch name {
      case "--again": again = true
      case "--built": isBuilt = true
      case "--list": lists = true
      case "--count": count = try Self.number(name, rest.popFirst())
      case "--seed": seed = UInt64(try Self.number(name, rest.popFirst()))
      case "--workers": workers = max(1, try Self.number(name, rest.popFirst()))
      case "--file": files.append(rest.popFirst() ?? "")
      case "--only":
        only = Set((rest.popFirst() ?? "").split(separator: ",").compactMap { Int($0) })
      default: throw Mistake(text: "Unknown: \(name)")
      }
    }
  }

  private static func number(_ name: String, _ value: String?) throws -> Int {
    guard let value, let number = Int(value), number >= 0 else {
      throw Mistake(text: "\(name) needs a number.")
    }
    return number
  }
}
