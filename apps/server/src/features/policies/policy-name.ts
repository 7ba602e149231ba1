import { policyIdSchema } from '@assay/contracts';
import { type Failure, fail, ok, type Result } from '@assay/kernel';

/** A name that policies may have. */
export function policyNamed(id: string): Result<string, Failure> {
  const parsed = policyIdSchema.safeParse(id);
  if (parsed.success) return ok(id);
  const message = parsed.error.issues[0]?.message ?? '';
  return fail('invalid_request', `"${id}" is not a valid policy id: it ${message}.`, {
    issues: [{ path: '/path/id', message }],
  });
}
