import Testing

@Suite struct DatabasePropertyMacroTests {
  @Test func `reads a computed property`() {
    assertMacro(
      """
      @DatabaseFunction var now: Date { Date() }
      """
    ) {
      """
      var now: Date { Date() }

      nonisolated var $now: __macro_local_3nowfMu_ {
        __macro_local_3nowfMu_ { now }
      }

      nonisolated struct __macro_local_3nowfMu_: TypedSQL.ScalarDatabaseFunction, TypedSQL.QueryExpression {
        public typealias Input = ()
        public typealias Output = Date
        public typealias QueryValue = Date
        public let name = "now"
        public var argumentCount: Swift.Int? {
          0
        }
        public let isDeterministic = false
        public static var _isTheSameEverywhere: Swift.Bool {
          true
        }
        public let body: () -> Date
        public init(_ body: @escaping () -> Date) {
          self.body = body
        }
        public func invoke(_ decoder: inout some TypedSQL.QueryDecoder) throws -> TypedSQL.QueryBinding {
          Date(queryOutput: self.body()).queryBinding
        }
      }
      """
    }
  }

  @Test func `reads a computed property that throws`() {
    assertMacro(
      """
      @DatabaseFunction var one: Int { get throws { 1 } }
      """,
      shows: "var $|let body|invoke"
    ) {
      """
      nonisolated var $one: __macro_local_3onefMu_ {
        __macro_local_3onefMu_ { try one }
      }
      public let body: () throws -> Int
      public func invoke(_ decoder: inout some TypedSQL.QueryDecoder) throws -> TypedSQL.QueryBinding {
        try Int(queryOutput: self.body()).queryBinding
      }
      """
    }
  }

  @Test func `uses a representation for a computed property`() {
    assertMacro(
      """
      @DatabaseFunction(as: Date.UnixTimeRepresentation.self) var now: Date { Date() }
      """,
      shows: "typealias|let body|invoke"
    ) {
      """
      public typealias Input = ()
      public typealias Output = Date.UnixTimeRepresentation
      public typealias QueryValue = Date.UnixTimeRepresentation
      public let body: () -> Date
      public func invoke(_ decoder: inout some TypedSQL.QueryDecoder) throws -> TypedSQL.QueryBinding {
        Date.UnixTimeRepresentation(queryOutput: self.body()).queryBinding
      }
      """
    }
  }
}
