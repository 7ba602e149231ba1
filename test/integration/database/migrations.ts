import { type MigrationPlan, type MigrationRequest, planMigration, type SqlSource } from '@assay/kit-database/testing';
import { expect, it } from '@jest/globals';

const signal = new AbortController().signal;

/** What the tests need of a database with the tables `people` and `visits`, each with some rows. */
export interface MigrationPlace {
  readonly source: () => SqlSource;
  /** Runs a statement as the owner, outside of the kit. */
  readonly asOwner: (sql: string) => Promise<readonly Record<string, unknown>[]>;
  readonly schema: string | null;
  /** The tables as they are. */
  readonly people: string;
  readonly visits: string;
}

const [people, visits] = [
  "CREATE TABLE people (id INT PRIMARY KEY, name VARCHAR(40) NOT NULL, note VARCHAR(20) DEFAULT 'none')",
  'CREATE TABLE visits (id INT PRIMARY KEY, person INT NOT NULL, at_year INT, CONSTRAINT visits_person FOREIGN KEY (person) REFERENCES people (id))',
] as const;
export const migrated = { people, visits };
export const makeTables = [
  people,
  visits,
  "INSERT INTO people VALUES (1, 'Ann', 'x'), (2, 'Bo', NULL)",
  'INSERT INTO visits VALUES (1, 1, 2024), (2, 2, 2025)',
];

/** The desired tables after some changes, in the words of both PostgreSQL and MariaDB. */
const wanted = `
  CREATE TABLE people (id INT PRIMARY KEY, name VARCHAR(80) NOT NULL, remark VARCHAR(20) DEFAULT 'none', country CHAR(2) NOT NULL DEFAULT 'DE',
    CONSTRAINT people_name UNIQUE (name));
  CREATE TABLE places (id INT PRIMARY KEY, label VARCHAR(40) NOT NULL);
  CREATE TABLE visits (id INT PRIMARY KEY, person INT NOT NULL, place INT, at_year INT NOT NULL, CONSTRAINT visits_person FOREIGN KEY (person) REFERENCES people (id),
    CONSTRAINT visits_place FOREIGN KEY (place) REFERENCES places (id), CONSTRAINT visits_year CHECK (at_year > 1900));
  CREATE INDEX visits_at_year ON visits (at_year)`;

export function testsOfMigrations(place: MigrationPlace): void {
  const table = (name: string) => ({ schema: place.schema, name });
  const plan = (desired: string, rest: Partial<MigrationRequest> = {}, rows = 1_000): Promise<MigrationPlan> =>
    planMigration(place.source(), { desired, renames: [], drops: [], ...rest }, () => rows, signal);
  const rename = { renames: [{ table: table('people'), column: 'note', to: 'remark' }] };
  const state = async () => [
    await place.asOwner('SELECT * FROM people ORDER BY id'),
    await place.asOwner('SELECT * FROM visits ORDER BY id'),
  ];

  it('runs nothing on the database, and leaves nothing in the scratch database', async () => {
    const before = await state();
    const first = await plan(wanted, rename);
    expect(await state()).toEqual(before);
    expect((await plan(wanted, rename)).up.map((it) => it.sql)).toEqual(first.up.map((it) => it.sql));
  });

  it('leads up to the desired tables and down again, with the rows kept', async () => {
    const before = await state();
    const { up, down, copied } = await plan(wanted, rename);
    expect(copied).toEqual(['people', 'visits']);
    for (const { sql } of up) await place.asOwner(sql);
    expect(await place.asOwner('SELECT id, remark, country FROM people ORDER BY id')).toEqual([
      { id: 1, remark: 'x', country: 'DE' },
      { id: 2, remark: null, country: 'DE' },
    ]);
    await expect(place.asOwner('INSERT INTO visits VALUES (3, 1, 99, 2024)')).rejects.toThrow();
    expect((await plan(wanted)).up).toEqual([]);
    for (const { sql } of down) await place.asOwner(sql);
    expect(await state()).toEqual(before);
  });

  it('estimates by rows, and names what blocks others and what loses data', async () => {
    const { up, rates } = await plan(wanted, rename, 50_000_000);
    const index = up.find((it) => it.sql.includes('visits_at_year'));
    expect(index).toMatchObject({ work: 'index', estimatedMs: Math.round(50_000 * rates.index), blocks: 'nothing' });
    expect(up.every((it) => it.lock !== '')).toBe(true);
    const smaller = place.people.replace('name VARCHAR(40)', 'name VARCHAR(10)');
    const narrowed = (await plan(smaller)).up.find((it) => it.losesData);
    expect(narrowed).toMatchObject({ work: 'rewrite', note: expect.stringMatching(/does not fit/) });
  });

  it('removes only what drops name', async () => {
    await expect(plan(place.visits.replace('at_year INT, ', ''))).rejects.toThrow(/no column "at_year"/);
    const { up } = await plan(place.visits.replace('at_year INT, ', ''), {
      drops: [{ table: table('visits'), column: 'at_year' }],
    });
    expect(up).toMatchObject([{ losesData: true }]);
    expect((await plan('', { drops: [{ table: table('visits'), column: null }] })).up).toMatchObject([
      { losesData: true, sql: expect.stringMatching(/DROP TABLE/) },
    ]);
  });

  it('is refused where a step fails on the copy, with the statement', async () => {
    await expect(plan('', { drops: [{ table: table('people'), column: null }] })).rejects.toThrow(/DROP TABLE/);
    await expect(plan('CREATE TABLE x (id INT PRIMARY KEY, y INT REFERENCES absent (id))')).rejects.toThrow(
      /absent|CREATE TABLE x/,
    );
  });
}

/** A change of every kind that PostgreSQL has a lock of its own for. */
export const manyChanges: MigrationRequest = {
  desired: `
    CREATE TYPE mood AS ENUM ('good', 'bad');
    CREATE TABLE people (id BIGINT PRIMARY KEY, name VARCHAR(80) NOT NULL, note VARCHAR(20) NOT NULL DEFAULT 'nothing', mood mood,
      made timestamptz DEFAULT now(), CONSTRAINT people_name UNIQUE (name), CONSTRAINT people_id CHECK (id > 0));
    COMMENT ON TABLE people IS 'who visits'; COMMENT ON COLUMN people.name IS 'in full';
    CREATE TABLE visits (id INT PRIMARY KEY, person BIGINT NOT NULL, at_year INT, other serial, CONSTRAINT visits_person FOREIGN KEY (person) REFERENCES people (id) ON DELETE CASCADE);
    CREATE INDEX visits_person ON visits (person) WHERE at_year > 2000`,
  renames: [],
  drops: [],
};
