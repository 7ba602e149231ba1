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

/** What an expression is recorded by. */
export const proofDigest = (pattern: string, flags: string): string =>
  createHash('sha256').update(`/${pattern}/${flags}`).digest('hex').slice(0, 32);

/**
 * Digests of the proofs that were made before: a proof costs up to a second, there are hundreds of them, and what is proved
 * stays proved. `ASSAY_SOAK=1 npm test -- test/architecture/expressions` makes them all again and records them.
 */
export function recordedProofs(): ReadonlySet<string> {
  const { recheck, proved } = JSON.parse(readFileSync(file, 'utf8')) as Recorded;
  return new Set(recheck === version ? proved : []);
}

export function recordProofs(digests: Iterable<string>): void {
  const recorded: Recorded = { recheck: version, proved: [...digests].sort() };
  writeFileSync(file, `${JSON.stringify(recorded, null, 2)}\n`);
}
