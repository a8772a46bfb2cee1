/// The statements that create a database with odd names and rare declarations.
let oddDatabase = #"""
  CREATE TABLE "order lines" (
    "order" INTEGER NOT NULL, "line no." INTEGER NOT NULL, "class" TEXT NOT NULL DEFAULT 'it''s \(new)',
    "2nd" TEXT DEFAULT 'x', PRIMARY KEY ("order", "line no.")
  ) WITHOUT ROWID;
  CREATE TABLE "keyword" (
    "id" INTEGER PRIMARY KEY, "self" TEXT, "init" INT NOT NULL DEFAULT -1, "Type" TEXT, "default" REAL NOT NULL
    DEFAULT 1, "in" BLOB, "is" INT, "as" INT, "inout" INT, "nil" INT, "true" BOOLEAN NOT NULL DEFAULT FALSE, "Any" INT,
    "some" INT, "Protocol" INT, "_" INT, "async" INT, "await" INT, "copy" INT, "consume" INT, "unsafe" INT, "yield" INT, "each" INT,
    "repeat" INT, "get" INT, "set" INT, "mutating" INT, "actor" INT, "lazy" INT, "weak" INT, "final" INT, "discard" INT, "throws" INT, "operator" INT
  );
  CREATE TABLE "members" (
    "id" TEXT PRIMARY KEY NOT NULL, "query" TEXT, "queryFragment" TEXT, "queryOutput" TEXT, "primaryKey" TEXT, "columns" INT,
    "allColumns" INT, "writableColumns" INT, "tableName" INT, "hashValue" INT, "hash" INT, "description" INT, "decoder" INT,
    "encoder" INT, "other" INT, "all" INT, "count" INT, "where" INT, "select" INT, "from" INT, "QueryValue" INT, "Draft" INT,
    "queryBinding" INT, "schemaName" INT, "none" INT, "some" INT, "asc" INT, "fetchAll" INT, "update" INT, "delete" INT,
    "rowid_" INT, "_columnWidth" INT, "_allColumns" INT, "_names" INT, "name" INT
  );
  CREATE TABLE "Date" ("at" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP, "until" TIMESTAMP, "day" DATE, "unix" INTEGER);
  CREATE TABLE "table" ("a b" INT, "a_b" INT, "aB" INT, "A-B" INT, "ab2" INT);
  CREATE TABLE "tables" ("code" VARCHAR(8) PRIMARY KEY, "value" DECIMAL(10, 2) NOT NULL DEFAULT 0.5, "big" BIGINT NOT NULL);
  CREATE TABLE "selections" ("id" INT, "no" INT);
  CREATE TABLE "ids" ("id" UUID PRIMARY KEY NOT NULL, "ID2" GUID, "bytes" UUID_BLOB NOT NULL, "raw" VARBINARY(16), "doc" JSON);
  CREATE TABLE "strings" ("any" ANY NOT NULL, "int" INT, "text" TEXT NOT NULL DEFAULT (hex(1)), "nothing" TEXT DEFAULT NULL) STRICT;
  CREATE TABLE "say ""hi"" \(1) /* */" ("tab	and
  line" TEXT, "quote"" \" TEXT, "ünïcödé" TEXT, "日本語" TEXT, "🎉" TEXT, "e-mail" TEXT, "$dollar" TEXT, "`tick`" TEXT);
  CREATE TABLE "🎉" ("" TEXT, "x" INT);
  CREATE TABLE "2020 sales" ("1" INT NOT NULL, "2" INT NOT NULL DEFAULT 2);
  CREATE TABLE "PEOPLE_STATUSES" ("PERSON_ID" INTEGER PRIMARY KEY, "STATUS" TEXT NOT NULL, "PAGE_URL" TEXT);
  CREATE TABLE "parts" (
    "id" INTEGER NOT NULL, "region" TEXT NOT NULL, "weight" REAL, "size" INT REFERENCES "tables",
    "label" TEXT GENERATED ALWAYS AS ("region" || "id"), "double" REAL AS ("weight" * 2) STORED,
    PRIMARY KEY ("region", "id")
  );
  INSERT INTO "parts" ("id", "region", "weight") VALUES (0, 'here', 1.5);
  CREATE TABLE "places" ("left" INT, "right" INT, "id" INT NOT NULL, PRIMARY KEY ("left", "right"));
  CREATE TABLE "untyped" ("number" NOT NULL, "word", "nothing", "mixed", "quarter");
  INSERT INTO "untyped" VALUES (1, 'one', NULL, 1, 0.25), (2, NULL, NULL, 'two', 1);
  CREATE VIEW "part weights" AS SELECT "region" AS "id", sum("weight") AS "sum", count(*) FROM "parts" GROUP BY 1;
  CREATE TABLE "gone" ("x" INT);
  CREATE VIEW "broken" AS SELECT * FROM "gone";
  DROP TABLE "gone";
  CREATE VIRTUAL TABLE "noteTexts" USING fts5("title", "note body", content = '');
  CREATE VIRTUAL TABLE "placeBoxes" USING rtree("id", "min x", "max x", +"label" TEXT);
  """#
