import { FindPersonal, findSecrets, type Passage } from '@assay/content-rules';
import { namedValues } from '@assay/named-values';
import type { Audience } from '../recipients/audience.js';

/** One text of a message. */
export interface Piece {
  /** Such as `subject`, `body` or `attachment "plan.txt"`. */
  readonly place: string;
  readonly text: string;
}

export interface ContentRules {
  /** Words that never leave the organisation. */
  readonly confidential: readonly string[];
}

export interface Found extends Passage {
  readonly place: string;
}

export interface InspectOptions {
  readonly audience: Audience;
  readonly rules: ContentRules;
  /** Mail addresses that the message names anyway: its recipients and its sender. */
  readonly known: readonly string[];
  /** Whether personal data is meant to be sent outside. */
  readonly personalIntended: boolean;
}

const personal = new FindPersonal();
/** Longer texts are examined in parts that overlap. */
const partLength = 60_000;
const overlap = 1_000;
/** What is joined at the borders of two pieces. */
const borderLength = 400;
/** Markings that documents carry. */
const markings = [
  'strictly confidential',
  'company confidential',
  'internal use only',
  'for internal use',
  'do not distribute',
];

/**
 * Everything in a message that its audience must not get. Secrets reach nobody; personal data and confidential words do
 * not leave the organisation. A secret that is split over two pieces is found at their border.
 */
export async function inspect(pieces: readonly Piece[], options: InspectOptions): Promise<Found[]> {
  const found: Found[] = [];
  for (const { place, text } of pieces) for (const it of await inText(text, options)) found.push({ ...it, place });
  if (found.length > 0) return found;
  for (const border of bordersOf(pieces)) {
    const inBorder = await inText(border.text, options);
    found.push(...inBorder.map((it) => ({ ...it, place: border.place })));
  }
  return found;
}

async function inText(text: string, options: InspectOptions): Promise<Passage[]> {
  const named = namedValues(text);
  const found: Passage[] = [...(await secretsIn(text)), ...named.filter((it) => it.class.startsWith('secret.'))];
  if (options.audience === 'internal') return found;
  if (!options.personalIntended) {
    found.push(...personalIn(text, options.known), ...named.filter((it) => it.class.startsWith('personal.')));
  }
  found.push(...confidentialIn(text, options.rules));
  return found.sort((a, b) => a.start - b.start);
}

async function secretsIn(text: string): Promise<Passage[]> {
  const found: Passage[] = [];
  for (let from = 0; from < text.length || from === 0; from += partLength - overlap) {
    const part = await findSecrets(text.slice(from, from + partLength));
    found.push(
      ...part.map(({ kind, start, end }) => ({ class: `secret.${kind}`, start: start + from, end: end + from })),
    );
    if (from + partLength >= text.length) break;
  }
  return found;
}

const personalIn = (text: string, known: readonly string[]): Passage[] =>
  personal
    .find(text)
    .filter((it) => it.class !== 'personal.email' || !known.includes(text.slice(it.start, it.end).toLowerCase()));

function confidentialIn(text: string, { confidential }: ContentRules): Passage[] {
  const lower = text.toLowerCase();
  return [...markings, ...confidential.map((it) => it.toLowerCase())].flatMap((term) => {
    const at = lower.indexOf(term);
    return at < 0 ? [] : [{ class: 'confidential', start: at, end: at + term.length }];
  });
}

/** The end of each piece with the beginning of each other one, as a reader would put them together. */
function bordersOf(pieces: readonly Piece[]): Piece[] {
  return pieces.flatMap((one) =>
    pieces
      .filter((other) => other !== one)
      .map((other) => ({
        place: `${one.place} together with ${other.place}`,
        text: `${one.text.trimEnd().slice(-borderLength)}${other.text.trimStart().slice(0, borderLength)}`,
      })),
  );
}

/** For a refusal: where what was found, never the value. */
export const namesOf = (found: readonly Found[]): string =>
  [...new Set(found.map((it) => `${it.class} in the ${it.place}`))].slice(0, 10).join(', ');
