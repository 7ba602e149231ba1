import type { Sign } from './sign.js';

interface SecretForm {
  readonly id: string;
  readonly pattern: RegExp;
  readonly weight: number;
}

/** Formats of well-known keys that the maintained set of rules has none for, after what their issuers document. */
const forms: readonly SecretForm[] = [
  { id: 'secret-aws-key-id', weight: 0.8, pattern: /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}\b/g },
  { id: 'secret-google', weight: 0.8, pattern: /\bAIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])/g },
  {
    id: 'secret-token',
    weight: 0.55,
    pattern: /\beyJ[A-Za-z0-9_-]{17,400}\.eyJ[A-Za-z0-9_-]{17,2000}\.[A-Za-z0-9_-]{20,700}/g,
  },
];

const placeholder = /example|sample|placeholder|your|xxxx|test|dummy|redacted|changeme|0000000|1234567|abcdefg/i;
/** Addresses that only their reader can reach, and placeholder names and passwords. */
const sampleAddress =
  /@(?:localhost|127\.|host\b|example|db[:/]|server\b|postgres\b)|:\/\/[^\s/@]{0,60}:(?:pass|user|your|my|secret|example|admin|root|\*|\$|<|\{)/i;
/** Bits a character, below which a text repeats itself too much to be drawn at random. */
const minEntropy = 3;
/** These tokens end in a checksum. */
const checked = /^(?:gh[pousr]|npm)_[A-Za-z0-9]{36}$/;
/** Keys begin with one of these: the cheap look first. */
const beginnings = /AKIA|ASIA|ABIA|ACCA|AIza|eyJ/;

/** Keys that a text gives away. Of each the excerpt shows the beginning only. */
export function secretSigns(text: string, path: string): Sign[] {
  if (!beginnings.test(text)) return [];
  return forms.flatMap(({ id, pattern, weight }) =>
    [...text.matchAll(pattern)]
      .filter(([match]) => isPlausibleSecret(match))
      .slice(0, 1)
      .map(({ 0: match, index }): Sign => {
        const kind = `secret.${id.slice('secret-'.length)}` as const;
        const excerpt = `${match.slice(0, 8)}… (${match.length} characters)`;
        return { rule: id, kind, weight, path, start: index, end: index + match.length, excerpt };
      }),
  );
}

/** Whether what has a secret's format can be one: it does not say that it is an example, nor repeat itself, nor miss its checksum. */
export function isPlausibleSecret(secret: string): boolean {
  if (secret.includes('PRIVATE KEY')) return !/\.\.\.|…|<|your/i.test(secret);
  if (placeholder.test(secret) || sampleAddress.test(secret) || entropyOf(secret) < minEntropy) return false;
  return !checked.test(secret) || checksumHolds(secret);
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
function checksumHolds(token: string): boolean {
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
