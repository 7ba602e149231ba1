import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Digests of the expressions that a version of the checker has proved linear. */
interface Recorded {
  readonly recheck: string;
  readonly proved: readonly string[];
}

const file = fileURLToPath(new URL('recorded-proofs.json', import.meta.url));
const { version } = createRequire(import.meta.url)('recheck/package.json') as { readonly version: string };

const digestOf = (pattern: string, flags: string): string =>
  createHash('sha256').update(`/${pattern}/${flags}`).digest('hex').slice(0, 32);

function proofsOfThisChecker(): Set<string> {
  const { recheck, proved } = JSON.parse(readFileSync(file, 'utf8')) as Recorded;
  return new Set(recheck === version ? proved : []);
}

/**
 * Proofs that were made before: a proof costs up to a second, there are hundreds of them, and what is proved stays proved.
 * `ASSAY_SOAK=1 npm test -- test/architecture/expressions` makes them all again and records them.
 */
export class RecordedProofs {
  readonly #before = proofsOfThisChecker();
  readonly #proved = new Set<string>();

  has(pattern: string, flags: string): boolean {
    const digest = digestOf(pattern, flags);
    if (!this.#before.has(digest)) return false;
    this.#proved.add(digest);
    return true;
  }

  add(pattern: string, flags: string): void {
    this.#proved.add(digestOf(pattern, flags));
  }

  /** Writes what was used or made since the beginning. */
  record(): void {
    const recorded: Recorded = { recheck: version, proved: [...this.#proved].sort() };
    writeFileSync(file, `${JSON.stringify(recorded, null, 2)}\n`);
  }
}
