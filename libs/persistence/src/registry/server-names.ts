import type pg from 'pg';

/** Names that hold a text, in order, as far as they were looked for. */
export interface NameMatches {
  readonly names: readonly string[];
  /** Where to look on; undefined at the end. */
  readonly next: number | undefined;
}

/**
 * The names of all servers, in memory and in order, to be looked through for part of a name.
 *
 * No index of the database serves this evenly: one of letters finds what is rare, but sorts all of what is common; going
 * through the rows in order finds what is common, but not where it begins. Looking through the names takes some 20 ns
 * each, and ends at a full page. Since times of changes grow in the order of commits, what is new is asked for by time
 * before each look, so that nothing that was published before is missed, whichever replica published it.
 */
export class ServerNames {
  /** As written, in order. */
  private names: string[] = [];
  /** The same in lower case. */
  private folded: string[] = [];
  private readonly known = new Set<string>();
  /** Of the newest change that has been read, in milliseconds since the epoch. */
  private readUpTo = 0;
  private running: Promise<void> | undefined;
  private next: Promise<void> | undefined;

  constructor(private readonly pool: pg.Pool) {}

  /**
   * Reads the names that were published since. Who asks while names are being read shares the next reading: the present
   * one may have begun before something that was published by then.
   */
  refresh(): Promise<void> {
    if (this.next !== undefined) return this.next;
    if (this.running === undefined) return this.start();
    this.next = this.running
      .catch(() => undefined)
      .then(() => {
        this.next = undefined;
        return this.start();
      });
    return this.next;
  }

  private start(): Promise<void> {
    const reading = this.read().finally(() => {
      this.running = undefined;
    });
    this.running = reading;
    return reading;
  }

  private async read(): Promise<void> {
    const { rows } = await this.pool.query<{ name: string; at: string }>(
      `SELECT name, (extract(epoch FROM max(updated_at)) * 1000)::bigint AS at FROM registry_servers
       WHERE updated_at > to_timestamp($1::bigint / 1000.0) GROUP BY name`,
      [this.readUpTo],
    );
    const added: string[] = [];
    for (const { name, at } of rows) {
      this.readUpTo = Math.max(this.readUpTo, Number(at));
      if (this.known.has(name)) continue;
      this.known.add(name);
      added.push(name);
    }
    if (added.length > 0) this.add(added);
  }

  /** Where the names from this one on begin. */
  positionOf(name: string): number {
    let [low, high] = [0, this.names.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.names[middle] as string) < name) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The next `count` names from a position on that hold the text, in either case. */
  matching(text: string, from: number, count: number): NameMatches {
    const wanted = text.toLowerCase();
    const names: string[] = [];
    for (let at = from; at < this.folded.length; at += 1) {
      if (!(this.folded[at] as string).includes(wanted)) continue;
      names.push(this.names[at] as string);
      if (names.length === count) return { names, next: at + 1 };
    }
    return { names, next: undefined };
  }

  private add(added: readonly string[]): void {
    if (added.length > few) {
      this.names = [...this.names, ...added].sort();
      this.folded = this.names.map((name) => name.toLowerCase());
      return;
    }
    for (const name of added) {
      const at = this.positionOf(name);
      this.names.splice(at, 0, name);
      this.folded.splice(at, 0, name.toLowerCase());
    }
  }
}

/** Up to so many names are put in their places one by one; more are sorted in. */
const few = 50;
