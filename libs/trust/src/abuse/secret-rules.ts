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
  /**
   * Directives in the text have no effect.
   * @throws SecretsNotExamined when it takes too long.
   */
  find(text: string): Promise<readonly FoundSecret[]>;
}

/** A text could not be examined for secrets in the time there was. */
export class SecretsNotExamined extends Error {}

/** The rule that reports it. It is no evidence against a tool, and never counts as a clean result. */
export const notExamined = 'secrets-not-examined';
const notExaminedWeight = 0.4;

/** So much of a definition or an output is looked at, in characters. */
const maxScanned = 16_384;
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

/** A text, or a stretch of one that begins at `offset`. */
type SecretText = PlacedText & { readonly offset?: number };

/** Signs of secrets in texts; of each the excerpt shows the beginning only. One pass over all that may hold some. */
export async function ruledSecretSigns(rules: SecretRules, texts: readonly SecretText[]): Promise<Sign[]> {
  const chosen = texts.filter((it) => mayHoldSecret(it.text));
  if (chosen.length === 0) return [];
  const whole = chosen
    .map((it) => it.text)
    .join('\n\n')
    .slice(0, maxScanned);
  const found = await rules.find(whole).catch((error: unknown) => {
    if (error instanceof SecretsNotExamined) return undefined;
    throw error;
  });
  if (found === undefined) {
    const excerpt = 'it could not be examined for secrets in the time there was';
    return [{ rule: notExamined, weight: notExaminedWeight, path: chosen[0]?.path ?? '', excerpt }];
  }
  return found.flatMap(({ kind, start, end }) => {
    const secret = whole.slice(start, end);
    if (!isPlausibleSecret(secret)) return [];
    const excerpt = `${secret.slice(0, 8)}… (${secret.length} characters)`;
    const place = placeOf(chosen, start, end);
    return [{ rule: `secret-${kind}`, kind: `secret.${kind}`, weight: weights[kind] ?? weight, ...place, excerpt }];
  });
}

/** The text in which a stretch of all of them, joined by two line ends, begins, and where in it. */
function placeOf(texts: readonly SecretText[], start: number, end: number): Pick<Sign, 'path' | 'start' | 'end'> {
  let before = 0;
  for (const { text, path, kind, offset = 0 } of texts) {
    const after = before + text.length + 2;
    if (start < after && kind === 'parameter') return { path };
    if (start < after)
      return { path, start: offset + start - before, end: offset + Math.min(text.length, end - before) };
    before = after;
  }
  return { path: '' };
}
