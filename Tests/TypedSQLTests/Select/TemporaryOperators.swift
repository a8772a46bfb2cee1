import TypedSQL

extension QueryExpression where QueryValue: _OptionalPromotable {
  func eq<E: QueryExpression>(_ other: E) -> SQLQueryExpression<Bool>
  where E.QueryValue: _OptionalPromotable<QueryValue._Optionalized> {
    SQLQueryExpression("(\(self)) = (\(other))")
  }
  func like(_ other: String) -> SQLQueryExpression<Bool> {
    SQLQueryExpression("(\(self)) LIKE (\(bind: other))")
  }
  func count() -> SQLQueryExpression<Int> { SQLQueryExpression("count(\(self))") }
  func length() -> SQLQueryExpression<Int> { SQLQueryExpression("length(\(self))") }
}
func > <A: QueryExpression, B: QueryExpression>(a: A, b: B) -> SQLQueryExpression<Bool>
where A.QueryValue == B.QueryValue { SQLQueryExpression("(\(a)) > (\(b))") }
func < <A: QueryExpression, B: QueryExpression>(a: A, b: B) -> SQLQueryExpression<Bool>
where A.QueryValue == B.QueryValue { SQLQueryExpression("(\(a)) < (\(b))") }
func + <A: QueryExpression, B: QueryExpression>(a: A, b: B) -> SQLQueryExpression<Int>
where A.QueryValue == Int, B.QueryValue == Int { SQLQueryExpression("(\(a)) + (\(b))") }
prefix func ! <A: QueryExpression>(a: A) -> SQLQueryExpression<Bool> where A.QueryValue == Bool {
  SQLQueryExpression("NOT (\(a))")
}
