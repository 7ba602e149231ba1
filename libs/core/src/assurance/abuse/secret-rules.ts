import type { PlacedText } from './definition-texts.js';
import { isPlausibleSecret } from './secrets.js';
import type { Sign } from './sign.js';

/** Where a text gives a secret away. */
export interface FoundSecret {
  /** Whose secret it is, such as `github`. */
  readonly kind: string;
  /** Place in the text. */
  readonly start: number;
  readonly end: number;
}

/** A maintained set of rules for the formats of keys and passwords, which changes as their issuers do. */
export interface SecretRules {
  /** Time is linear in the text, about 0.3 ms for 10 kB. What directives in the text ask for is not heeded. */
  find(text: string): Promise<readonly FoundSecret[]>;
}

/** So much of a definition or an output is looked at, in characters. */
const mostScanned = 16_384;
const weight = 0.8;
/** An address with a name and a password in it is often an example. */
const weights: Readonly<Record<string, number>> = { basicauth: 0.6, 'database-connection-string': 0.6 };

/**
 * Whether a text holds anything that looks drawn at random, or an address with a password: the cheap look first, which
 * knows no format, so that rules that are added later are not kept from anything. Ordinary words, numbers and ids pass.
 */
export const mayHoldSecret = (text: string): boolean =>
  mixedRun.test(text) || text.includes('PRIVATE KEY') || authority.test(text);
const mixedRun = /(?=[\w+/=.-]{0,200}\d)(?=[\w+/=.-]{0,200}[A-Z_])[\w+/=-]{16}/;
const authority = /:\/\/[^\s/:@]{0,100}:[^\s/@]{3,200}@/;

/** Signs of secrets in texts; of each the excerpt shows the beginning only. One pass over all that may hold some. */
export async function ruledSecretSigns(rules: SecretRules, texts: readonly PlacedText[]): Promise<Sign[]> {
  const chosen = texts.filter((it) => mayHoldSecret(it.text));
  if (chosen.length === 0) return [];
  const whole = chosen
    .map((it) => it.text)
    .join('\n\n')
    .slice(0, mostScanned);
  const found = await rules.find(whole);
  return found.flatMap(({ kind, start, end }) => {
    const secret = whole.slice(start, end);
    if (!isPlausibleSecret(secret)) return [];
    const excerpt = `${secret.slice(0, 8)}… (${secret.length} characters)`;
    return [{ rule: `secret-${kind}`, weight: weights[kind] ?? weight, path: pathAt(chosen, start), excerpt }];
  });
}

/** The path of the text in which a place of all of them, joined by two line ends, lies. */
function pathAt(texts: readonly PlacedText[], place: number): string {
  let end = 0;
  for (const { text, path } of texts) {
    end += text.length + 2;
    if (place < end) return path;
  }
  return '';
}
