import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@assay/persistence';
import { killHard, lives, type Seen } from './processes.js';
import { Server } from './server.js';
import { until } from './until.js';

/** A folder beside a home, for what tools may touch: Assay's own folder is closed to them. */
export const outsideOf = (home: string): string => `${home}-outside`;

/** A home with the servers that were started in it, one after the other. `remove` leaves nothing of either behind. */
export class Installation {
  readonly home: string;
  private readonly servers: Server[] = [];
  private readonly databases = new Map<number, Seen>();

  constructor(private readonly environment: Readonly<Record<string, string>> = {}) {
    this.home = mkdtempSync(join(tmpdir(), 'assay-chaos-'));
    // Under root, PostgreSQL runs as a system user of its own, who has to pass through.
    chmodSync(this.home, 0o711);
    mkdirSync(outsideOf(this.home));
  }

  async start(): Promise<Server> {
    const server = await Server.start(this.home, this.environment);
    this.servers.push(server);
    const postgres = server.postgres();
    if (postgres !== undefined) this.databases.set(postgres.pid, postgres);
    return server;
  }

  async remove(): Promise<void> {
    for (const server of this.servers) await server.kill();
    for (const postgres of this.databases.values()) {
      await until('PostgreSQL to follow its dead server', () => !lives(postgres)).catch(() => killHard(postgres));
      const apart = folderApart(postgres, this.home);
      if (apart !== undefined) rmSync(apart, { recursive: true, force: true });
    }
    for (const folder of [this.home, outsideOf(this.home)]) rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Where PostgreSQL's own user may not enter the clone, the data is in a folder apart, named after a digest of the home.
 * This home was made for the test, so the folder goes with it.
 */
function folderApart({ command }: Seen, home: string): string | undefined {
  const data = /-D (\S+)/.exec(command)?.[1];
  if (data === undefined || data.startsWith(home)) return undefined;
  const folder = dirname(dirname(data));
  return /^[0-9a-f]{16}$/.test(basename(folder)) ? folder : undefined;
}

/** What a server may live on, and how a test gets it. */
export const foundations = ['embedded PostgreSQL', 'DATABASE_URL'] as const;
export type Foundation = (typeof foundations)[number];

export interface Ground {
  readonly installation: Installation;
  remove(): Promise<void>;
}

/** An installation on its own embedded PostgreSQL, or on a database cloned for it. */
export async function groundOn(
  foundation: Foundation,
  environment: Readonly<Record<string, string>> = {},
): Promise<Ground> {
  const database: TestDatabase | undefined = foundation === 'DATABASE_URL' ? await createTestDatabase() : undefined;
  const installation = new Installation({ ...environment, ...(database && { DATABASE_URL: database.url }) });
  return {
    installation,
    remove: async () => {
      await installation.remove();
      await database?.drop();
    },
  };
}
