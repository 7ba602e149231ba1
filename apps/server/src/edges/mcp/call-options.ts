import { invokeMembers, outputOptionSchema } from '@assay/contracts';
import type { Members } from '@assay/gateway';
import { type Failure, fail, isObject, ok, type Result } from '@assay/kernel';

/** What a plain client says of a call beside its arguments, in `_meta`. */
export interface CallOptions {
  readonly idempotencyKey?: string;
  /** In ms. */
  readonly deadlineMs?: number;
  readonly session?: string;
  /** Most tokens of the response. */
  readonly tokenBudget?: number;
}

const names = {
  'assay/idempotencyKey': 'idempotencyKey',
  'assay/deadlineMs': 'deadlineMs',
  'assay/session': 'session',
  'assay/tokenBudget': 'tokenBudget',
} as const;
const none = ok({ options: {}, rest: {} });
const schemas = { ...invokeMembers, tokenBudget: outputOptionSchema.shape.tokenBudget };

/** The options of a call and the rest of its `_meta`; fails with `invalid_request` when one is not as it has to be. */
export function readCallOptions(meta: unknown): Result<{ options: CallOptions; rest: Members }, Failure> {
  if (!isObject(meta)) return none;
  const rest: Record<string, unknown> = { ...meta };
  const options: Record<string, unknown> = {};
  for (const [key, name] of Object.entries(names)) {
    if (!Object.hasOwn(rest, key)) continue;
    const parsed = schemas[name].safeParse(rest[key]);
    if (!parsed.success) return fail('invalid_request', `_meta["${key}"] ${parsed.error.issues[0]?.message}`);
    options[name] = parsed.data;
    delete rest[key];
  }
  return ok({ options, rest });
}
