// The C library Musl as far as the package uses it: what is as in Glibc, and what is of another type.

@_exported import Glibc

public typealias pthread_t = OpaquePointer

public func pthread_self() -> pthread_t { fatalError("made for its spelling") }
