import { hostGroupsIn } from './security-rules.js';

export interface GrantedTier {
  readonly granted: number;
  readonly why: string;
}

/** The tier of a tool: the lowest that allows what its code uses, whatever it asks for. */
export function grantedTier(code: string): GrantedTier {
  const groups = hostGroupsIn(code);
  if (groups.includes('http')) return { granted: 2, why: 'It makes HTTP requests (host.http).' };
  if (groups.length > 0) return { granted: 1, why: `It reads files or variables (host.${groups.join(', host.')}).` };
  return { granted: 0, why: 'It only computes.' };
}
