import { beforeAll, describe, expect, it } from '@jest/globals';
import { queryBounds } from '../bounds.js';
import { gatePostgres, loadPostgresParser, type Parse } from './gate-postgres.js';

let parse: Parse;
beforeAll(async () => {
  parse = await loadPostgresParser();
});

const gate = (sql: string) => gatePostgres(parse, sql);

describe('what a query may be', () => {
  it.each([
    'select 1',
    'SELECT a, count(*) FILTER (WHERE b > 1) FROM t WHERE c = $1 GROUP BY a HAVING count(*) > 2 ORDER BY 2 DESC LIMIT 5',
    "with recent as (select * from orders where created_at > now() - interval '7 days') select r.id from recent r join users u on u.id = r.user_id",
    'select sum(x) over (partition by y order by z rows between 1 preceding and current row) from t where z is not null',
    'select * from t where id in (select id from u where u.x = t.x) union all select * from v where w between 1 and 2',
    "select case when a then 1 else 2 end, coalesce(b, 'x'), c::numeric(10, 2), d ->> 'k', e[1], array[1, 2] from t",
    'select generate_series(1, 3), x from unnest(array[1,2]) as x',
    'select distinct on (a) a, b from t order by a, b fetch first 3 rows only',
    'select /* a comment */ 1 -- another',
    "select extract(year from d), date_trunc('month', d), current_date from t",
    'select percentile_cont(0.5) within group (order by x) from t where y = any($1::int[])',
  ])('%s', (sql) => {
    expect(gate(sql).sql.toLowerCase()).toContain('select');
  });

  it('adds a limit only where there is none', () => {
    expect(gate('select a from t where b = 1').sql).toBe('select a from t where b = 1\nLIMIT 1001');
    expect(gate('select a from t where b = 1 limit 3;').sql).toBe('select a from t where b = 1 limit 3');
    expect(gate('select a from t offset 2 -- c').sql).toMatch(/LIMIT 1001$/);
  });

  it('reports what is read', () => {
    const facts = gate(
      'with c as (select 1 as one) select a.x, c.one from s.t a join u on u.id = a.id, c where a.y = $2',
    );
    expect(facts).toMatchObject({
      tables: [
        { schema: 's', name: 't' },
        { schema: null, name: 'u' },
      ],
      unconditioned: [],
      joins: 2,
      depth: 1,
      parameters: 2,
    });
    expect(facts.columns).toEqual(expect.arrayContaining(['x', 'one', 'id', 'y']));
  });

  it.each([
    'select * from t',
    'select * from t where true',
    'select * from t where 1 = 1',
    'select * from t join u on u.id = t.id',
  ])('notices a table without a condition: %s', (sql) => {
    expect(gate(sql).unconditioned).toContainEqual({ schema: null, name: 't' });
  });
});

/** Every escape that was named for servers of this kind, by the wall that stops it. */
const escapes: readonly (readonly [string, string])[] = [
  ['with d as (delete from t returning *) select * from d', 'write_operation_not_permitted'],
  ['with d as (update t set a = 1 returning *) select * from d', 'write_operation_not_permitted'],
  ['with d as (insert into t values (1) returning *) select 1', 'write_operation_not_permitted'],
  [
    'with d as (merge into t using u on true when matched then delete returning *) select 1',
    'write_operation_not_permitted',
  ],
  ['select * into copied from t', 'write_operation_not_permitted'],
  ['select * from t for update', 'write_operation_not_permitted'],
  ['select * from t for key share skip locked', 'write_operation_not_permitted'],
  ...[
    'insert into t values (1)',
    'update t set a = 1',
    'delete from t',
    'truncate t',
    'drop table t',
    'alter table t add b int',
    'create table t (a int)',
    'create function f() returns int as $$ select 1 $$ language sql',
    'create extension dblink',
    'grant select on t to public',
    "copy t to program 'id'",
    'do $$ begin perform 1; end $$',
    'call p()',
    'prepare q as select 1',
    'execute q',
    'vacuum t',
    'lock table t',
    'refresh materialized view v',
    "comment on table t is 'x'",
    'reindex table t',
  ].map((sql) => [sql, 'write_operation_not_permitted'] as const),
  ...[
    'explain select 1',
    'explain analyze delete from t',
    'begin',
    'commit',
    'rollback',
    'set role postgres',
    'set session characteristics as transaction read write',
    'set transaction read write',
    'reset all',
    'discard all',
    'show all',
    'listen x',
    'notify x',
    'declare c cursor for select 1',
    'fetch c',
    'checkpoint',
    "load 'x'",
    'select 1; select 2',
    'select 1; drop table t',
    'commit; drop schema public cascade',
  ].map((sql) => [sql, 'not_allowed'] as const),
  ...[
    "pg_read_file('/etc/passwd')",
    "pg_catalog.pg_read_file('/etc/passwd')",
    "pg_read_binary_file('x')",
    "pg_ls_dir('.')",
    "pg_stat_file('x')",
    "lo_import('/etc/passwd')",
    "lo_export(1, '/tmp/x')",
    'lo_get(1)',
    "lo_from_bytea(0, 'x')",
    "dblink('host=h', 'select 1')",
    "dblink_exec('x', 'drop table t')",
    "set_config('role', 'postgres', false)",
    "current_setting('data_directory')",
    'pg_sleep(9)',
    "pg_sleep_for('9s')",
    'pg_advisory_lock(1)',
    'pg_try_advisory_xact_lock(1)',
    "nextval('s')",
    "setval('s', 1)",
    "currval('s')",
    'lastval()',
    "query_to_xml('delete from t', true, true, '')",
    "table_to_xml('t', true, true, '')",
    "database_to_xml(true, true, '')",
    "cursor_to_xml('c', 1, true, true, '')",
    "xpath('/', 'x')",
    'pg_terminate_backend(1)',
    'pg_cancel_backend(1)',
    'pg_reload_conf()',
    'pg_rotate_logfile()',
    'pg_switch_wal()',
    "pg_notify('c', 'x')",
    "pg_logical_emit_message(true, 'a', 'b')",
    "pg_create_logical_replication_slot('x', 'y')",
    'pg_export_snapshot()',
    'txid_current()',
    'pg_current_xact_id()',
    "pg_get_viewdef('v')",
    'pg_get_functiondef(1)',
    "has_table_privilege('t', 'select')",
    'pg_backend_pid()',
    'inet_server_addr()',
    'version()',
    'current_user',
    'session_user',
    'current_catalog',
    'current_schema',
    'user',
    "ts_stat('select 1')",
    "ts_rewrite('a', 'select 1')",
    "to_regclass('t')",
    "'t'::regclass",
    "'pg_sleep'::regproc",
    "'<a/>'::xml",
    'xmlparse(document $1)',
    'xmlelement(name a)',
    "repeat('x', 1000000000)",
    "lpad('x', 1000000000)",
    "format('%1000000000s', 1)",
    'array_fill(1, array[1000000000])',
    '2::numeric ^ 100000',
    'power(9, 99999)',
    'factorial(99999)',
    'random()',
    'gen_random_uuid()',
    'clock_timestamp()',
    'setseed(0.5)',
    'my_function(1)',
    'public.lower(a)',
    'a OPERATOR(public.+) b',
    'a !!! b',
    '"PG_SLEEP"(1)',
    'pg_column_size(t.*)',
    'json_populate_record(null::t, a)',
    'row(1)::t',
    'cast(a as t)',
    "replace(replace(a, 'x', 'yyyyyyyyyyyyyyyyyyyyyyyyy'), 'y', 'z')",
    "regexp_replace(a, '.', b)",
    'count(variadic array[1])',
  ].map((call) => [`select ${call} from t where a = 1`, 'not_allowed'] as const),
  ...[
    'select * from pg_catalog.pg_authid where oid = 1',
    'select * from pg_shadow',
    'select rolname from pg_roles where true',
    'select * from pg_stat_activity',
    'select * from pg_settings',
    'select * from information_schema.tables',
    'select * from pg_toast.pg_toast_1234',
    'select * from pg_temp.x',
    'select * from other.public.t',
    'select * from pg_read_file($1) as x',
    "select * from dblink('h', 'q') as t(a int)",
    'select * from rows from (pg_sleep(1), unnest(array[1]))',
    'select * from generate_series(1, 3), pg_ls_dir($1)',
    "select * from xmltable('/a' passing x columns b text)",
    'select * from t tablesample system (1)',
    'with recursive t as (select 1 union all select 1 from t) select count(*) from t',
  ].map((sql) => [sql, 'not_allowed'] as const),
  ...[
    'select * from a, b, c, d, e, f, g where a.x = 1',
    'select * from a join b using (x) join c using (x) join d using (x) join e using (x) join f using (x) join g using (x) where y = 1',
    'select (select (select (select (select 1))))',
    Array.from({ length: 13 }, () => 'select 1').join(' union all '),
    `select ${Array.from({ length: 30 }, () => 'a').join(' || ')} from t where a = $1`,
    `select '${'x'.repeat(10_001)}'`,
  ].map((sql) => [sql, 'query_too_complex'] as const),
  ...[
    '',
    '   ',
    '-- nothing',
    'selec 1',
    'select from from',
    "select 'a",
    'select 1\0',
    'select \ud800',
    '/* a',
    "select U&'\\0061",
    'select 1;;;; drop',
  ].map((sql) => [sql, 'parse_error'] as const),
];

describe('escapes', () => {
  it.each(escapes.map(([sql, reason]) => [sql.slice(0, 90), reason, sql]))('%s → %s', (_, reason, sql) => {
    let refused: unknown;
    try {
      gate(sql);
    } catch (error) {
      refused = error;
    }
    expect(refused).toMatchObject({ name: 'Refusal', reason });
  });

  it('a statement that is too deep to parse is refused or read, and the parser still works', () => {
    const deep = ['('.repeat(4_900) + 1 + ')'.repeat(4_900), `${'1+'.repeat(4_990)}1`, `${'not '.repeat(2_400)}true`];
    for (const expression of deep) {
      try {
        gate(`select ${expression}`);
      } catch (error) {
        expect(error).toMatchObject({ name: 'Refusal' });
      }
    }
    expect(gate('select 1').joins).toBe(0);
  });

  it('a text that looks like a statement stays a value', () => {
    expect(gate("select * from t where a = 'x''; drop table t; --'").tables).toEqual([{ schema: null, name: 't' }]);
  });

  it('bounds are those that are given', () => {
    expect(() => gatePostgres(parse, 'select * from a, b', { ...queryBounds, maxJoins: 0 })).toThrow(
      /1 joins; at most 0/,
    );
  });
});
