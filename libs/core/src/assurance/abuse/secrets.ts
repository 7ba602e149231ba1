import type { Sign } from './sign.js';

interface SecretForm {
  readonly id: string;
  readonly pattern: RegExp;
  readonly weight: number;
  /** Whether a match keeps what the format promises beyond its look. */
  readonly holds?: (match: string) => boolean;
}

/**
 * Formats of well-known keys, after what their issuers document. A match that repeats itself or says that it is an
 * example is none.
 */
const forms: readonly SecretForm[] = [
  { id: 'secret-aws', weight: 0.8, pattern: /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}\b/g },
  { id: 'secret-github', weight: 0.85, pattern: /\bgh[pousr]_[A-Za-z0-9]{36}\b/g, holds: (it) => githubHolds(it) },
  { id: 'secret-github', weight: 0.8, pattern: /\bgithub_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}\b/g },
  { id: 'secret-gitlab', weight: 0.8, pattern: /\bglpat-[A-Za-z0-9_-]{20,50}\b/g },
  {
    id: 'secret-openai',
    weight: 0.8,
    pattern: /\bsk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{20,74}T3BlbkFJ[A-Za-z0-9_-]{20,74}\b/g,
  },
  { id: 'secret-anthropic', weight: 0.8, pattern: /\bsk-ant-(?:api|admin)\d\d-[A-Za-z0-9_-]{80,110}\b/g },
  { id: 'secret-slack', weight: 0.8, pattern: /\bxox[abeoprs]-(?:\d{9,14}-){1,3}[A-Za-z0-9-]{20,64}\b/g },
  {
    id: 'secret-slack',
    weight: 0.8,
    pattern: /\bhooks\.slack\.com\/services\/T[A-Z0-9]{8,11}\/B[A-Z0-9]{8,11}\/[A-Za-z0-9]{24}\b/g,
  },
  { id: 'secret-google', weight: 0.8, pattern: /\bAIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])/g },
  { id: 'secret-stripe', weight: 0.8, pattern: /\b[rs]k_live_[A-Za-z0-9]{24,99}\b/g },
  { id: 'secret-npm', weight: 0.85, pattern: /\bnpm_[A-Za-z0-9]{36}\b/g, holds: (it) => githubHolds(it) },
  { id: 'secret-sendgrid', weight: 0.8, pattern: /\bSG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}\b/g },
  {
    id: 'secret-private-key',
    weight: 0.85,
    pattern:
      /-----BEGIN (?:[A-Z]{2,10} ){0,2}PRIVATE KEY(?: BLOCK)?-----\s{0,4}(?:[A-Za-z0-9+/=:,\- ]{20,80}\s{1,4}){2}/g,
  },
  {
    id: 'secret-url',
    weight: 0.6,
    pattern:
      /\b(?:postgres(?:ql)?|mysql|mongodb(?:\+srv)?|redis|amqps?):\/\/[^\s:@/]{1,60}:[^\s:@/$<{]{8,100}@[a-z0-9.-]{4,100}/g,
    holds: (it) =>
      !/@(?:localhost|127\.|host|example|db[:/]|server)/.test(it) &&
      !/:(?:pass|user|your|my|secret|example|\*)/i.test(it),
  },
  {
    id: 'secret-token',
    weight: 0.55,
    pattern: /\beyJ[A-Za-z0-9_-]{17,400}\.eyJ[A-Za-z0-9_-]{17,2000}\.[A-Za-z0-9_-]{20,700}/g,
  },
];

const placeholder = /example|sample|placeholder|your|xxxx|test|dummy|redacted|changeme|0000000|1234567|abcdefg/i;
/** Bits a character, below which a text repeats itself too much to be drawn at random. */
const leastEntropy = 3;
/** Keys begin with one of these: the cheap look first. */
const beginnings =
  /AKIA|ASIA|ABIA|ACCA|gh[pousr]_|github_pat_|glpat-|sk-|xox[abeoprs]-|hooks\.slack|AIza|[rs]k_live_|npm_|SG\.|-----BEGIN|:\/\/[^\s:@/]{1,60}:|eyJ/;

/** Keys that a text gives away. Of each the excerpt shows the beginning only. */
export function secretSigns(text: string, path: string): Sign[] {
  if (!beginnings.test(text)) return [];
  return forms.flatMap(({ id, pattern, weight, holds }) =>
    [...text.matchAll(pattern)]
      .map(([match]) => match)
      .filter((match) => !placeholder.test(match) && entropyOf(match) >= leastEntropy && holds?.(match) !== false)
      .slice(0, 1)
      .map(
        (match): Sign => ({ rule: id, weight, path, excerpt: `${match.slice(0, 8)}… (${match.length} characters)` }),
      ),
  );
}

/** Shannon entropy in bits a character. */
export function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  const shares = [...counts.values()].map((count) => count / text.length);
  return -shares.reduce((sum, share) => sum + share * Math.log2(share), 0);
}

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The last six characters are the CRC-32 of those before them after the prefix, in base 62. */
function githubHolds(token: string): boolean {
  const body = token.slice(token.indexOf('_') + 1);
  return checksumOf(body.slice(0, -6)) === body.slice(-6);
}

/** CRC-32 (IEEE 802.3) of a text in base 62, six digits. */
export function checksumOf(text: string): string {
  let crc = 0xffffffff;
  for (const letter of text) {
    crc ^= letter.charCodeAt(0);
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  let rest = (crc ^ 0xffffffff) >>> 0;
  let written = '';
  for (; rest > 0; rest = Math.floor(rest / 62)) written = `${digits[rest % 62]}${written}`;
  return written.padStart(6, '0');
}
