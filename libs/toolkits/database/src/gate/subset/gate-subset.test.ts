import { describe, expect, it } from '@jest/globals';
import { mysqlDialect, sqliteDialect } from './dialects.js';
import { gateSubset } from './gate-subset.js';

const dialects = { mysql: mysqlDialect, sqlite: sqliteDialect };
const outcome = (dialect: keyof typeof dialects, sql: string): string => {
  try {
    return `ok: ${gateSubset(dialects[dialect], sql).sql}`;
  } catch (error) {
    const { name, reason } = error as { name: string; reason: string };
    if (name !== 'Refusal') throw error;
    return reason;
  }
};

describe('what a query may be', () => {
  it.each([
    'select 1',
    'select a.id, count(*) as n from orders a left join users u on a.user_id = u.id where a.x = ? group by a.id having count(*) > 3 order by n desc limit 10 offset 5',
    "with t as (select 1 as a), v as (select a from t) select t.a from t inner join v on v.a = t.a where t.a not in (1, 2) and t.b is not null and t.c like 'x%'",
    'select case a when 1 then 2 else null end, coalesce(a, b), cast(a as decimal(10, 2)) from t where exists (select 1 from u where u.id = t.id)',
    'select sum(x) over (partition by y order by z rows between 1 preceding and current row) from t where a between 1 and 2 or not b',
    'select a from t union all select b from u intersect select c from v order by 1',
    "select 'it''s; -- no comment' as a",
  ])('%s', (sql) => {
    expect(outcome('mysql', sql)).toMatch(/^ok/);
    expect(outcome('sqlite', sql.replace('decimal(10, 2)', 'numeric(10, 2)'))).toMatch(/^ok/);
  });

  it.each([
    [
      'mysql',
      'select date_sub(now(), interval 30 day), extract(year from d), timestampdiff(day, a, b), group_concat(distinct a order by b separator ",") from t',
      'not_allowed',
    ],
    [
      'mysql',
      "select date_sub(now(), interval 30 day), extract(year from d), timestampdiff(day, a, b), group_concat(distinct a order by b separator ',') from t",
      'ok',
    ],
    ['mysql', 'select `a b`.`c``d` from `a b` group by c with rollup', 'ok'],
    [
      'sqlite',
      `select "a", strftime('%Y', b), c -> '$.x', key from t, json_each(t.d) where e glob 'x*' collate nocase`,
      'ok',
    ],
    ['sqlite', 'select count(*) filter (where a > 1) from t', 'ok'],
  ] as const)('%s: %s → %s', (dialect, sql, expected) => {
    expect(outcome(dialect, sql).split(':')[0]).toBe(expected);
  });

  it('runs the tokens of the statement, with a limit where there is none', () => {
    expect(outcome('mysql', '  select\n\ta . b ,  1.5\nfrom t ; ')).toBe('ok: select a . b , 1.5 from t LIMIT 1001');
    expect(outcome('mysql', 'select count(*)  from t')).toBe('ok: select count(*) from t LIMIT 1001');
    expect(outcome('sqlite', 'select a from t limit 3')).toBe('ok: select a from t limit 3');
  });

  it('reports tables, columns, depth, parameters and tables without a condition', () => {
    expect(
      gateSubset(
        mysqlDialect,
        'select a.x from s.t as a join u on u.id = a.id where 1 = 1 and (select max(y) from v where z = ?) > 0',
      ),
    ).toMatchObject({
      tables: [
        { schema: 's', name: 't' },
        { schema: null, name: 'u' },
        { schema: null, name: 'v' },
      ],
      columns: ['x', 'id', 'y', 'z'],
      joins: 1,
      depth: 1,
      parameters: 1,
    });
    expect(gateSubset(sqliteDialect, 'select a from t where 1 = 1').unconditioned).toEqual([
      { schema: null, name: 't' },
    ]);
  });
});

const both: readonly (readonly [string, string])[] = [
  ['delete from t', 'write_operation_not_permitted'],
  ['with d as (delete from t returning a) select * from d', 'write_operation_not_permitted'],
  ['insert into t values (1)', 'write_operation_not_permitted'],
  ['replace into t values (1)', 'write_operation_not_permitted'],
  ['drop table t', 'write_operation_not_permitted'],
  ['select * into x from t', 'write_operation_not_permitted'],
  ["select a into outfile '/tmp/x' from t", 'write_operation_not_permitted'],
  ["select a from t into dumpfile '/tmp/x'", 'write_operation_not_permitted'],
  ["attach database '/tmp/x' as y", 'write_operation_not_permitted'],
  ['pragma writable_schema = 1', 'write_operation_not_permitted'],
  ['set @a = 1', 'not_allowed'],
  ['select 1; select 2', 'not_allowed'],
  ['select 1 /*! , sleep(5) */', 'not_allowed'],
  ['select 1 /* x */', 'not_allowed'],
  ['select 1 -- x', 'not_allowed'],
  ['select 1 # x', 'not_allowed'],
  ["select 'a\\'; drop table t; -- '", 'not_allowed'],
  ["select x'41'", 'not_allowed'],
  ["select _utf8'a'", 'not_allowed'],
  ["select N'a'", 'not_allowed'],
  ['select 0x41', 'not_allowed'],
  ['select @@version', 'not_allowed'],
  ['select @a', 'not_allowed'],
  ['select :a', 'not_allowed'],
  ['select $1', 'not_allowed'],
  ['select sleep(5)', 'not_allowed'],
  ['select sleep (5)', 'not_allowed'],
  ['select `sleep`(5)', 'any'],
  ["select benchmark(1e9, md5('x'))", 'not_allowed'],
  ["select get_lock('x', 1)", 'not_allowed'],
  ["select load_file('/etc/passwd')", 'not_allowed'],
  ['select user()', 'not_allowed'],
  ['select database()', 'not_allowed'],
  ['select last_insert_id()', 'not_allowed'],
  ["select sys_exec('id')", 'not_allowed'],
  ["select repeat('x', 1e9)", 'not_allowed'],
  ["select lpad('x', 1e9)", 'not_allowed'],
  ["select load_extension('x')", 'not_allowed'],
  ["select readfile('/etc/passwd')", 'not_allowed'],
  ["select writefile('/tmp/x', 'y')", 'not_allowed'],
  ['select randomblob(1e9)', 'not_allowed'],
  ['select zeroblob(1e9)', 'not_allowed'],
  ["select replace(a, 'x', 'yyyy') from t", 'not_allowed'],
  ["select edit('x')", 'not_allowed'],
  ["select fts3_tokenizer('x')", 'not_allowed'],
  ['select sqlite_version()', 'not_allowed'],
  ['select * from generate_series(1, 1e9)', 'not_allowed'],
  ["select * from pragma_table_info('t')", 'not_allowed'],
  ['with recursive t as (select 1 as a union all select a from t) select * from t', 'not_allowed'],
  ['select a from t for update', 'parse_error'],
  ['select a from t lock in share mode', 'any'],
  ['select a from t procedure analyse()', 'parse_error'],
  ['select a from t natural join u', 'parse_error'],
  ['select a from t straight_join u', 'parse_error'],
  ['select a from t window w as (order by a)', 'parse_error'],
  ['select sql_calc_found_rows a b from t', 'any'],
  ['table t', 'parse_error'],
  ['values (1)', 'parse_error'],
  ['show tables', 'parse_error'],
  ['explain select 1', 'parse_error'],
  ['select', 'parse_error'],
  ['', 'parse_error'],
  ["select 'a", 'parse_error'],
  ['select 1\0', 'parse_error'],
  ['select ％', 'not_allowed'],
  ['select a＇b', 'not_allowed'],
  ['select (select (select (select (select 1))))', 'query_too_complex'],
  ['select 1 from a, b, c, d, e, f, g', 'query_too_complex'],
  [`select ${'('.repeat(60)}1${')'.repeat(60)}`, 'query_too_complex'],
  [Array.from({ length: 13 }, () => 'select 1').join(' union '), 'query_too_complex'],
];

describe('escapes', () => {
  it.each(both.map(([sql, reason]) => [sql.slice(0, 80), reason, sql]))('%s → %s', (_, reason, sql) => {
    for (const dialect of ['mysql', 'sqlite'] as const) {
      const found = outcome(dialect, sql);
      // A name in quotes is a column, of which the schema knows whether it exists; it is never called.
      if (reason === 'any') expect(found).not.toMatch(/^ok.*sleep`? ?\(/);
      else expect(found).toBe(reason);
    }
  });

  it.each([
    ['mysql', 'select * from mysql.user'],
    ['mysql', 'select * from information_schema.tables'],
    ['mysql', 'select * from performance_schema.threads'],
    ['mysql', 'select * from sys.session'],
    ['sqlite', 'select * from sqlite_schema'],
    ['sqlite', 'select * from main.sqlite_master'],
    ['sqlite', 'select * from pragma_database_list'],
    ['sqlite', 'select * from dbstat'],
  ] as const)('%s: %s', (dialect, sql) => {
    expect(outcome(dialect, sql)).toBe('not_allowed');
  });
});
