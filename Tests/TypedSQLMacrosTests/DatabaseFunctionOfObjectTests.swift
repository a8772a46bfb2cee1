import Testing

@Suite struct DatabaseFunctionOfObjectTests {
  @Test func `does not keep its object alive`() {
    assertMacro(
      """
      class Machine {
        @DatabaseFunction func run(_ x: Int, by y: Int) -> Int { x }
      }
      """,
      shows: "var $|let body|invoke"
    ) {
      """
      nonisolated var $run: __macro_local_3runfMu_ {
        #_isolationCheck(TypedSQL._FunctionType(run(_:by:)), as: ((Int, Int) -> Int).self)
        return __macro_local_3runfMu_ { [weak self] argument0, argument1 in
          guard let self else {
            throw TypedSQL.DatabaseFunctionError.deallocated(function: "run")
          }
          return self.run(argument0, by: argument1)
        }
      }
      public let body: (Int, Int) throws -> Int
      public func invoke(_ decoder: inout some TypedSQL.QueryDecoder) throws -> TypedSQL.QueryBinding {
        try Int(queryOutput: self.body(
          decoder._argument(Int.self, "x", of: self.name),
          decoder._argument(Int.self, "y", of: self.name)
        )).queryBinding
      }
      """
    }
  }

  @Test func `throws the method's typed error as any error`() {
    assertMacro(
      """
      class Machine {
        @DatabaseFunction func run() throws(Failure) -> Int { 1 }
      }
      """,
      shows: "var $|let body"
    ) {
      """
      nonisolated var $run: __macro_local_3runfMu_ {
        #_isolationCheck(TypedSQL._FunctionType(run), as: (() throws(Failure) -> Int).self)
        return __macro_local_3runfMu_ { [weak self] in
          guard let self else {
            throw TypedSQL.DatabaseFunctionError.deallocated(function: "run")
          }
          return try self.run()
        }
      }
      public let body: () throws -> Int
      """
    }
  }

  @Test func `reads a property`() {
    assertMacro(
      """
      class Machine {
        @DatabaseFunction var state: Int { 1 }
      }
      """,
      shows: "var $"
    ) {
      """
      nonisolated var $state: __macro_local_5statefMu_ {
        return __macro_local_5statefMu_ { [weak self] in
          guard let self else {
            throw TypedSQL.DatabaseFunctionError.deallocated(function: "state")
          }
          return self.state
        }
      }
      """
    }
  }

  @Test func `runs an aggregate method`() {
    assertMacro(
      """
      class Machine {
        @DatabaseFunction func sum(of values: some Sequence<Int>) -> Int { 1 }
      }
      """,
      shows: "var $"
    ) {
      """
      nonisolated var $sum: __macro_local_3sumfMu_ {
        return __macro_local_3sumfMu_ { [weak self] rows in
          guard let self else {
            throw TypedSQL.DatabaseFunctionError.deallocated(function: "sum")
          }
          return self.sum(of: rows)
        }
      }
      """
    }
  }

  @Test(arguments: ["static", "class"])
  func `is static or a class member like the function`(modifier: String) {
    assertMacro(
      """
      class Machine {
        @DatabaseFunction \(modifier) func one() -> Int { 1 }
      }
      """,
      shows: "var $"
    ) {
      """
      nonisolated \(modifier) var $one: __macro_local_3onefMu_ {
        #_isolationCheck(TypedSQL._FunctionType(one), as: (() -> Int).self)
        return __macro_local_3onefMu_(one)
      }
      """
    }
  }

  @Test func `captures a copy of a structure`() {
    assertMacro(
      """
      struct Tool {
        @DatabaseFunction func run(_ x: Int) -> Int { x }
      }
      """,
      shows: "var $|let body"
    ) {
      """
      nonisolated var $run: __macro_local_3runfMu_ {
        #_isolationCheck(TypedSQL._FunctionType(run(_:)), as: ((Int) -> Int).self)
        return __macro_local_3runfMu_(run(_:))
      }
      public let body: (Int) -> Int
      """
    }
  }
}
