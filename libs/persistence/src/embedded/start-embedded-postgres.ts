import { resolve } from 'node:path';
import { claimHome, databasePassword, openHome, serverPassword } from './home.js';
import { initialise, superuser } from './initialise.js';
import { clearLeftover } from './leftover.js';
import { choosePlace } from './place.js';
import { startPostmaster } from './postmaster.js';
import { ensureServerRole, serverDatabase, serverRole } from './server-role.js';
import { systemUser } from './system-user.js';

export interface EmbeddedPostgres {
  /** Connection address with the password, of a role that is no superuser; never to be logged. */
  readonly url: string;
  /** The same of the superuser, for maintenance: the server itself never uses it. */
  readonly superuserUrl: string;
  /** Number of the PostgreSQL process, which changes when it was killed and started again. */
  readonly pid: number;
  /** Fast shutdown; resolves when the process has ended. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Folder of the installation; the database lives in `postgres` below it. */
  readonly home: string;
  /**
   * Receives sentences for the operator: a user was created, data is stored elsewhere, a leftover process was stopped.
   */
  readonly log: (message: string) => void;
  /** The role may create databases, for tests that each need one. */
  readonly mayCreateDatabases?: boolean;
  /** Further settings of PostgreSQL, by name. Durability is on unless a test turns it off here. */
  readonly settings?: Readonly<Record<string, string>>;
}

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
    const address = (role: string, secret: string, name: string) =>
      `postgresql://${role}:${secret}@127.0.0.1:${postmaster.port}/${name}`;
    const superuserUrl = (name: string) => address(superuser, password, name);
    const secret = serverPassword(home);
    const mayCreateDatabases = options.mayCreateDatabases ?? false;
    await ensureServerRole({ superuserUrl, password: secret, mayCreateDatabases }).catch(async (cause: unknown) => {
      await postmaster.stop();
      throw cause;
    });
    return {
      url: address(serverRole, secret, serverDatabase),
      superuserUrl: superuserUrl(serverDatabase),
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
