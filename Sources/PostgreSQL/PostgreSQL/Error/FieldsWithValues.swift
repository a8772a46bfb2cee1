/// The fields of an error in which the server may write a bound value.
struct FieldsWithValues: OptionSet {
  let rawValue: UInt8

  static let message = Self(rawValue: 1)
  static let detail = Self(rawValue: 2)
  static let hint = Self(rawValue: 4)
  static let all: Self = [.message, .detail, .hint]
}

extension SQLState.Class {
  /// The fields that may contain a bound value: all of them in classes that are not known.
  ///
  /// DETAIL is never part of a description, whatever its class.
  var fieldsWithValues: FieldsWithValues { Self.fieldsWithValues[rawValue] ?? .all }

  /// Whether the server itself has codes of this class.
  var isKnown: Bool { Self.fieldsWithValues[rawValue] != nil }

  /// All classes of the server, where names of objects that a constraint or a privilege belongs to
  /// are no values, but names that a function receives are.
  private static let fieldsWithValues: [String: FieldsWithValues] = [
    // successful completion
    "00": [],
    // warning
    "01": .all,
    // no data
    "02": [],
    // SQL statement not yet complete
    "03": [],
    // connection exception
    "08": [],
    // triggered action exception
    "09": .all,
    // feature not supported
    "0A": .all,
    // invalid transaction initiation
    "0B": [],
    // locator exception
    "0F": .all,
    // invalid grantor
    "0L": .all,
    // invalid role specification
    "0P": .all,
    // diagnostics exception
    "0Z": [],
    // XQuery error
    "10": .all,
    // case not found
    "20": .all,
    // cardinality violation
    "21": [],
    // data exception
    "22": .all,
    // integrity constraint violation
    "23": .detail,
    // invalid cursor state
    "24": .all,
    // invalid transaction state
    "25": [],
    // invalid SQL statement name
    "26": .all,
    // triggered data change violation
    "27": [],
    // invalid authorization specification
    "28": [],
    // dependent privilege descriptors still exist
    "2B": .detail,
    // invalid transaction termination
    "2D": [],
    // SQL routine exception
    "2F": .all,
    // invalid cursor name
    "34": .all,
    // external routine exception
    "38": .all,
    // external routine invocation exception
    "39": .all,
    // savepoint exception
    "3B": .all,
    // invalid catalog name
    "3D": .all,
    // invalid schema name
    "3F": .all,
    // transaction rollback
    "40": [],
    // syntax error or access rule violation
    "42": .all,
    // WITH CHECK OPTION violation
    "44": .detail,
    // insufficient resources
    "53": .all,
    // program limit exceeded
    "54": .all,
    // object not in prerequisite state
    "55": .all,
    // operator intervention
    "57": [],
    // system error
    "58": .all,
    // snapshot failure
    "72": [],
    // configuration file error
    "F0": .all,
    // foreign data wrapper error
    "HV": .all,
    // PL/pgSQL error
    "P0": .all,
    // internal error
    "XX": .all,
  ]
}
