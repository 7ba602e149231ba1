import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { folderApart, startEmbeddedPostgres } from '@assay/persistence';
import { DatabaseRelay } from './database-relay.js';
import { killHard, type Seen, seen } from './processes.js';

type Running = Awaited<ReturnType<typeof startEmbeddedPostgres>>;

/** A PostgreSQL that is nobody's child but this test's, behind an address that stays when it is killed and started. */
export class ExternalPostgres {
  private constructor(
    private readonly home: string,
    private readonly relay: DatabaseRelay,
    private running: Running,
  ) {}

  static async start(): Promise<ExternalPostgres> {
    const home = mkdtempSync(join(tmpdir(), 'assay-chaos-database-'));
    chmodSync(home, 0o711);
    const running = await startEmbeddedPostgres({ home, log: () => undefined });
    return new ExternalPostgres(home, await DatabaseRelay.before(running.url), running);
  }

  /** For DATABASE_URL; the same through every restart. */
  get url(): string {
    return this.relay.url;
  }

  async kill(): Promise<void> {
    killHard(seen(this.running.pid) as Seen);
    await this.running.stop();
  }

  async restart(): Promise<void> {
    this.running = await startEmbeddedPostgres({ home: this.home, log: () => undefined });
    this.relay.leadTo(this.running.url);
  }

  async remove(): Promise<void> {
    await this.relay.close();
    await this.running.stop();
    for (const folder of [this.home, folderApart(this.home)]) rmSync(folder, { recursive: true, force: true });
  }
}
