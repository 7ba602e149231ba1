import type { Config } from '@assay/config';
import type { Caller } from '@assay/identity';
import type { Kit } from '@assay/kit';
import type { Logger } from 'pino';
import { kitPlaces } from './kit-places.js';
import type { KitsUnderway } from './kits-underway.js';
import { publishKit, type ShippedToolsPorts } from './publish-kit.js';
import { kitNamespace } from './shipped-kits.js';

export interface PublishKitsPorts extends ShippedToolsPorts {
  readonly config: Pick<Config, 'filesRoots' | 'home' | 'kits' | 'stateFolder'>;
  readonly kits: readonly Kit[];
  readonly installation: { readonly administrator: Caller };
  readonly underway: KitsUnderway;
  readonly log: Pick<Logger, 'warn'>;
}

/**
 * Publishes the kits that ship while requests are already served, one after the other: a start does not wait for their
 * processes. A kit that is not chosen any more stays in the catalogue; one whose prerequisite is missing waits for it.
 */
export class PublishKits {
  readonly #ports: PublishKitsPorts;
  readonly #waiting: Set<string>;
  readonly #stopping = new AbortController();
  #done: Promise<void> = Promise.resolve();

  constructor(ports: PublishKitsPorts) {
    this.#ports = ports;
    const { kits } = ports.config;
    this.#waiting = new Set(ports.kits.map(({ name }) => name).filter((it) => kits === 'all' || kits.includes(it)));
  }

  start(): void {
    const { underway, installation } = this.#ports;
    underway.begin(installation.administrator.organisationId, this.#waiting);
    this.#done = this.#publishAll();
  }

  /** Publishes a kit whose settings have changed, after those under way; one that is published or not chosen stays as it is. */
  again(name: string): void {
    const { kits, catalogue, config } = this.#ports;
    const kit = kits.find((it) => it.name === name);
    const isChosen = config.kits === 'all' || config.kits.includes(name);
    if (kit === undefined || !isChosen || this.#waiting.has(name)) return;
    if (catalogue.toolsOn(`${kitNamespace}/${name}`).length > 0) return;
    this.#waiting.add(name);
    this.#done = this.#done.then(async () => {
      if (!this.#stopping.signal.aborted) await this.#publish(kit);
      this.#waiting.delete(name);
    });
  }

  /** Whether this kit is about to be published: it is one of those chosen, and its turn has not ended. */
  isWaiting(kit: string): boolean {
    return this.#waiting.has(kit);
  }

  /** Resolves when every chosen kit is published or known to be unavailable. Never rejects. */
  get done(): Promise<void> {
    return this.#done;
  }

  /** Ends the listing under way; the next start publishes what is left. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#done;
  }

  async #publishAll(): Promise<void> {
    this.#reportUnknown();
    for (const kit of this.#ports.kits) {
      if (this.#stopping.signal.aborted) return;
      if (this.#waiting.has(kit.name)) await this.#publish(kit);
      this.#waiting.delete(kit.name);
      this.#ports.underway.end(kit.name);
    }
  }

  async #publish(kit: Kit): Promise<void> {
    const { config, installation, log } = this.#ports;
    try {
      const places = kitPlaces(config, kit);
      const missing = await publishKit(this.#ports, installation.administrator, kit, places, this.#stopping.signal);
      if (missing !== null) log.warn({ kit: kit.name, missing }, 'a kit is unavailable');
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      log.warn({ kit: kit.name, reason: (error as Error).message }, 'a kit could not be published');
    }
  }

  #reportUnknown(): void {
    const { config, kits, log } = this.#ports;
    const names = kits.map(({ name }) => name);
    for (const name of config.kits === 'all' ? [] : config.kits)
      if (!names.includes(name)) log.warn({ kit: name, kits: names }, 'ASSAY_KITS names a kit that does not exist');
  }
}
