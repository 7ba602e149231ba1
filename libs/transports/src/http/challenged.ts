import type { Failure } from '@assay/kernel';

const longest = 1_000;

/**
 * Marks the failure of a request that was turned away for its credential, or for having none (401, or 403 that names
 * missing scopes, RFC 6750), with what the upstream challenged with: the gateway then says which connection is needed.
 */
export function challenged(failure: Failure, status: number, header: string | null): Failure {
  const isAboutCredential =
    status === 401 || status === 407 || (status === 403 && /insufficient_scope/.test(header ?? ''));
  if (!isAboutCredential) return failure;
  const challenge = { status, header: header === null ? null : header.slice(0, longest) };
  return {
    ...failure,
    code: 'credential_refused',
    fault: 'credential',
    outcome: 'none',
    data: { ...failure.data, challenge },
  };
}
