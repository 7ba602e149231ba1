import { backOffMs, type Clock } from '@assay/kernel';
import type pg from 'pg';
import { connectClient } from '../database/connect.js';
import { listenerName } from '../database/replicas.js';

/** Name of the channel that the outbox's trigger notifies. */
const channel = 'assay_changes';
const delays = { firstMs: 100, maxMs: 5_000 };

/**
 * Hears the outbox's notifications on a connection of its own and makes a new one when it breaks. What is said while
 * the connection is away is lost, so `hear` is called after each reconnection too.
 */
export class ChangeListener {
  private client: pg.Client | undefined;
  private cancelRetry: () => void = () => undefined;
  private isOpen = true;

  constructor(
    private readonly databaseUrl: string,
    private readonly clock: Clock,
    private readonly hear: () => void,
  ) {}

  /** Connects once; later breaks are reconnected automatically. */
  async open(): Promise<void> {
    const client = await connectClient(this.databaseUrl, listenerName);
    client.on('notification', this.hear);
    try {
      await client.query(`LISTEN ${channel}`);
    } catch (cause) {
      await client.end().catch(() => undefined);
      throw cause;
    }
    client.once('error', () => void client.end().catch(() => undefined));
    client.once('end', () => this.reconnect(0));
    this.client = client;
    if (!this.isOpen) await client.end();
  }

  async close(): Promise<void> {
    this.isOpen = false;
    this.cancelRetry();
    await this.client?.end().catch(() => undefined);
  }

  private reconnect(retry: number): void {
    if (!this.isOpen) return;
    this.cancelRetry = this.clock.after(backOffMs(delays, retry), () => {
      this.open().then(this.hear, () => this.reconnect(retry + 1));
    });
  }
}
