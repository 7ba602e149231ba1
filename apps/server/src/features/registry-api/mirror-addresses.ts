import type { MirrorStore } from '@assay/importing';

/** Addresses of mirrors by id. An address never changes, so each is read once; that of a mirror given up is kept. */
export class MirrorAddresses {
  readonly #mirrors: Pick<MirrorStore, 'mirrors'>;
  readonly #known = new Map<string, string>();

  constructor(mirrors: Pick<MirrorStore, 'mirrors'>) {
    this.#mirrors = mirrors;
  }

  /** The address, or the id of a mirror that was given up before this process asked. */
  of = (id: string): string => this.#known.get(id) ?? id;

  /** Reads the addresses of these mirrors, unless they are known. */
  async learn(ids: Iterable<string | null>): Promise<void> {
    if ([...ids].every((id) => id === null || this.#known.has(id))) return;
    for (const { id, url } of await this.#mirrors.mirrors()) this.#known.set(id, url);
  }
}
