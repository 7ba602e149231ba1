import { type Issue, type Manifest, manifestSchema } from '@assay/contracts';
import { isHeavySchema } from '@assay/json-schema';
import { deeperThan, err, type Failure, fail, isLongerThan, ok, type Result } from '@assay/kernel';
import { checkManifest, manifestDepthCap } from './check-manifest.js';

/** How a check away from the event loop ended: with every problem found, or without an answer. */
export type ManifestChecked =
  | { readonly kind: 'checked'; readonly issues: readonly Issue[] }
  | { readonly kind: 'too-long'; readonly maxMs: number }
  | { readonly kind: 'failed' };

/** Checks manifests that take long to check, where nothing else waits for them. Never rejects. */
export interface ManifestChecks {
  check(candidate: object): Promise<ManifestChecked>;
}

/** What is smaller, in bytes, and has no schema that is heavy, is checked at once. */
const atOnceUpTo = 16_384;

const isQuick = (candidate: unknown): boolean => {
  if (typeof candidate !== 'object' || candidate === null || deeperThan(candidate, manifestDepthCap)) return true;
  const { inputSchema, outputSchema } = candidate as Partial<Manifest>;
  return !isLongerThan(candidate, atOnceUpTo) && ![inputSchema, outputSchema].some(isHeavy);
};

const isHeavy = (schema: unknown): boolean =>
  typeof schema === 'object' && schema !== null && isHeavySchema(schema as Record<string, unknown>);

/**
 * The same as `checkManifest`, in another thread when it takes long: compiling schemas of 256 KiB takes up to 2.5 s, and the
 * patterns in a few bytes 100 ms.
 */
export async function checkManifestElsewhere(
  candidate: unknown,
  checks: ManifestChecks | undefined,
): Promise<Result<Manifest, Failure>> {
  if (checks === undefined || isQuick(candidate)) {
    const checked = checkManifest(candidate);
    return checked.ok ? checked : invalidManifest(checked.error);
  }
  const found = await checks.check(candidate as object);
  if (found.kind === 'failed')
    return fail('unavailable', 'The manifest could not be checked now: try again in a moment.', {
      retryAfterMs: 1_000,
    });
  if (found.kind === 'too-long')
    return invalidManifest([
      { path: '', message: `takes more than ${found.maxMs} ms to check: make its schemas smaller` },
    ]);
  // Read here, so that the manifest is the same as one that is checked at once.
  const shape = manifestSchema.safeParse(candidate);
  return found.issues.length === 0 && shape.success ? ok(shape.data) : invalidManifest(found.issues);
}

export function invalidManifest(issues: readonly Issue[]): Result<never, Failure> {
  const problems = issues.length === 1 ? 'a problem' : `${issues.length} problems`;
  return fail('invalid_manifest', `The manifest has ${problems}: see errors.`, { issues });
}

/** Only the problems of a manifest; a failure when they could not be found. */
export async function manifestIssues(
  candidate: unknown,
  checks: ManifestChecks | undefined,
): Promise<Result<readonly Issue[], Failure>> {
  const checked = await checkManifestElsewhere(candidate, checks);
  if (checked.ok) return ok([]);
  return checked.error.code === 'invalid_manifest' ? ok(checked.error.issues ?? []) : err(checked.error);
}
