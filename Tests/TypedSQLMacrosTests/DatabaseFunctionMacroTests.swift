import Testing

@Suite struct DatabaseFunctionMacroTests {
  @Test func `declares a value that represents the function`() {
    assertMacro(
      """
      @DatabaseFunction func exclaim(_ text: String) -> String { text + "!" }
      """
    ) {
      """
      func exclaim(_ text: String) -> String { text + "!" }

      nonisolated var $exclaim: __macro_local_7exclaimfMu_ {
        #_isolationCheck(TypedSQL._FunctionType(exclaim(_:)), as: ((String) -> String).self)
        return __macro_local_7exclaimfMu_(exclaim(_:))
      }

      nonisolated struct __macro_local_7exclaimfMu_: TypedSQL.ScalarDatabaseFunction {
        public typealias Input = String
        public typealias Output = String
        public let name = "exclaim"
        public var argumentCount: Swift.Int? {
          1
        }
        public let isDeterministic = false
        public static var _isTheSameEverywhere: Swift.Bool {
          true
        }
        public let body: (String) -> String
        public init(_ body: @escaping (String) -> String) {
          self.body = body
        }
        public func callAsFunction(_ text: some TypedSQL.QueryExpression<String>) -> TypedSQL.SQLQueryExpression<String> {
          self._call([text.queryFragment])
        }
        public func invoke(_ decoder: inout some TypedSQL.QueryDecoder) throws -> TypedSQL.QueryBinding {
          try String(queryOutput: self.body(decoder._argument(String.self, "text", of: self.name))).queryBinding
        }
      }
      """
    }
  }

  @Test func `accepts a name`() {
    assertMacro(
      """
      @DatabaseFunction("to_upper") func upper(_ text: String) -> String { text }
      """,
      shows: "let name"
    ) {
      """
      public let name = "to_upper"
      """
    }
  }

  @Test(arguments: [true, false])
  func `is deterministic if the argument is true`(isDeterministic: Bool) {
    assertMacro(
      "@DatabaseFunction(isDeterministic: \(isDeterministic)) func one() -> Int { 1 }",
      shows: "isDeterministic"
    ) {
      "public let isDeterministic = \(isDeterministic)"
    }
  }

  @Test func `accepts a function without parameters`() {
    assertMacro(
      """
      @DatabaseFunction func now() -> Date { Date() }
      """
    ) {
      """
      func now() -> Date { Date() }

      nonisolated var $now: __macro_local_3nowfMu_ {
        #_isolationCheck(TypedSQL._FunctionType(now), as: (() -> Date).self)
        return __macro_local_3nowfMu_(now)
      }

      nonisolated struct __macro_local_3nowfMu_: TypedSQL.ScalarDatabaseFunction {
        public typealias Input = ()
        public typealias Output = Date
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
        public func callAsFunction() -> TypedSQL.SQLQueryExpression<Date> {
          self._call([])
        }
        public func invoke(_ decoder: inout some TypedSQL.QueryDecoder) throws -> TypedSQL.QueryBinding {
          Date(queryOutput: self.body()).queryBinding
        }
      }
      """
    }
  }

  @Test func `keeps labels`() {
    assertMacro(
      """
      @DatabaseFunction func add(_ a: Int, to b: Int, name: String) -> Int { a + b }
      """,
      shows: "callAsFunction|func invoke|var $"
    ) {
      """
      nonisolated var $add: __macro_local_3addfMu_ {
        #_isolationCheck(TypedSQL._FunctionType(add(_:to:name:)), as: ((Int, Int, String) -> Int).self)
        return __macro_local_3addfMu_(add(_:to:name:))
      }
      public func callAsFunction(
        _ a: some TypedSQL.QueryExpression<Int>,
        to b: some TypedSQL.QueryExpression<Int>,
        name: some TypedSQL.QueryExpression<String>
      ) -> TypedSQL.SQLQueryExpression<Int> {
        self._call([a.queryFragment, b.queryFragment, name.queryFragment])
      }
      public func invoke(_ decoder: inout some TypedSQL.QueryDecoder) throws -> TypedSQL.QueryBinding {
        try Int(queryOutput: self.body(
          decoder._argument(Int.self, "a", of: self.name),
          decoder._argument(Int.self, "b", of: self.name),
          decoder._argument(String.self, "name", of: self.name)
        )).queryBinding
      }
      """
    }
  }

  @Test func `names parameters that have no name`() {
    assertMacro(
      """
      @DatabaseFunction func second(_: Int, _ b: Int, label _: Int) -> Int { b }
      """,
      shows: "callAsFunction|var $"
    ) {
      """
      nonisolated var $second: __macro_local_6secondfMu_ {
        #_isolationCheck(TypedSQL._FunctionType(second(_:_:label:)), as: ((Int, Int, Int) -> Int).self)
        return __macro_local_6secondfMu_(second(_:_:label:))
      }
      public func callAsFunction(
        _ argument0: some TypedSQL.QueryExpression<Int>,
        _ b: some TypedSQL.QueryExpression<Int>,
        label argument2: some TypedSQL.QueryExpression<Int>
      ) -> TypedSQL.SQLQueryExpression<Int> {
        self._call([argument0.queryFragment, b.queryFragment, argument2.queryFragment])
      }
      """
    }
  }

  @Test func `keeps default values`() {
    assertMacro(
      """
      @DatabaseFunction func round(_ x: Double, places: Int = 2) -> Double { x }
      """,
      shows: "callAsFunction"
    ) {
      """
      public func callAsFunction(
        _ x: some TypedSQL.QueryExpression<Double>,
        places: some TypedSQL.QueryExpression<Int> = Int(queryOutput: 2)
      ) -> TypedSQL.SQLQueryExpression<Double> {
        self._call([x.queryFragment, places.queryFragment])
      }
      """
    }
  }

  @Test func `accepts nil as a default value`() {
    assertMacro(
      """
      @DatabaseFunction func round(_ x: Double, places: Int? = nil) -> Double { x }
      """,
      shows: "callAsFunction"
    ) {
      """
      public func callAsFunction(
        _ x: some TypedSQL.QueryExpression<Double>,
        places: some TypedSQL.QueryExpression<Int?> = Int?(queryOutput: nil)
      ) -> TypedSQL.SQLQueryExpression<Double> {
        self._call([x.queryFragment, places.queryFragment])
      }
      """
    }
  }

  @Test func `accepts a non-optional expression for an optional parameter`() {
    assertMacro(
      """
      @DatabaseFunction func length(_ text: String?) -> Int? { text?.count }
      """,
      shows: "callAsFunction|invoke"
    ) {
      """
      public func callAsFunction(_ text: some TypedSQL.QueryExpression<some TypedSQL._OptionalPromotable<String?>>) -> TypedSQL.SQLQueryExpression<Int?> {
        self._call([text.queryFragment])
      }
      public func invoke(_ decoder: inout some TypedSQL.QueryDecoder) throws -> TypedSQL.QueryBinding {
        try Int?(queryOutput: self.body(decoder._argument(String?.self, "text", of: self.name))).queryBinding
      }
      """
    }
  }

  @Test func `uses representations for the arguments and the result`() {
    assertMacro(
      """
      @DatabaseFunction(as: (([String].JSONRepresentation, Int) -> [String].JSONRepresentation).self)
      func joined(_ a: [String], _ b: Int) -> [String] { a }
      """,
      shows: "typealias|let body|callAsFunction|invoke"
    ) {
      """
      public typealias Input = ([String].JSONRepresentation, Int)
      public typealias Output = [String].JSONRepresentation
      public let body: ([String], Int) -> [String]
      public func callAsFunction(
        _ a: some TypedSQL.QueryExpression<[String].JSONRepresentation>,
        _ b: some TypedSQL.QueryExpression<Int>
      ) -> TypedSQL.SQLQueryExpression<[String].JSONRepresentation> {
        self._call([a.queryFragment, b.queryFragment])
      }
      public func invoke(_ decoder: inout some TypedSQL.QueryDecoder) throws -> TypedSQL.QueryBinding {
        try [String].JSONRepresentation(queryOutput: self.body(
          decoder._argument([String].JSONRepresentation.self, "a", of: self.name),
          decoder._argument(Int.self, "b", of: self.name)
        )).queryBinding
      }
      """
    }
  }

  @Test func `uses representations for a function without a result`() {
    assertMacro(
      """
      @DatabaseFunction(as: ((Date.UnixTimeRepresentation) -> Void).self)
      func log(_ date: Date) {}
      """,
      shows: "typealias|let body|invoke"
    ) {
      """
      public typealias Input = Date.UnixTimeRepresentation
      public typealias Output = Swift.Void
      public let body: (Date) -> Swift.Void
      public func invoke(_ decoder: inout some TypedSQL.QueryDecoder) throws -> TypedSQL.QueryBinding {
        try self.body(decoder._argument(Date.UnixTimeRepresentation.self, "date", of: self.name))
        return .null
      }
      """
    }
  }

  @Test func `throws if the function throws`() {
    assertMacro(
      """
      @DatabaseFunction func one() throws -> Int { 1 }
      """,
      shows: "let body|init(|invoke"
    ) {
      """
      public let body: () throws -> Int
      public init(_ body: @escaping () throws -> Int) {
        self.body = body
      }
      public func invoke(_ decoder: inout some TypedSQL.QueryDecoder) throws -> TypedSQL.QueryBinding {
        try Int(queryOutput: self.body()).queryBinding
      }
      """
    }
  }

  @Test func `keeps a typed throws clause`() {
    assertMacro(
      """
      @DatabaseFunction func one() throws(Failure) -> Int { 1 }
      """,
      shows: "let body|init(|invoke"
    ) {
      """
      public let body: () throws(Failure) -> Int
      public init(_ body: @escaping () throws(Failure) -> Int) {
        self.body = body
      }
      public func invoke(_ decoder: inout some TypedSQL.QueryDecoder) throws -> TypedSQL.QueryBinding {
        try Int(queryOutput: self.body()).queryBinding
      }
      """
    }
  }

  @Test(arguments: ["public", "package", "internal", "fileprivate", "private"])
  func `has the access level of the function`(access: String) {
    assertMacro(
      "@DatabaseFunction \(access) func one() -> Int { 1 }",
      shows: "var $"
    ) {
      """
      \(access) nonisolated var $one: __macro_local_3onefMu_ {
        #_isolationCheck(TypedSQL._FunctionType(one), as: (() -> Int).self)
        return __macro_local_3onefMu_(one)
      }
      """
    }
  }

  @Test func `is static for a static function`() {
    assertMacro(
      """
      struct Tools {
        @DatabaseFunction static func one() -> Int { 1 }
      }
      """,
      shows: "var $"
    ) {
      """
      nonisolated static var $one: __macro_local_3onefMu_ {
        #_isolationCheck(TypedSQL._FunctionType(one), as: (() -> Int).self)
        return __macro_local_3onefMu_(one)
      }
      """
    }
  }

  @Test func `has the availability of the function`() {
    assertMacro(
      """
      @available(macOS 16, *)
      @DatabaseFunction func one() -> Int { 1 }
      """,
      shows: "@available"
    ) {
      """
      @available(macOS 16, *)
      @available(macOS 16, *)
      @available(macOS 16, *)
      """
    }
  }

  @Test func `returns NULL from a function without a result`() {
    assertMacro(
      """
      @DatabaseFunction func log(_ text: String) {}
      """,
      shows: "Output|let body|callAsFunction|invoke"
    ) {
      """
      public typealias Output = Swift.Void
      public let body: (String) -> Swift.Void
      public func callAsFunction(_ text: some TypedSQL.QueryExpression<String>) -> TypedSQL.SQLQueryExpression<Swift.Void> {
        self._call([text.queryFragment])
      }
      public func invoke(_ decoder: inout some TypedSQL.QueryDecoder) throws -> TypedSQL.QueryBinding {
        try self.body(decoder._argument(String.self, "text", of: self.name))
        return .null
      }
      """
    }
  }

  @Test func `treats Void and the empty tuple alike`() {
    assertMacro(
      """
      @DatabaseFunction func a() -> Void {}
      @DatabaseFunction func b() -> () {}
      """,
      shows: "Output"
    ) {
      """
      public typealias Output = Swift.Void
      public typealias Output = Swift.Void
      """
    }
  }

  @Test func `counts the columns of a row`() {
    assertMacro(
      """
      @DatabaseFunction func isLate(_ reminder: Reminder, by days: Int) -> Bool { true }
      """,
      shows: "argumentCount"
    ) {
      """
      public var argumentCount: Swift.Int? {
        var count = 1
        count += Reminder._columnWidth
        return count
      }
      """
    }
  }

  @Test func `drops ownership modifiers from the input type`() {
    assertMacro(
      """
      @DatabaseFunction func one(_ text: borrowing String) -> Int { 1 }
      """,
      shows: "typealias Input|let body"
    ) {
      """
      public typealias Input = String
      public let body: (String) -> Int
      """
    }
  }

  @Test func `keeps backticks`() {
    assertMacro(
      """
      @DatabaseFunction func `default`(_ `in`: String) -> String { `in` }
      """,
      shows: "var $|let name|callAsFunction|_argument"
    ) {
      """
      nonisolated var $default: __macro_local_7defaultfMu_ {
        #_isolationCheck(TypedSQL._FunctionType(`default`(_:)), as: ((String) -> String).self)
        return __macro_local_7defaultfMu_(`default`(_:))
      }
      public let name = "default"
      public func callAsFunction(_ `in`: some TypedSQL.QueryExpression<String>) -> TypedSQL.SQLQueryExpression<String> {
        self._call([`in`.queryFragment])
      }
      try String(queryOutput: self.body(decoder._argument(String.self, "in", of: self.name))).queryBinding
      """
    }
  }
}
