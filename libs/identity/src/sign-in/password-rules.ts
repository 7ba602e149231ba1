import { type Failure, fail } from '@assay/kernel';

/** The same password typed on another keyboard is the same: NIST SP 800-63B, section 3.1.1.2. */
export const normalPassword = (password: string): string => password.normalize('NFKC');

/** Why somebody may not use a password of sufficient length; undefined when they may. */
export function whyUnsuitable(password: string, name: string): Failure | undefined {
  const text = normalPassword(password).toLowerCase();
  if (new Set(text).size < 5) return unsuitable('must have at least 5 different characters');
  if (text.includes(name.toLowerCase()) && name.length >= 4) return unsuitable('must not contain your name');
  return undefined;
}

const unsuitable = (message: string): Failure =>
  fail('invalid_request', `/password ${message}.`, { issues: [{ path: '/password', message }] }).error;
