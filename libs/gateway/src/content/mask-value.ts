import { isRawNumber } from '@assay/contracts';
import { type FindingClass, type Passage, type Place, pointerStep } from '@assay/kernel';

/** The placeholder for a text of a class. */
export type PlaceholderFor = (found: FindingClass, text: string) => string;

/** The texts that are to be masked, each with its class. */
export function textsAt(value: unknown, places: readonly Place[]): { class: FindingClass; text: string }[] {
  const found: { class: FindingClass; text: string }[] = [];
  maskPlaces(value, places, (of, text) => {
    found.push({ class: of, text });
    return text;
  });
  return found;
}

/** A copy of a JSON value with placeholders in these places. A number becomes the text of its placeholder. */
export function maskPlaces(value: unknown, places: readonly Place[], placeholder: PlaceholderFor): unknown {
  const values = byPath(places.filter((it) => it.isName !== true));
  const names = byPath(places.filter((it) => it.isName === true));
  const mask = (it: unknown, path: string): unknown => {
    const here = values.get(path);
    if (here !== undefined && (typeof it === 'string' || typeof it === 'number'))
      return maskText(String(it), here, placeholder);
    if (isRawNumber(it)) return here === undefined ? it : maskText(it.rawJSON, here, placeholder);
    if (typeof it !== 'object' || it === null) return it;
    if (Array.isArray(it)) return it.map((member, index) => mask(member, `${path}/${index}`));
    return Object.fromEntries(
      Object.entries(it).map(([key, member]) => {
        const inner = path + pointerStep(key);
        const passages = names.get(inner);
        return [passages === undefined ? key : maskText(key, passages, placeholder), mask(member, inner)];
      }),
    );
  };
  return places.length === 0 ? value : mask(value, '');
}

/** A text with placeholders in these passages. Of passages that overlap the outermost is one. */
export function maskText(text: string, passages: readonly Passage[], placeholder: PlaceholderFor): string {
  const parts: string[] = [];
  let from = 0;
  for (const { class: of, start, end } of withoutOverlaps(passages)) {
    parts.push(text.slice(from, start), placeholder(of, text.slice(start, end)));
    from = end;
  }
  return from === 0 ? text : [...parts, text.slice(from)].join('');
}

/** Passages in order; overlapping ones as one, of the class of the longest. */
export function withoutOverlaps(passages: readonly Passage[]): Passage[] {
  const joined: Passage[] = [];
  for (const it of [...passages].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = joined.at(-1);
    if (it.end <= it.start) continue;
    if (last === undefined || it.start >= last.end) joined.push(it);
    else if (it.end > last.end) {
      const isLonger = it.end - it.start > last.end - last.start;
      joined[joined.length - 1] = { class: isLonger ? it.class : last.class, start: last.start, end: it.end };
    }
  }
  return joined;
}

function byPath(places: readonly Place[]): Map<string, Passage[]> {
  const found = new Map<string, Passage[]>();
  for (const it of places) {
    const here = found.get(it.path);
    if (here === undefined) found.set(it.path, [it]);
    else here.push(it);
  }
  return found;
}
