import type { Passage, SecretPassages } from '@assay/kernel';
import { mayHoldSecret, type SecretRules } from './secret-rules.js';
import { isPlausibleSecret, secretSigns } from './secrets.js';

/** So much is handed to the maintained rules at a time; a secret is shorter than what two pieces have in common. */
const pieceLength = 16_384;
const overlap = 4_096;
/** A text with more keys than this is a list of keys. */
const maxOfOneForm = 200;

/** The secrets of a text as passages: by the maintained rules, and by the formats these do not have. */
export const secretPassages = (rules: SecretRules): SecretPassages => ({
  mayHold: (text) => text.length >= 16 && mayHoldSecret(text),
  async find(text) {
    const found: Passage[] = [];
    for (let from = 0; from === 0 || from + overlap < text.length; from += pieceLength - overlap) {
      const piece = text.slice(from, from + pieceLength);
      for (const { kind, start, end } of await rules.find(piece)) {
        if (isPlausibleSecret(piece.slice(start, end)))
          found.push({ class: `secret.${kind}`, start: from + start, end: from + end });
      }
    }
    return [...found, ...ownForms(text)];
  },
});

function ownForms(text: string): Passage[] {
  const found: Passage[] = [];
  for (let from = 0; found.length < maxOfOneForm; ) {
    const [first] = secretSigns(text.slice(from), '').sort((a, b) => (a.end ?? 0) - (b.end ?? 0));
    if (first?.start === undefined || first.end === undefined) break;
    found.push({
      class: `secret.${first.rule.slice('secret-'.length)}`,
      start: from + first.start,
      end: from + first.end,
    });
    from += first.end;
  }
  return found;
}
