import { resolve } from 'node:path';
import pg from 'pg';
import { claimHome, databasePassword, openHome } from './home.js';
import { initialise, superuser } from './initialise.js';
import { clearLeftover } from './leftover.js';
import { choosePlace } from './place.js';
import { startPostmaster } from './postmaster.js';
import { systemUser } from './system-user.js';

export interface EmbeddedPostgres {
  /** Connection address with the password; never to be logged. */
  readonly url: string;
  /** Number of the PostgreSQL process, which changes when it was killed and started again. */
  readonly pid: number;
  /** Fast shutdown; resolves when the process has ended. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Folder of the installation; the database lives in `postgres` below it. */
  readonly home: string;
  /** Told, in a sentence, what a person should know: a user that was made, data kept elsewhere, a leftover stopped. */
  readonly log: (message: string) => void;
  /** Further settings of PostgreSQL, by name. Durability is on unless a test turns it off here. */
  readonly settings?: Readonly<Record<string, string>>;
}

const database = 'assay';

/**
 * Starts the embedded PostgreSQL of a home, initialised at the first start. What an earlier process left running is
 * stopped first. Throws an Error of one sentence when the home cannot be written, is in use, or PostgreSQL cannot run.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const home = resolve(options.home);
  openHome(home);
  const release = claimHome(home);
  try {
    const user = systemUser(options.log);
    const place = choosePlace(home, user, options.log);
    const password = databasePassword(home);
    await clearLeftover(place.data, options.log);
    const settings = options.settings ?? {};
    await initialise(place, user, password, settings.fsync !== 'off');
    const postmaster = await startPostmaster(place, user, settings, options.log);
    const address = (name: string) => `postgresql://${superuser}:${password}@127.0.0.1:${postmaster.port}/${name}`;
    await ensureDatabase(address('postgres')).catch(async (cause: unknown) => {
      await postmaster.stop();
      throw cause;
    });
    return {
      url: address(database),
      get pid() {
        return postmaster.pid;
      },
      stop: async () => {
        await postmaster.stop();
        release();
      },
    };
  } catch (cause) {
    release();
    throw cause;
  }
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [database]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${database}`);
  } finally {
    await client.end();
  }
}
