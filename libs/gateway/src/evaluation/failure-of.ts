import { type Envelope, type ErrorClass, type ErrorCode, errorTable } from '@assay/contracts';

/** These say nothing about either tool: the call was not made, or Assay itself ended it. */
const leftOutClasses: ReadonlySet<ErrorClass> = new Set(['rate_limited', 'denied', 'cancelled', 'unauthorised']);
const leftOutCodes: ReadonlySet<ErrorCode> = new Set([
  'unavailable',
  'internal',
  'circuit_open',
  'nothing_available',
  'protocol_unavailable',
  'version_not_found',
  'version_sunset',
]);
/** Whether a call failed; undefined when it counts for neither tool. */
export function failureOf({ status, error }: Pick<Envelope, 'status' | 'error'>): boolean | undefined {
  if (status === 'succeeded' || status === 'conditional') return false;
  if (error === undefined) return undefined;
  const { class: of } = errorTable[error.code];
  return leftOutClasses.has(of) || leftOutCodes.has(error.code) ? undefined : true;
}
