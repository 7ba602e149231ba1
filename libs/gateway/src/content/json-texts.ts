import { isRawNumber } from '@assay/contracts';
import { pointerStep } from '@assay/kernel';

/** A text of a JSON value: a string, a long number, or the name of a member. */
export interface JsonText {
  readonly text: string;
  readonly isName: boolean;
  /** The name of the member that holds it; undefined in a list and at the top. */
  readonly field: string | undefined;
  /** Its JSON pointer, made when it is asked for. */
  path(): string;
}

interface At {
  readonly above: At | undefined;
  readonly key: string | number;
}

const maxDepth = 64;
/** Shorter numbers identify nobody. */
const minNumberDigits = 9;

/** What may still be visited: one bound for a whole value. */
export interface Room {
  values: number;
  characters: number;
}

/**
 * Visits every text of a JSON value, in order, until the room is used up: then it returns false. Names of members come
 * before their values.
 */
export function visitTexts(value: unknown, room: Room, visit: (text: JsonText) => void): boolean {
  return walk(value, undefined, undefined, { room, visit, depth: 0 });
}

interface Walk {
  readonly room: Room;
  readonly visit: (text: JsonText) => void;
  readonly depth: number;
}

function walk(value: unknown, at: At | undefined, field: string | undefined, step: Walk): boolean {
  const { room } = step;
  room.values -= 1;
  if (room.values < 0) return false;
  if (typeof value === 'string') return tell(value, false, at, field, step);
  if (typeof value === 'number') {
    const text = String(value);
    return text.length < minNumberDigits || !Number.isSafeInteger(value) || tell(text, false, at, field, step);
  }
  if (typeof value !== 'object' || value === null) return true;
  if (isRawNumber(value)) return tell(value.rawJSON, false, at, field, step);
  const inner = { ...step, depth: step.depth + 1 };
  if (inner.depth > maxDepth) return false;
  if (Array.isArray(value)) return value.every((it, key) => walk(it, { above: at, key }, field, inner));
  return Object.entries(value).every(([key, member]) => {
    const here = { above: at, key };
    return tell(key, true, here, undefined, step) && walk(member, here, key, inner);
  });
}

function tell(text: string, isName: boolean, at: At | undefined, field: string | undefined, step: Walk): boolean {
  const { room, visit } = step;
  room.characters -= text.length;
  if (room.characters < 0) return false;
  visit({ text, isName, field, path: () => pathOf(at) });
  return true;
}

function pathOf(at: At | undefined): string {
  return at === undefined ? '' : pathOf(at.above) + pointerStep(String(at.key));
}
