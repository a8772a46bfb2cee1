import DatabaseTypes
import PostgreSQL

extension PostgresTriggerLog {
  /// A regular expression for the names of the functions of a log.
  static let functionNames =
    "^(key|shape|layout|tell|statement|schema_changed|attend|leave|log_[0-9]+)$"

  /// The SQL that creates the log: its tables, and the functions that live queries and triggers
  /// call.
  var schemaSQL: String {
    [tablesSQL, keysSQL, shapeSQL, tellSQL, registerSQL, rightsSQL].joined(separator: "\n\n")
  }

  /// The log is unlogged: after a crash of the server, live queries read everything again anyway.
  private var tablesSQL: String {
    """
    CREATE SCHEMA IF NOT EXISTS \(name);
    -- What transactions have touched: of a table, in a partition, the keys of rows.
    CREATE UNLOGGED TABLE IF NOT EXISTS \(name).log (
      xid xid8 NOT NULL DEFAULT pg_catalog.pg_current_xact_id(), tab oid NOT NULL, part oid, shape int, layout text,
      keys bytea
    );
    CREATE INDEX IF NOT EXISTS log_xid ON \(name).log (xid);
    -- Who reads it, and what they have seen.
    CREATE UNLOGGED TABLE IF NOT EXISTS \(name).readers (
      id text PRIMARY KEY, seen pg_snapshot NOT NULL, until timestamptz NOT NULL
    );
    -- The second until which somebody reads it; no snapshot hides what a sequence says.
    CREATE SEQUENCE IF NOT EXISTS \(name).attention MINVALUE 0 START 0;
    -- The tables whose changes are logged, with the columns of their keys.
    CREATE TABLE IF NOT EXISTS \(name).tables (tab regclass PRIMARY KEY, number oid NOT NULL, layout text);
    """
  }

  /// The functions that encode the values of keys.
  ///
  /// A key whose type has changed since the triggers were created is not an error, because an error
  /// would reach the application.
  private var keysSQL: String {
    let sent = [
      ("smallint", "int2send($1)"), ("integer", "int4send($1)"), ("bigint", "int8send($1)"),
      ("boolean", "boolsend($1)"), ("uuid", "uuid_send($1)"), ("date", "date_send($1)"),
      ("timestamp", "timestamp_send($1)"), ("timestamptz", "timestamptz_send($1)"),
      ("text", "convert_to($1, 'UTF8')"), ("varchar", "convert_to($1, 'UTF8')"), ("bytea", "$1"),
      ("bpchar", "NULL::pg_catalog.bytea"), ("oid", "NULL::pg_catalog.bytea"),
      ("anyelement", "NULL::pg_catalog.bytea"),
    ]
    let functions = sent.map { type, value in
      let value = value.hasPrefix("$") || value.hasPrefix("NULL") ? value : "pg_catalog.\(value)"
      return """
        CREATE OR REPLACE FUNCTION \(name).key(\(type)) RETURNS bytea IMMUTABLE STRICT PARALLEL SAFE LANGUAGE sql
          AS $$SELECT \(value)$$;
        """
    }
    return (["-- A value of a key as the server sends it."] + functions).joined(separator: "\n")
  }

  /// The functions that describe tables.
  ///
  /// `shape` is declared immutable, so that it is computed when a trigger's statement is planned,
  /// and again when the table changes.
  private var shapeSQL: String {
    """
    -- A number that is another one where the table is.
    CREATE OR REPLACE FUNCTION \(name).shape(oid) RETURNS int IMMUTABLE LANGUAGE sql
      SET search_path = pg_catalog, pg_temp AS $$
      SELECT hashtext(concat_ws(
        ';', c.relnamespace, c.relname, c.relreplident,
        (SELECT string_agg(
          concat_ws(' ', attnum, attname, atttypid, atttypmod, attcollation, attnotnull), ',' ORDER BY attnum
        ) FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped),
        (SELECT string_agg(concat_ws(' ', indkey, indisprimary, indisreplident), ',' ORDER BY indexrelid)
          FROM pg_index WHERE indrelid = c.oid AND (indisprimary OR indisreplident)),
        (SELECT string_agg(inhrelid::text, ',' ORDER BY inhrelid) FROM pg_inherits WHERE inhparent = c.oid)
      )) FROM pg_class c WHERE c.oid = $1
    $$;
    -- The columns of a table's key, with their types; NULL where it has none that can be logged.
    CREATE OR REPLACE FUNCTION \(name).layout(oid) RETURNS text STABLE LANGUAGE sql
      SET search_path = pg_catalog, pg_temp AS $$
      SELECT string_agg(a.attname || ':' || a.atttypid::text, ',' ORDER BY a.attnum)
      FROM pg_class c JOIN pg_index i ON i.indrelid = c.oid
        AND CASE c.relreplident WHEN 'i' THEN i.indisreplident ELSE i.indisprimary END
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY((i.indkey::int2[])[0:i.indnkeyatts - 1])
      WHERE c.oid = $1
      HAVING bool_and(a.atttypid IN (16, 17, 20, 21, 23, 25, 1043, 1082, 1114, 1184, 2950))
    $$;
    """
  }

  /// The name of the schema, quoted for SQL.
  var name: String { PostgresConnection.quoted(schema) }

  /// Returns a text as an SQL literal.
  static func literal(_ text: String) -> String { text.quoted(by: "'") }

  /// The statement by which a trigger notifies readers.
  ///
  /// The server sends one notification per transaction.
  private var wakeSQL: String {
    notifies
      ? "IF FOUND THEN PERFORM pg_catalog.pg_notify(\(Self.literal(schema)), ''); END IF;" : ""
  }

  /// Escapes a text for a format string of PostgreSQL's `format`.
  private func inFormat(_ text: String) -> String { text.replacingBytes(of: "%", with: "%%") }

  /// The trigger functions run with their owner's privileges, whatever the writer's search path.
  ///
  /// So every name is qualified with its schema, which costs less than setting a search path. A key
  /// column that no longer exists is NULL, by the enclosing scope, and then the table counts as
  /// changed as a whole: a schema change never makes the application's statement fail. A key column
  /// may have the name of a variable, such as `found` or `new`.
  private var tellSQL: String {
    let literal = Self.literal(name)
    let triggers = ["insert", "update", "delete", "truncate"]
      .map { Self.literal("\(schema)_\($0)") }.joined(separator: ", ")
    return """
      -- Logs the changes of a table and of its partitions; call it again after its key or its partitions have changed.
      CREATE OR REPLACE FUNCTION \(name).tell(watched regclass) RETURNS void LANGUAGE plpgsql
        SET search_path = pg_catalog, pg_temp AS $tell$
      DECLARE
        root regclass := coalesce(pg_partition_root(watched), watched);
        columns text := \(name).layout(root);
        part regclass;
        keys text := 'SELECT NULL::pg_catalog.bytea AS key FROM %1$s LIMIT 10001';
        body text;
      BEGIN
        SELECT c.oid INTO part FROM pg_class c
          WHERE c.oid IN (SELECT root UNION SELECT relid FROM pg_partition_tree(root)) AND c.relkind = 'f' LIMIT 1;
        IF FOUND THEN
          RAISE EXCEPTION 'The trigger log cannot record changes of %, since its foreign table % runs no trigger.', root, part
            USING ERRCODE = 'feature_not_supported', HINT = 'Use PostgresChanges.polling(every:), '
              'or follow each part at the server that has its rows.';
        END IF;
        IF columns IS NOT NULL THEN
          SELECT format(
            'SELECT %s AS key FROM %%1$s AS changed CROSS JOIN (SELECT %s) AS missing '
            'CROSS JOIN LATERAL (SELECT %s FROM (SELECT changed.*) AS present) AS keys LIMIT 10001',
            string_agg(format(
              'coalesce(pg_catalog.int4send(pg_catalog.octet_length(keys.k%1$s)) OPERATOR(pg_catalog.||) keys.k%1$s, '
              'pg_catalog.int4send(-1))', n
            ), ' OPERATOR(pg_catalog.||) ' ORDER BY n),
            string_agg(replace(format('NULL::pg_catalog.%I AS %I', t.typname, a.attname), '%', '%%'),
              ', ' ORDER BY n),
            string_agg(replace(format(\(Self.literal(inFormat(name) + ".key(%I) AS k%s")), a.attname, n), '%', '%%'), ', ' ORDER BY n)
          ) INTO keys
          FROM (
            SELECT a.*, row_number() OVER (ORDER BY a.attnum) AS n FROM pg_class c
            JOIN pg_index i ON i.indrelid = c.oid
              AND CASE c.relreplident WHEN 'i' THEN i.indisreplident ELSE i.indisprimary END
            JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY((i.indkey::int2[])[0:i.indnkeyatts - 1])
            WHERE c.oid = root
          ) AS a JOIN pg_type t ON t.oid = a.atttypid;
        END IF;
        FOR part IN SELECT relid FROM pg_partition_tree(root) UNION SELECT root LOOP
          body := format(
            $body$
            #variable_conflict use_column
            BEGIN
              IF coalesce(pg_catalog.pg_sequence_last_value(%1$s), 0)
                OPERATOR(pg_catalog.<=) extract(epoch FROM pg_catalog.clock_timestamp()) THEN RETURN NULL; END IF;
              IF TG_OP OPERATOR(pg_catalog.=) 'INSERT' THEN %5$s
              ELSIF TG_OP OPERATOR(pg_catalog.=) 'UPDATE' THEN %7$s
              ELSIF TG_OP OPERATOR(pg_catalog.=) 'DELETE' THEN %6$s
              ELSE INSERT INTO \(inFormat(name)).log (tab, part, shape, layout)
                VALUES (%2$s, %3$s, \(inFormat(name)).shape(%3$s), %4$L);
              END IF;
              \(inFormat(wakeSQL))
              RETURN NULL;
            END
            $body$,
            quote_literal(\(Self.literal(name + ".attention"))) || '::pg_catalog.regclass', root::oid, part::oid, columns,
            \(name).statement(root, part, columns, 10000, format(keys, 'livesql_new')),
            \(name).statement(root, part, columns, 10000, format(keys, 'livesql_old')),
            \(name).statement(root, part, columns, 20000,
              format('(%s) UNION ALL (%s)', format(keys, 'livesql_old'), format(keys, 'livesql_new')))
          );
          EXECUTE format(
            'CREATE OR REPLACE FUNCTION %s.%I() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS %L',
            \(literal), 'log_' || part::oid, body
          );
          EXECUTE format(
            'CREATE OR REPLACE TRIGGER %3$I AFTER INSERT ON %1$s REFERENCING NEW TABLE AS livesql_new '
            'FOR EACH STATEMENT EXECUTE FUNCTION %2$s();'
            'CREATE OR REPLACE TRIGGER %4$I AFTER UPDATE ON %1$s '
            'REFERENCING OLD TABLE AS livesql_old NEW TABLE AS livesql_new '
            'FOR EACH STATEMENT EXECUTE FUNCTION %2$s();'
            'CREATE OR REPLACE TRIGGER %5$I AFTER DELETE ON %1$s REFERENCING OLD TABLE AS livesql_old '
            'FOR EACH STATEMENT EXECUTE FUNCTION %2$s();'
            'CREATE OR REPLACE TRIGGER %6$I AFTER TRUNCATE ON %1$s '
            'FOR EACH STATEMENT EXECUTE FUNCTION %2$s();'
            'ALTER TABLE ONLY %1$s ENABLE ALWAYS TRIGGER %3$I, ENABLE ALWAYS TRIGGER %4$I, '
            'ENABLE ALWAYS TRIGGER %5$I, ENABLE ALWAYS TRIGGER %6$I',
            part, format('%s.%I', \(literal), 'log_' || part::oid), \(triggers)
          );
        END LOOP;
        INSERT INTO \(name).tables VALUES (root, root, columns)
          ON CONFLICT (tab) DO UPDATE SET number = excluded.number, layout = excluded.layout;
        PERFORM \(name).schema_changed();
      END
      $tell$;
      -- The statement by which a trigger writes the log.
      CREATE OR REPLACE FUNCTION \(name).statement(root oid, part oid, layout text, most int, keys text)
        RETURNS text LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
        SELECT format(
          'INSERT INTO %1$s.log (tab, part, shape, layout, keys) '
          'SELECT %2$s, %3$s, %1$s.shape(%3$s), %4$L, '
          'CASE WHEN pg_catalog.count(*) OPERATOR(pg_catalog.<=) %5$s '
          'THEN pg_catalog.string_agg(key, ''''::pg_catalog.bytea) END '
          'FROM (%6$s) AS touched HAVING pg_catalog.count(*) OPERATOR(pg_catalog.>) 0;',
          \(literal), root, part, layout, most, keys
        )
      $$;
      -- Says that the schema has changed, as a migration may.
      CREATE OR REPLACE FUNCTION \(name).schema_changed() RETURNS void LANGUAGE plpgsql SECURITY DEFINER
        SET search_path = pg_catalog, pg_temp AS $$
      BEGIN
        INSERT INTO \(name).log (tab) VALUES (0);
        \(wakeSQL)
      END
      $$;
      """
  }

  /// Readers register with a duration; what all of them have seen is removed from the log.
  private var registerSQL: String {
    """
    -- Begins to read the log as a new reader, or goes on: NULL where the reader was given up meanwhile.
    CREATE OR REPLACE FUNCTION \(name).attend(reader text, has_seen pg_snapshot, seconds int, is_new boolean) RETURNS bigint
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    DECLARE
      deadline bigint;
    BEGIN
      LOCK TABLE \(name).readers IN SHARE ROW EXCLUSIVE MODE;
      DELETE FROM \(name).readers WHERE until < clock_timestamp();
      IF is_new THEN
        INSERT INTO \(name).readers VALUES (reader, has_seen, clock_timestamp() + make_interval(secs => seconds));
      ELSE
        UPDATE \(name).readers SET seen = has_seen, until = clock_timestamp() + make_interval(secs => seconds)
          WHERE id = reader;
        IF NOT FOUND THEN RETURN NULL; END IF;
      END IF;
      SELECT greatest(last_value, ceil(extract(epoch FROM clock_timestamp()))::bigint + seconds) INTO deadline
        FROM \(name).attention;
      PERFORM setval(\(Self.literal(name + ".attention")), deadline);
      DELETE FROM \(name).log AS l WHERE NOT EXISTS (
        SELECT FROM \(name).readers AS r WHERE NOT pg_visible_in_snapshot(l.xid, r.seen)
      );
      RETURN deadline;
    END
    $$;
    -- Ends reading the log; when nobody reads it, nothing is written there any more.
    CREATE OR REPLACE FUNCTION \(name).leave(reader text) RETURNS void
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
      LOCK TABLE \(name).readers IN SHARE ROW EXCLUSIVE MODE;
      DELETE FROM \(name).readers WHERE id = reader OR until < clock_timestamp();
      IF NOT EXISTS (SELECT FROM \(name).readers) THEN
        PERFORM setval(\(Self.literal(name + ".attention")), 0);
        DELETE FROM \(name).log;
      END IF;
    END
    $$;
    """
  }

  /// Only readers may read the log; writers to the tables need no privileges on it.
  private var rightsSQL: String {
    let roles = readers.map { PostgresConnection.quoted($0) }.joined(separator: ", ")
    let grants =
      roles.isEmpty
      ? ""
      : """

      GRANT USAGE ON SCHEMA \(name) TO \(roles);
      GRANT SELECT ON \(name).log, \(name).readers, \(name).attention, \(name).tables TO \(roles);
      GRANT EXECUTE ON FUNCTION \(name).attend, \(name).leave, \(name).schema_changed TO \(roles);
      """
    return "REVOKE EXECUTE ON FUNCTION \(name).attend, \(name).leave, \(name).tell FROM PUBLIC;"
      + grants
  }
}
