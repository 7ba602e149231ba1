import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { folderApart, startEmbeddedPostgres } from '@assay/persistence';

export interface PostgresForKit {
  /** A superuser's address of a database of its own. */
  readonly ownerUrl: string;
  stop(): Promise<void>;
}

/** A PostgreSQL of its own, since roles belong to a server and not to a database. */
export async function startPostgresForKit(): Promise<PostgresForKit> {
  const home = mkdtempSync(join(tmpdir(), 'assay-kit-'));
  // Under root, PostgreSQL runs as a system user of its own, who has to pass through.
  chmodSync(home, 0o711);
  const postgres = await startEmbeddedPostgres({ home, log: () => undefined, settings: { fsync: 'off' } });
  return {
    ownerUrl: postgres.superuserUrl,
    stop: async () => {
      await postgres.stop();
      for (const folder of [home, folderApart(home)]) rmSync(folder, { recursive: true, force: true });
    },
  };
}
