import DatabaseTypes
import TypedSQL

/// The weights of words for ranking documents.
public struct TextSearchWeights: Hashable, Sendable {
  /// The weight of words that are marked A.
  public var a: Double
  /// The weight of words that are marked B.
  public var b: Double
  /// The weight of words that are marked C.
  public var c: Double
  /// The weight of unmarked words.
  public var d: Double

  /// Creates weights; the defaults are PostgreSQL's.
  public init(a: Double = 1, b: Double = 0.4, c: Double = 0.2, d: Double = 0.1) {
    (self.a, self.b, self.c, self.d) = (a, b, c, d)
  }

  /// The weights in SQL, such as `'{0.1, 0.2, 0.4, 1.0}'`.
  var fragment: QueryFragment { "'{\(raw: d), \(raw: c), \(raw: b), \(raw: a)}'" }
}

/// A set of rules by which the length of a document affects its rank.
public struct TextSearchNormalization: OptionSet, Hashable, Sendable {
  /// PostgreSQL's bit mask.
  public let rawValue: Int

  /// Creates a set from PostgreSQL's bit mask.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Divides by 1 plus the logarithm of the length.
  public static let logarithmOfLength = Self(rawValue: 1)
  /// Divides by the length.
  public static let length = Self(rawValue: 2)
  /// Divides by the mean distance between matches.
  ///
  /// It only applies to ``TypedSQL/SQLQueryExpression/coverDensityRank(_:weights:normalization:)``.
  public static let distance = Self(rawValue: 4)
  /// Divides by the number of distinct words.
  public static let distinctWords = Self(rawValue: 8)
  /// Divides by 1 plus the logarithm of the number of distinct words.
  public static let logarithmOfDistinctWords = Self(rawValue: 16)
  /// Divides the rank by itself plus 1, so that it is between 0 and 1.
  public static let belowOne = Self(rawValue: 32)
}

/// Options for headlines: the marks around matches, and the amount of text.
public struct TextSearchHeadlineOptions: Hashable, Sendable {
  /// The mark before a match.
  public var start = "<b>"
  /// The mark after a match.
  public var stop = "</b>"
  /// The maximum number of words.
  public var maximumWords = 35
  /// The minimum number of words; less than ``maximumWords``.
  public var minimumWords = 15
  /// The maximum number of fragments; 0 for a single fragment, which is chosen differently.
  public var maximumFragments = 0
  /// The separator between fragments.
  public var fragmentDelimiter = " ... "
  /// Whether to show the whole text.
  public var showsAll = false

  /// Creates options with PostgreSQL's defaults.
  public init() {}

  /// Creates options with custom marks around matches.
  public init(start: String, stop: String) {
    self.start = start
    self.stop = stop
  }

  /// The options as text, such as `StartSel="<b>", StopSel="</b>", …`.
  var text: String {
    let (start, stop) = (start.quoted(by: "\""), stop.quoted(by: "\""))
    let delimiter = fragmentDelimiter.quoted(by: "\"")
    return """
      StartSel=\(start), StopSel=\(stop), MaxWords=\(maximumWords), MinWords=\(minimumWords), \
      MaxFragments=\(maximumFragments), FragmentDelimiter=\(delimiter), HighlightAll=\(showsAll)
      """
  }
}
