import DatabaseTypes
import IncrementalQueries
import TypedSQL

@testable import LiveEngine
@testable import PostgreSQLLive

/// Tables that depend on those of a test's shop and are hard to keep up to date: partitions and
/// references to them, texts and bits of a fixed length, texts ordered by the database's rules, and
/// views that call functions.
enum OddShapes {
  static let tables = ["odd", "mark"]

  static let schema = """
    CREATE TABLE odd (
      id int, part int, code char(3), bits bit(4), name text, PRIMARY KEY (id, part)
    ) PARTITION BY LIST (part);
    CREATE TABLE odd_0 PARTITION OF odd FOR VALUES IN (0);
    CREATE TABLE odd_1 PARTITION OF odd FOR VALUES IN (1);
    CREATE TABLE odd_2 (name text, bits bit(4), code char(3), part int NOT NULL, id int NOT NULL);
    ALTER TABLE odd ATTACH PARTITION odd_2 FOR VALUES IN (2);
    CREATE TABLE mark (
      id int PRIMARY KEY, odd int, part int,
      FOREIGN KEY (odd, part) REFERENCES odd ON DELETE CASCADE ON UPDATE CASCADE
    );
    CREATE FUNCTION code(bigint) RETURNS text IMMUTABLE LANGUAGE sql AS
      $$SELECT chr(97 + ($1 % 3)::int) || chr(97 + ($1 % 5)::int) || chr(97 + ($1 % 7)::int)$$;
    CREATE FUNCTION follow() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'DELETE' OR TG_OP = 'UPDATE' AND OLD.id <> NEW.id THEN DELETE FROM odd WHERE id = OLD.id; END IF;
      IF TG_OP = 'DELETE' THEN RETURN NULL; END IF;
      UPDATE odd SET part = NEW.value % 3, code = code(NEW.value), bits = (NEW.value % 16)::int::bit(4),
        name = (ARRAY['a', 'B', '_', 'b', 'A', 'Ä'])[NEW.value % 6 + 1] WHERE id = NEW.id;
      IF NOT FOUND THEN
        INSERT INTO odd VALUES (NEW.id, NEW.value % 3, code(NEW.value), NULL, 'new') ON CONFLICT DO NOTHING;
        INSERT INTO mark VALUES (NEW.id, NEW.id, NEW.value % 3) ON CONFLICT DO NOTHING;
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER follow AFTER INSERT OR UPDATE OR DELETE ON item FOR EACH ROW EXECUTE FUNCTION follow();
    UPDATE item SET value = value;
    UPDATE item SET value = value;
    CREATE FUNCTION total(int) RETURNS bigint STABLE LANGUAGE plpgsql AS
      'BEGIN RETURN (SELECT count(*) FROM mark WHERE part = $1); END';
    CREATE VIEW sums AS SELECT id, total(id % 3) AS sum FROM list;
    ALTER PUBLICATION livesql ADD TABLE odd, mark;
    ALTER PUBLICATION livesql SET (publish_via_partition_root = true)
    """

  private static func ordered(by column: String) -> (TestQuery, LivePlan) {
    (
      TestQuery(
        ["odd.id", "odd.\(column)"],
        from: "\"odd\"",
        tables: [(.first, "odd")],
        orderBy: ["odd.\(column)"],
        sameAs: "SELECT id, \(column) FROM odd ORDER BY \(column) NULLS FIRST, id, part"
      ), .orderedPatch
    )
  }

  static let queries: [(TestQuery, LivePlan)] = [
    ordered(by: "code"), ordered(by: "bits"), ordered(by: "name"),
    (
      TestQuery(
        ["odd.id", "odd.part"],
        from: "\"odd\"",
        tables: [(.first, "odd")],
        where: ["odd.part > 0"],
        sameAs: "SELECT id, part FROM odd WHERE part > 0 ORDER BY id, part"
      ), .keyedPatch
    ),
    (
      TestQuery(
        ["mark.id", "odd.code"],
        from:
          "\"mark\" JOIN \"odd\" ON ((\"odd\".\"id\") = (\"mark\".\"odd\") AND odd.part = mark.part)",
        tables: [(.first, "mark"), (.inner, "odd")],
        sameAs: """
          SELECT mark.id, code FROM mark JOIN odd ON odd.id = mark.odd AND odd.part = mark.part
          ORDER BY mark.id, odd.id, odd.part
          """
      ), .join
    ),
    (
      TestQuery(
        ["sums.id", "sums.sum"],
        from: "\"sums\"",
        tables: [(.first, "sums")],
        orderBy: ["sums.id"],
        sameAs: "SELECT id, sum FROM sums ORDER BY id"
      ), .rerun(.noKey("list"))
    ),
  ]
}
