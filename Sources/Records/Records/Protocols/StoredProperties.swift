/// The stored properties of a type, as the Swift runtime reports them to mirrors.
///
/// A mirror needs a value, but a request has only the type. A key path's own description looks only
/// for its offset, so for a property without size it gives the name of the next one.
enum StoredProperties {
  /// Returns the name of a type's property at an offset.
  ///
  /// - Complexity: O(n) in the number of properties.
  static func name(at offset: Int, of valueType: Any.Type, in type: Any.Type) -> String? {
    for index in 0..<childCount(type) where childOffset(type, index: index) == offset {
      var field = Field()
      let fieldType = childMetadata(type, index: index, field: &field)
      defer { field.free?(field.name) }
      if fieldType == valueType, let name = field.name { return String(cString: name) }
    }
    return nil
  }

  /// Returns the types and offsets of a structure's properties; no properties of any other type.
  static func all(of type: Any.Type) -> [(type: Any.Type, offset: Int)] {
    guard isStructure(type) else { return [] }
    return (0..<childCount(type)).map { index in
      var field = Field()
      let fieldType = childMetadata(type, index: index, field: &field)
      field.free?(field.name)
      return (fieldType, childOffset(type, index: index))
    }
  }

  /// Returns whether a type is a structure.
  ///
  /// Its metadata begins with its kind. An enum's number of children depends on its value, so the
  /// runtime must not be asked for it.
  /// https://github.com/swiftlang/swift/blob/main/include/swift/ABI/MetadataKind.def
  private static func isStructure(_ type: Any.Type) -> Bool {
    unsafeBitCast(type, to: UnsafePointer<UInt>.self).pointee == 0x200
  }

  /// The runtime's description of a property.
  struct Field {
    var name: UnsafePointer<CChar>?
    var free: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
    var isStrong = false
    var isVariable = false
  }
}

// The functions behind `Mirror`, which the standard library calls in the same way.
// https://github.com/swiftlang/swift/blob/main/stdlib/public/core/ReflectionMirror.swift

@_silgen_name("swift_reflectionMirror_recursiveCount")
private func childCount(_ type: Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildOffset")
private func childOffset(_ type: Any.Type, index: Int) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func childMetadata(
  _ type: Any.Type,
  index: Int,
  field: UnsafeMutablePointer<StoredProperties.Field>
) -> Any.Type
