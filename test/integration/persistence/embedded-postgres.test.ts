import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { folderApart, openDatabase, startEmbeddedPostgres } from '@assay/persistence';
import { describe, expect, it } from '@jest/globals';

const log = () => undefined;
/** A killed process loses nothing that the operating system has; only the test of the defaults waits for the disk. */
const settings = { fsync: 'off' };
/** Only root runs PostgreSQL as somebody else. */
const asRoot = process.getuid?.() === 0 ? it : it.skip;
const server = join(import.meta.dirname, '../../../apps/server');

/** A home that PostgreSQL's own user may pass through, removed afterwards. */
async function withHome(run: (home: string) => Promise<void>): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'assay-home-'));
  chmodSync(home, 0o711);
  try {
    await run(home);
  } finally {
    for (const folder of [home, folderApart(home)]) rmSync(folder, { recursive: true, force: true });
  }
}

async function query(url: string, ...texts: string[]): Promise<Record<string, unknown>[]> {
  const database = openDatabase(url, 1);
  try {
    let rows: Record<string, unknown>[] = [];
    for (const text of texts) rows = (await database.pool.query(text)).rows;
    return rows;
  } finally {
    await database.close();
  }
}

/** A process that has ended and that nobody has collected yet still takes signals. */
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return !existsSync('/proc/self/stat') || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

async function gone(pid: number): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < 20_000 && isAlive(pid); waitedMs += 20) await pause(20);
  return !isAlive(pid);
}

/** Another process that starts the database of a home and stays. */
async function startElsewhere(home: string): Promise<{ url: string; database: number; kill: () => Promise<void> }> {
  const script = `import { startEmbeddedPostgres } from '@assay/persistence';
    const { url, pid } = await startEmbeddedPostgres({
      home: process.argv[1], log: () => undefined, settings: { fsync: 'off' },
    });
    console.log(JSON.stringify({ url, pid }));
    setInterval(() => undefined, 1_000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script, home], {
    cwd: server,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const { url, pid } = JSON.parse(line.toString('utf8')) as { url: string; pid: number };
  const kill = async () => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  return { url, database: pid, kill };
}

describe('the embedded database', () => {
  it('keeps what it was given over a stop, and leaves no process', () =>
    withHome(async (home) => {
      const first = await startEmbeddedPostgres({ home, log, settings });
      await query(first.url, 'CREATE TABLE kept (n int)', 'INSERT INTO kept VALUES (7)');
      await first.stop();
      expect(isAlive(first.pid)).toBe(false);
      const second = await startEmbeddedPostgres({ home, log, settings });
      expect(await query(second.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
      await second.stop();
      expect(isAlive(second.pid)).toBe(false);
    }));

  it('works with a role that is no superuser, and may not become one', () =>
    withHome(async (home) => {
      const { url, stop } = await startEmbeddedPostgres({ home, log, settings });
      try {
        expect(
          await query(
            url,
            'SELECT rolsuper, rolcreaterole, rolcreatedb, rolbypassrls FROM pg_roles WHERE rolname = current_user',
          ),
        ).toEqual([{ rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolbypassrls: false }]);
        for (const forbidden of [
          "COPY (SELECT 1) TO PROGRAM 'true'",
          "SELECT pg_read_file('postgresql.conf')",
          'SET ROLE assay',
          'ALTER ROLE assay_server SUPERUSER',
        ])
          await expect(query(url, forbidden)).rejects.toThrow(/permission denied|Only roles|must be superuser/i);
        expect(statSync(join(home, 'postgres.server.password')).mode & 0o777).toBe(0o600);
      } finally {
        await stop();
      }
    }));

  it('hands what an earlier version made as the superuser over to that role', () =>
    withHome(async (home) => {
      const first = await startEmbeddedPostgres({ home, log, settings });
      await query(
        first.superuserUrl,
        'ALTER DATABASE assay OWNER TO assay',
        'CREATE SCHEMA of_runs',
        "CREATE TYPE of_runs.state AS ENUM ('new')",
        'CREATE TABLE of_runs.run (id serial PRIMARY KEY, other int GENERATED ALWAYS AS IDENTITY, state of_runs.state)',
        'CREATE TABLE parted (at date) PARTITION BY RANGE (at)',
        "CREATE TABLE parted_one PARTITION OF parted FOR VALUES FROM ('2026-01-01') TO ('2026-02-01')",
        'CREATE SEQUENCE counter',
        'CREATE VIEW seen AS SELECT * FROM parted',
        "CREATE FUNCTION answer() RETURNS int LANGUAGE sql AS 'SELECT 42'",
        'CREATE EXTENSION pg_trgm',
      );
      await first.stop();
      const second = await startEmbeddedPostgres({ home, log, settings });
      try {
        await query(
          second.url,
          "INSERT INTO of_runs.run (state) VALUES ('new')",
          "ALTER TYPE of_runs.state ADD VALUE 'old'",
          'DROP TABLE parted_one',
          'DROP VIEW seen',
          'DROP FUNCTION answer()',
          'DROP SEQUENCE counter',
          'ALTER TABLE of_runs.run ADD COLUMN more text',
          'CREATE SCHEMA further',
        );
        expect(await query(second.url, 'SELECT id, other FROM of_runs.run')).toEqual([{ id: 1, other: 1 }]);
      } finally {
        await second.stop();
      }
    }));

  it('listens on the loopback address only, durably, with a password in a file of mode 600', () =>
    withHome(async (home) => {
      const { url, stop } = await startEmbeddedPostgres({ home, log });
      try {
        expect(new URL(url).hostname).toBe('127.0.0.1');
        expect(await query(url, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
        expect(await query(url, 'SHOW fsync')).toEqual([{ fsync: 'on' }]);
        expect(statSync(join(home, 'postgres.password')).mode & 0o777).toBe(0o600);
        const wrong = new URL(url);
        wrong.password = 'wrong';
        await expect(openDatabase(wrong.toString(), 1).ping()).rejects.toThrow(/refuses the user or password/);
      } finally {
        await stop();
      }
    }));

  it('recovers what was acknowledged when it is killed with kill -9, by itself and at the same address', () =>
    withHome(async (home) => {
      const database = await startEmbeddedPostgres({ home, log, settings });
      const killed = database.pid;
      await query(database.url, 'CREATE TABLE kept (n int)', 'INSERT INTO kept SELECT generate_series(1, 1000)');
      process.kill(killed, 'SIGKILL');
      for (let waitedMs = 0; waitedMs < 20_000 && database.pid === killed; waitedMs += 20) await pause(20);
      expect(await query(database.url, 'SELECT count(*)::int AS n FROM kept')).toEqual([{ n: 1_000 }]);
      await database.stop();
      expect(isAlive(database.pid)).toBe(false);
    }));

  it('goes when its parent is killed with kill -9, and starts again from there', () =>
    withHome(async (home) => {
      const elsewhere = await startElsewhere(home);
      await query(elsewhere.url, 'CREATE TABLE kept (n int)', 'INSERT INTO kept VALUES (1)');
      await elsewhere.kill();
      expect(await gone(elsewhere.database)).toBe(true);
      const again = await startEmbeddedPostgres({ home, log, settings });
      expect(await query(again.url, 'SELECT n FROM kept')).toEqual([{ n: 1 }]);
      await again.stop();
    }));

  it('starts at once after a kill -9, while the former one is still going', () =>
    withHome(async (home) => {
      const elsewhere = await startElsewhere(home);
      await query(elsewhere.url, 'CREATE TABLE kept (n int)', 'INSERT INTO kept VALUES (1)');
      await elsewhere.kill();
      const again = await startEmbeddedPostgres({ home, log, settings });
      expect(isAlive(elsewhere.database)).toBe(false);
      expect(await query(again.url, 'SELECT n FROM kept')).toEqual([{ n: 1 }]);
      await again.stop();
    }));

  it('refuses a home that a living process uses, and leaves that one’s database alone', () =>
    withHome(async (home) => {
      const elsewhere = await startElsewhere(home);
      await expect(startEmbeddedPostgres({ home, log, settings })).rejects.toThrow(/already uses the folder/);
      expect(await query(elsewhere.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
      await elsewhere.kill();
      expect(await gone(elsewhere.database)).toBe(true);
    }));

  it('removes a pid file that names another program', () =>
    withHome(async (home) => {
      const first = await startEmbeddedPostgres({ home, log, settings });
      const [{ data_directory: data } = {}] = await query(first.superuserUrl, 'SHOW data_directory');
      await first.stop();
      writeFileSync(join(String(data), 'postmaster.pid'), `${process.pid}\n${data}\n`);
      const again = await startEmbeddedPostgres({ home, log, settings });
      expect(await query(again.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
      await again.stop();
    }));

  it.each(['/proc/nowhere', '/etc/passwd/home'])('says in one sentence that %s cannot be written', async (home) => {
    await expect(startEmbeddedPostgres({ home, log, settings })).rejects.toThrow(
      new RegExp(`^The folder ${home} cannot be written \\(\\w+\\); .*ASSAY_HOME\\.$`),
    );
  });

  asRoot('lives apart, and says where, when its own user may not enter the home', async () => {
    const closed = mkdtempSync(join(tmpdir(), 'assay-closed-'));
    const home = join(closed, 'home');
    const said: string[] = [];
    let apart: string | undefined;
    try {
      for (const expected of [undefined, 3]) {
        const { url, stop } = await startEmbeddedPostgres({ home, log: (line) => said.push(line), settings });
        apart = /(\/var\/lib\/assay\/[0-9a-f]{16})\.$/.exec(said[0] ?? '')?.[1];
        if (expected === undefined) await query(url, 'CREATE TABLE kept (n int)', 'INSERT INTO kept VALUES (3)');
        else expect(await query(url, 'SELECT n FROM kept')).toEqual([{ n: expected }]);
        await stop();
      }
      expect(said).toHaveLength(1);
      expect(said[0]).toContain(`may not enter ${home}`);
    } finally {
      rmSync(closed, { recursive: true, force: true });
      if (apart !== undefined) rmSync(apart, { recursive: true, force: true });
    }
  });

  it('installs no signal handlers', () =>
    withHome(async (home) => {
      const before = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => process.listenerCount(signal));
      const { stop } = await startEmbeddedPostgres({ home, log, settings });
      expect(['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => process.listenerCount(signal))).toEqual(before);
      await stop();
    }));
});
