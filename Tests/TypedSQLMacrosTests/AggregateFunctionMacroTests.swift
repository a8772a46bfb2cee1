import Testing

@Suite struct AggregateFunctionMacroTests {
  @Test func `runs on the rows of a group`() {
    assertMacro(
      """
      @DatabaseFunction func total(_ values: some Sequence<Int>) -> Int { 0 }
      """
    ) {
      """
      func total(_ values: some Sequence<Int>) -> Int { 0 }

      nonisolated var $total: __macro_local_5totalfMu_ {
        __macro_local_5totalfMu_ { total($0) }
      }

      nonisolated struct __macro_local_5totalfMu_: TypedSQL.AggregateDatabaseFunction {
        public typealias Input = Int
        public typealias Output = Int
        public typealias Element = Int
        public let name = "total"
        public var argumentCount: Swift.Int? {
          1
        }
        public let isDeterministic = false
        public static var _isTheSameEverywhere: Swift.Bool {
          true
        }
        public let body: (any Swift.Sequence<Int>) -> Int
        public init(_ body: @escaping (any Swift.Sequence<Int>) -> Int) {
          self.body = body
        }
        public func callAsFunction(
          _ argument0: some TypedSQL.QueryExpression<Int>,
          distinct isDistinct: Swift.Bool = false,
          order: (some TypedSQL.QueryExpression)? = Swift.Bool?.none,
          filter: (some TypedSQL.QueryExpression<Swift.Bool>)? = Swift.Bool?.none
        ) -> TypedSQL.SQLQueryExpression<Int> {
          self._call([argument0.queryFragment], distinct: isDistinct, order: order?.queryFragment, filter: filter?.queryFragment)
        }
        public func step(_ decoder: inout some TypedSQL.QueryDecoder) throws -> Int {
          try decoder._argument(Int.self, "argument0", of: self.name)
        }
        public func invoke(_ sequence: some Swift.Sequence<Int>) throws -> TypedSQL.QueryBinding {
          Int(queryOutput: self.body(sequence)).queryBinding
        }
      }
      """
    }
  }

  @Test func `takes several arguments from each row`() {
    assertMacro(
      """
      @DatabaseFunction func joined(_ rows: some Sequence<(String, by: String)>) -> String { "" }
      """,
      shows: "typealias|argumentCount|callAsFunction|step"
    ) {
      """
      public typealias Input = (String, String)
      public typealias Output = String
      public typealias Element = (String, by: String)
      public var argumentCount: Swift.Int? {
        2
      }
      public func callAsFunction(
        _ argument0: some TypedSQL.QueryExpression<String>,
        by: some TypedSQL.QueryExpression<String>,
        distinct isDistinct: Swift.Bool = false,
        order: (some TypedSQL.QueryExpression)? = Swift.Bool?.none,
        filter: (some TypedSQL.QueryExpression<Swift.Bool>)? = Swift.Bool?.none
      ) -> TypedSQL.SQLQueryExpression<String> {
        self._call([argument0.queryFragment, by.queryFragment], distinct: isDistinct, order: order?.queryFragment, filter: filter?.queryFragment)
      }
      public func step(_ decoder: inout some TypedSQL.QueryDecoder) throws -> (String, by: String) {
        try (
          decoder._argument(String.self, "argument0", of: self.name),
          by: decoder._argument(String.self, "by", of: self.name)
        )
      }
      """
    }
  }

  @Test func `calls the function with its argument label`() {
    assertMacro(
      """
      @DatabaseFunction func total(of values: some Sequence<Int>) throws -> Int { 0 }
      """,
      shows: "var $|invoke|let body"
    ) {
      """
      nonisolated var $total: __macro_local_5totalfMu_ {
        __macro_local_5totalfMu_ { try total(of: $0) }
      }
      public let body: (any Swift.Sequence<Int>) throws -> Int
      public func invoke(_ sequence: some Swift.Sequence<Int>) throws -> TypedSQL.QueryBinding {
        try Int(queryOutput: self.body(sequence)).queryBinding
      }
      """
    }
  }

  @Test func `uses representations for the arguments of each row`() {
    assertMacro(
      """
      @DatabaseFunction(
        as: ((any Sequence<(Date.UnixTimeRepresentation, Int)>) -> Date.UnixTimeRepresentation).self
      )
      func latest(_ rows: some Sequence<(Date, Int)>) -> Date { Date() }
      """,
      shows: "typealias|step|invoke"
    ) {
      """
      public typealias Input = (Date.UnixTimeRepresentation, Int)
      public typealias Output = Date.UnixTimeRepresentation
      public typealias Element = (Date, Int)
      public func step(_ decoder: inout some TypedSQL.QueryDecoder) throws -> (Date, Int) {
        try (
          decoder._argument(Date.UnixTimeRepresentation.self, "argument0", of: self.name),
          decoder._argument(Int.self, "argument1", of: self.name)
        )
      }
      public func invoke(_ sequence: some Swift.Sequence<(Date, Int)>) throws -> TypedSQL.QueryBinding {
        Date.UnixTimeRepresentation(queryOutput: self.body(sequence)).queryBinding
      }
      """
    }
  }

  @Test func `may return nothing`() {
    assertMacro(
      """
      @DatabaseFunction func log(_ rows: some Sequence<String>) {}
      """,
      shows: "Output|invoke"
    ) {
      """
      public typealias Output = Swift.Void
      public func invoke(_ sequence: some Swift.Sequence<String>) throws -> TypedSQL.QueryBinding {
        self.body(sequence)
        return .null
      }
      """
    }
  }

  @Test func `takes rows of a table`() {
    assertMacro(
      """
      @DatabaseFunction func log(_ rows: some Sequence<Reminder>) -> Int { 0 }
      """,
      shows: "typealias|argumentCount|step"
    ) {
      """
      public typealias Input = Reminder
      public typealias Output = Int
      public typealias Element = Reminder
      public var argumentCount: Swift.Int? {
        var count = 0
        count += Reminder._columnWidth
        return count
      }
      public func step(_ decoder: inout some TypedSQL.QueryDecoder) throws -> Reminder {
        try decoder._argument(Reminder.self, "argument0", of: self.name)
      }
      """
    }
  }

  @Test func `accepts any sequence, also by its full name`() {
    assertMacro(
      """
      @DatabaseFunction func a(_ rows: any Sequence<Int>) -> Int { 0 }
      @DatabaseFunction func b(_ rows: some Swift.Sequence<Int?>) -> Int { 0 }
      """,
      shows: "typealias Element|let body"
    ) {
      """
      public typealias Element = Int
      public let body: (any Swift.Sequence<Int>) -> Int
      public typealias Element = Int?
      public let body: (any Swift.Sequence<Int?>) -> Int
      """
    }
  }

  @Test func `a function with a second parameter is scalar`() {
    assertMacro(
      """
      @DatabaseFunction func a(_ rows: [Int], _ b: Int) -> Int { 0 }
      """,
      shows: "typealias"
    ) {
      """
      public typealias Input = ([Int], Int)
      public typealias Output = Int
      """
    }
  }
}
