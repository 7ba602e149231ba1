import { isObject, memberNames } from '@assay/kernel';
import { isText } from './output-text.js';

/** Whether there is anything, and how much of it. */
export interface Signal {
  readonly found: boolean;
  /** Items of a list, or of the only list of an object. */
  readonly count?: number;
  /** A result that is but a number, or true or false. */
  readonly value?: number | boolean;
}

/** Members that are looked at. */
const maxMembers = 1_000;

/** The least that can be said of a result (L4). */
export function signalOf(output: unknown): Signal {
  if (typeof output === 'number') return { found: true, value: output };
  if (typeof output === 'boolean') return { found: output, value: output };
  if (Array.isArray(output)) return { found: output.length > 0, count: output.length };
  if (isText(output)) return { found: output.trim() !== '' };
  if (!isObject(output)) return { found: false };
  // Of a wide object the beginning says enough.
  const members = memberNames(output)
    .slice(0, maxMembers)
    .map((name) => output[name]);
  const lists = members.filter((it) => Array.isArray(it));
  const [list] = lists;
  if (list !== undefined && lists.length === 1) return { found: list.length > 0, count: list.length };
  return { found: members.some((it) => it !== null && it !== '' && !(Array.isArray(it) && it.length === 0)) };
}
