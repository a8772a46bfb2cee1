import TypedSQL

/// What words count by their weight when documents are ranked.
public struct TextSearchWeights: Hashable, Sendable {
  /// What words of weight A count.
  public var a: Double
  /// What words of weight B count.
  public var b: Double
  /// What words of weight C count.
  public var c: Double
  /// What words without a weight count.
  public var d: Double

  /// Makes weights; without arguments those of PostgreSQL.
  public init(a: Double = 1, b: Double = 0.4, c: Double = 0.2, d: Double = 0.1) {
    (self.a, self.b, self.c, self.d) = (a, b, c, d)
  }

  /// `'{0.1, 0.2, 0.4, 1.0}'`.
  var fragment: QueryFragment { "'{\(raw: d), \(raw: c), \(raw: b), \(raw: a)}'" }
}

/// What the length of a document changes in how it is ranked.
public struct TextSearchNormalization: OptionSet, Hashable, Sendable {
  /// The number that PostgreSQL takes.
  public let rawValue: Int

  /// Makes it of the number that PostgreSQL takes.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Divides by 1 and the logarithm of the length.
  public static let logarithmOfLength = Self(rawValue: 1)
  /// Divides by the length.
  public static let length = Self(rawValue: 2)
  /// Divides by the mean distance between what was found; for ``TypedSQL/SQLQueryExpression/coverDensityRank(_:weights:normalization:)`` alone.
  public static let distance = Self(rawValue: 4)
  /// Divides by how many different words there are.
  public static let distinctWords = Self(rawValue: 8)
  /// Divides by 1 and the logarithm of how many different words there are.
  public static let logarithmOfDistinctWords = Self(rawValue: 16)
  /// Divides by the rank and 1, so that it is from 0 to 1.
  public static let belowOne = Self(rawValue: 32)
}

/// What a headline encloses what is found in, and how much it shows.
public struct TextSearchHeadlineOptions: Hashable, Sendable {
  /// What stands before what is found.
  public var start = "<b>"
  /// What stands after it.
  public var stop = "</b>"
  /// How many words are shown at most.
  public var maximumWords = 35
  /// How many words are shown at least; fewer than ``maximumWords``.
  public var minimumWords = 15
  /// How many parts of the text are shown at most; 0 for one part, which is chosen in another way.
  public var maximumFragments = 0
  /// What stands between the parts.
  public var fragmentDelimiter = " ... "
  /// Whether the whole text is shown.
  public var showsAll = false

  /// Makes the options that PostgreSQL has if nothing is said.
  public init() {}

  /// Makes options of what encloses what is found.
  public init(start: String, stop: String) {
    self.start = start
    self.stop = stop
  }

  /// `StartSel="<b>", StopSel="</b>", …`.
  var text: String {
    """
    StartSel=\(Self.quoted(start)), StopSel=\(Self.quoted(stop)), MaxWords=\(maximumWords), MinWords=\(minimumWords), \
    MaxFragments=\(maximumFragments), FragmentDelimiter=\(Self.quoted(fragmentDelimiter)), HighlightAll=\(showsAll)
    """
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }
}
