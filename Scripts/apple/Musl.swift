// The part of the C library Musl that the package uses: what is the same as in Glibc, and what has another type.

@_exported import Glibc

public typealias pthread_t = OpaquePointer

public func pthread_self() -> pthread_t { fatalError("made for its spelling") }
