import type { RecipientRules, Recipients } from './audience.js';
import { isInternal, maxDirect } from './audience.js';

/** Why recipients have their audience, for a refusal. */
export function reasonOf({ all, audience }: Recipients, rules: RecipientRules): string {
  if (all.length > maxDirect) return `it has more than ${maxDirect} recipients`;
  if (audience === 'broadcast') return 'a recipient is a list of many people';
  const outside = all.filter((it) => !isInternal(it.domain, rules)).map((it) => it.address);
  return `${outside.slice(0, 3).join(', ')}${outside.length > 3 ? ' and others' : ''} outside of the organisation`;
}
