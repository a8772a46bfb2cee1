import Testing

@Suite struct ColumnCheckMacroTests {
  @Test func `a type that cannot be stored needs a representation`() {
    assertDiagnostics(
      """
      @UnrepresentableCheck(Thing.self) var thing: Thing
      """,
      applying: "Apply '@Ephemeral'"
    ) {
      """
      @UnrepresentableCheck(Thing.self) var thing: Thing
                                                   ^ error: 'Thing' is not representable as a column
                                                     fix-it: Apply '@Column(as:)' to specify a representation
                                                     fix-it: Apply '@Ephemeral' to exclude from table
      """
    } fixed: {
      "@Ephemeral @UnrepresentableCheck(Thing.self) var thing: Thing"
    }
  }

  @Test func `a fix-it inserts a placeholder for the representation`() {
    assertDiagnostics(
      """
      /// A thing.
      @UnrepresentableCheck((any Thing).self) public var thing: any Thing
      """
    ) {
      """
      @UnrepresentableCheck((any Thing).self) public var thing: any Thing
                                                                ^ error: 'any Thing' is not representable as a column
                                                                  fix-it: Apply '@Column(as:)' to specify a representation
                                                                  fix-it: Apply '@Ephemeral' to exclude from table
      """
    } fixed: {
      """
      /// A thing.
      @Column(as: <#any QueryRepresentable.Type#>) @UnrepresentableCheck((any Thing).self) public var thing: any Thing
      """
    }
  }

  @Test func `a Codable type can be stored as JSON`() {
    assertDiagnostics(
      """
      @CodableCheck([String].self) var notes: [String]
      """
    ) {
      """
      @CodableCheck([String].self) var notes: [String]
                                              ^ error: '[String]' is not representable as a column
                                                fix-it: Apply '@Column(as: [String].JSONRepresentation.self)' to store as JSON
                                                fix-it: Apply '@Column(as: [String].JSONBRepresentation.self)' to store as JSONB
                                                fix-it: Apply '@Column(as:)' to specify a representation
                                                fix-it: Apply '@Ephemeral' to exclude from table
      """
    } fixed: {
      """
      @Column(as: [String].JSONRepresentation.self) @CodableCheck([String].self) var notes: [String]
      """
    }
  }

  @Test func `a Codable type can be stored as JSONB`() {
    assertDiagnostics(
      """
      @CodableCheck(Address?.self) var address: Address?
      """,
      applying: "Apply '@Column(as: Address?.JSONB"
    ) {
      """
      @CodableCheck(Address?.self) var address: Address?
                                                ^ error: 'Address?' is not representable as a column
                                                  fix-it: Apply '@Column(as: Address?.JSONRepresentation.self)' to store as JSON
                                                  fix-it: Apply '@Column(as: Address?.JSONBRepresentation.self)' to store as JSONB
                                                  fix-it: Apply '@Column(as:)' to specify a representation
                                                  fix-it: Apply '@Ephemeral' to exclude from table
      """
    } fixed: {
      """
      @Column(as: Address?.JSONBRepresentation.self) @CodableCheck(Address?.self) var address: Address?
      """
    }
  }

  @Test func `a type with a raw value can be stored as its raw value`() {
    assertDiagnostics(
      """
      @RawValueCheck(Priority.self) var priority: Priority
      """
    ) {
      """
      @RawValueCheck(Priority.self) var priority: Priority
                                                  ^ error: 'Priority' is not representable as a column; conform it to 'QueryBindable' to store it as its raw value
                                                    fix-it: Apply '@Column(as: Priority.RawRepresentation.self)' to store as its raw value
                                                    fix-it: Apply '@Column(as:)' to specify a representation
                                                    fix-it: Apply '@Ephemeral' to exclude from table
      """
    } fixed: {
      """
      @Column(as: Priority.RawRepresentation.self) @RawValueCheck(Priority.self) var priority: Priority
      """
    }
  }

  @Test func `an optional type with a raw value can be stored as its raw value`() {
    assertDiagnostics(
      """
      @RawValueCheck(Priority?.self) var priority: Priority?
      """
    ) {
      """
      @RawValueCheck(Priority?.self) var priority: Priority?
                                                   ^ error: 'Priority?' is not representable as a column; conform it to 'QueryBindable' to store it as its raw value
                                                     fix-it: Apply '@Column(as: Priority?.RawRepresentation.self)' to store as its raw value
                                                     fix-it: Apply '@Column(as:)' to specify a representation
                                                     fix-it: Apply '@Ephemeral' to exclude from table
      """
    }
  }

  @Test func `the message for an unstorable default value shows the expression`() {
    assertDiagnostics(
      """
      @UnrepresentableCheck(value: [1, 2]) var list = [1, 2]
      """
    ) {
      """
      @UnrepresentableCheck(value: [1, 2]) var list = [1, 2]
                                                      ^ error: '[1, 2]' is not a '@Selection' or representable as a column
                                                        fix-it: Apply '@Column(as:)' to specify a representation
                                                        fix-it: Apply '@Ephemeral' to exclude from table
      """
    } fixed: {
      """
      @Column(as: <#any QueryRepresentable.Type#>) @UnrepresentableCheck(value: [1, 2]) var list = [1, 2]
      """
    }
  }

  @Test func `the value of a case can be stored as JSON, but cannot be ephemeral`() {
    assertDiagnostics(
      """
      enum Kind {
        @CodableCheck([String].self) case notes([String])
      }
      """
    ) {
      """
        @CodableCheck([String].self) case notes([String])
                                                ^ error: '[String]' is not representable as a column
                                                  fix-it: Apply '@Column(as: [String].JSONRepresentation.self)' to store as JSON
                                                  fix-it: Apply '@Column(as: [String].JSONBRepresentation.self)' to store as JSONB
                                                  fix-it: Apply '@Column(as:)' to specify a representation
      """
    } fixed: {
      """
      enum Kind {
        @Column(as: [String].JSONRepresentation.self) @CodableCheck([String].self) case notes([String])
      }
      """
    }
  }

  @Test func `a group cannot have a column name`() {
    assertDiagnostics(
      """
      @GroupCheck(Group.self) @Column("name") var group: Group
      """
    ) {
      """
      @GroupCheck(Group.self) @Column("name") var group: Group
                                      ^ error: Column name cannot be applied to a column group
                                        fix-it: Remove '"name"'
      """
    } fixed: {
      "@GroupCheck(Group.self) var group: Group"
    }
  }

  @Test func `removing a group's column name keeps the other arguments`() {
    assertDiagnostics(
      """
      @GroupCheck(Group.self) @Column("name", primaryKey: true) var group: Group
      """
    ) {
      """
      @GroupCheck(Group.self) @Column("name", primaryKey: true) var group: Group
                                      ^ error: Column name cannot be applied to a column group
                                        fix-it: Remove '"name"'
      """
    } fixed: {
      "@GroupCheck(Group.self) @Column(primaryKey: true) var group: Group"
    }
  }

  @Test func `a group cannot be generated`() {
    assertDiagnostics(
      """
      @GroupCheck(Group.self)
      @Column(generated: .stored)
      let group: Group
      """
    ) {
      """
      @Column(generated: .stored)
              ^ error: Argument 'generated' cannot be applied to a column group
                fix-it: Remove 'generated: .stored'
      """
    } fixed: {
      """
      @GroupCheck(Group.self)
      let group: Group
      """
    }
  }

  @Test func `a group can be the primary key`() {
    assertDiagnostics(
      """
      @GroupCheck(Group.self) @Column(primaryKey: true) let group: Group
      """
    ) {
      ""
    }
  }
}
