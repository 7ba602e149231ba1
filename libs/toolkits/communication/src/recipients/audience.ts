import { Refusal } from '@assay/kit';
import { type Address, readAddress } from './address.js';
import { requireNoLookalike } from './lookalike.js';

/** Whom a message reaches, from the least strict to the strictest. */
export const audiences = ['internal', 'allowed', 'external', 'broadcast'] as const;
export type Audience = (typeof audiences)[number];

/** Who counts as what; all in lower case. */
export interface RecipientRules {
  /** Domains of the organisation. `*.acme.example` covers subdomains. */
  readonly internalDomains: readonly string[];
  /** Addresses, or `@domain`, outside of the organisation to which mail needs no approval. */
  readonly allowed: readonly string[];
  /** Addresses that reach many people. */
  readonly broadcast: readonly string[];
}

export interface Recipients {
  readonly to: readonly Address[];
  readonly cc: readonly Address[];
  readonly bcc: readonly Address[];
  readonly all: readonly Address[];
  readonly audience: Audience;
}

/** More recipients than this are a broadcast. */
export const maxDirect = 10;
const maxRecipients = 50;
/** Local parts that organisations give to lists of everybody. */
const everybody =
  /^(?:all|all-?(?:staff|hands|users|employees|company)|everyone|everybody|company|staff|employees|announce(?:ments)?)$/i;

const rankOf = (audience: Audience): number => audiences.indexOf(audience);
export const strictest = (found: readonly Audience[]): Audience =>
  found.reduce<Audience>((one, it) => (rankOf(it) > rankOf(one) ? it : one), 'internal');

const covers = (rule: string, domain: string): boolean =>
  rule.startsWith('*.') ? domain.endsWith(rule.slice(1)) : domain === rule;

export const isInternal = (domain: string, { internalDomains }: RecipientRules): boolean =>
  internalDomains.some((it) => covers(it, domain));

function audienceOf({ address, domain }: Address, rules: RecipientRules): Audience {
  const lower = address.toLowerCase();
  if (rules.broadcast.includes(lower)) return 'broadcast';
  if (isInternal(domain, rules))
    return everybody.test(address.slice(0, address.lastIndexOf('@'))) ? 'broadcast' : 'internal';
  return rules.allowed.some((it) => it === lower || it === `@${domain}`) ? 'allowed' : 'external';
}

const knownDomains = ({ internalDomains, allowed }: RecipientRules): string[] => [
  ...internalDomains.map((it) => it.replace(/^\*\./, '')),
  ...allowed.map((it) => it.slice(it.lastIndexOf('@') + 1)),
];

/**
 * Reads and judges all recipients of a message; the strictest rule applies to all of it, cc and bcc included.
 * @throws Refusal for an address that is not one, or that imitates a known domain.
 */
export function readRecipients(
  given: { readonly to: readonly string[]; readonly cc?: readonly string[]; readonly bcc?: readonly string[] },
  rules: RecipientRules,
): Recipients {
  const [to, cc, bcc] = [given.to, given.cc ?? [], given.bcc ?? []].map((list) => list.map(readAddress));
  const all = [...(to ?? []), ...(cc ?? []), ...(bcc ?? [])];
  if (all.length === 0) throw new Refusal('The message has no recipient.');
  if (all.length > maxRecipients) throw new Refusal(`A message has at most ${maxRecipients} recipients.`);
  const known = knownDomains(rules);
  for (const it of all) requireNoLookalike(it, known);
  const found = all.map((it) => audienceOf(it, rules));
  const audience = all.length > maxDirect ? 'broadcast' : strictest(found);
  return { to: to ?? [], cc: cc ?? [], bcc: bcc ?? [], all, audience };
}

/** A policy decides by the stated audience, so it must not be less strict than the real one. */
export function requireAudience(stated: Audience, real: Audience, why: string): void {
  if (rankOf(stated) >= rankOf(real)) return;
  throw new Refusal(`The audience is ${real}, not ${stated}: ${why}. Call again with audience: "${real}".`);
}
