import { isLongerThan, isObject, memberNames } from '@assay/kernel';
import { shortenText } from './shorten-text.js';
import { TaskWords } from './task-words.js';

/** What a projection goes by. */
export interface ProjectBy {
  /** The tool's output schema; what it does not name is left out. */
  readonly schema?: Readonly<Record<string, unknown>> | undefined;
  /** The purpose of the call, in words: values that it mentions are kept first. */
  readonly task?: string | undefined;
  /** Most characters of the projection as JSON. Without it lists and texts have a fixed length. */
  readonly maxChars?: number | undefined;
}

/** Longest text, and most items of a list without `maxChars`. */
const maxText = 200;
const maxList = 10;
/** Of an object with more members than this, those that the schema names are looked at, and so many others. */
const maxMembers = 1_000;
const maxDepth = 64;
/** Objects and lists that are looked into, in all: some 20 ms of work. */
const maxVisited = 5_000;
/** Of the room that is left, what one item of a list may take that has nothing to do with the task. */
const itemShare = 0.5;
/** Items of a list that may be cut to fit. */
const minItems = 3;
/** Items in a row that do not fit, after which no other is tried. */
const maxMisses = 5;
/** A count of what is left out: `"…":"49999 more of 50000",`. */
const noteChars = 40;
const omitted = '…';

/**
 * A result without its least informative parts: members outside the tool's output schema, empty ones, the ends of long
 * texts, lists and objects. What is left out of a list or object is counted beside it, never as a member: of the list
 * `orders` in `orders…`. Rows are chosen by the words and values of the task, then in order, and stay in order.
 * Undefined when not even the beginning fits.
 */
export function project(output: unknown, { schema, task, maxChars }: ProjectBy): unknown {
  const projection = new Projection(new TaskWords(task), maxChars !== undefined);
  const room = maxChars ?? Number.POSITIVE_INFINITY;
  if (typeof output === 'string')
    return shortenText(output, maxChars === undefined ? maxText : output.length, room)?.value;
  return projection.of(output, { schema, room, depth: 0, isNamed: false })?.value;
}

type Members = Readonly<Record<string, unknown>>;

/** Where a value is, and how many characters there are for it. */
interface Place {
  readonly schema: unknown;
  readonly room: number;
  readonly depth: number;
  /** The task mentions it by name. */
  readonly isNamed: boolean;
}

interface Kept {
  readonly value: unknown;
  /** Characters as JSON. */
  readonly size: number;
}

interface KeptItems {
  readonly items: readonly unknown[];
  readonly size: number;
  /** `3 more of 10`; undefined when all are there. */
  readonly note: string | undefined;
}

const sizeOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0;

class Projection {
  #visited = 0;
  /** How often something was left out or shortened for lack of room. */
  #cuts = 0;

  constructor(
    private readonly task: TaskWords,
    private readonly isBounded: boolean,
  ) {}

  of(value: unknown, place: Place): Kept | undefined {
    if (typeof value === 'string') return this.#text(value, place);
    if (typeof value !== 'object' || value === null) return fitting({ value, size: sizeOf(value) }, place.room);
    if (place.isNamed && !isLongerThan(value, place.room)) {
      const size = this.isBounded ? sizeOf(value) : 0;
      if (size <= place.room) return { value, size };
    }
    this.#visited += 1;
    if (place.depth > maxDepth || this.#visited > maxVisited) return undefined;
    return Array.isArray(value) ? this.#list(value, place) : this.#object(value as Members, place);
  }

  #text(text: string, { room, isNamed }: Place): Kept | undefined {
    const limit = isNamed ? text.length : Math.min(maxText, text.length);
    const kept = shortenText(text, limit, room);
    if (kept === undefined || kept.value.length < limit) this.#cuts += 1;
    return kept;
  }

  /** A list that stands in no object: what is left out is counted in an object around it. */
  #list(value: readonly unknown[], place: Place): Kept | undefined {
    const { items, size, note } = this.#items(value, { ...place, room: place.room - noteChars });
    if (note === undefined) return fitting({ value: items, size }, place.room);
    const wrapped = { items, [omitted]: note };
    return fitting({ value: wrapped, size: size + sizeOf({ items: 0, [omitted]: note }) }, place.room);
  }

  #items(values: readonly unknown[], { schema, room, depth, isNamed }: Place): KeptItems {
    const limit = this.isBounded || isNamed ? values.length : maxList;
    const fits = this.task.fitOf(values);
    const order = values.map((_, index) => index);
    if (this.task.areThere) order.sort((a, b) => (fits[b] as number) - (fits[a] as number) || a - b);
    const kept: (readonly [number, Kept])[] = [];
    let size = 2;
    let misses = 0;
    for (const index of order) {
      if (kept.length >= limit || misses >= maxMisses) break;
      const left = room - size - 1;
      const share = (fits[index] as number) > 0 ? left : Math.max(maxText, left * itemShare);
      const cuts = this.#cuts;
      const item = this.of(values[index], {
        schema: itemsOf(schema),
        room: Math.min(left, share),
        depth: depth + 1,
        isNamed: false,
      });
      // Once there are some items, others are shown whole or not at all, unless they are what the task is about.
      const isPoor = this.isBounded && this.#cuts > cuts && kept.length >= minItems && fits[index] === 0;
      if (item === undefined || isPoor) misses += 1;
      else {
        kept.push([index, item]);
        size += item.size + 1;
        misses = 0;
      }
    }
    kept.sort(([a], [b]) => a - b);
    const left = values.length - kept.length;
    if (left > 0) this.#cuts += 1;
    const note = left === 0 ? undefined : `${left} more of ${values.length}`;
    return { items: kept.map(([, { value }]) => value), size, note };
  }

  #object(value: Members, place: Place): Kept | undefined {
    const named = propertiesOf(place.schema);
    const { names, left } = lookedAt(value, named);
    const wanted = names.filter(
      (name) => !isEmpty(value[name]) && (named === undefined || Object.hasOwn(named, name) || this.task.mention(name)),
    );
    const room = place.room - (this.isBounded ? noteChars : 0);
    const members = this.#members(value, wanted, { ...place, room });
    const kept = wanted.filter((name) => members.has(name));
    const entries = kept.flatMap((name) => members.get(name)?.entries ?? []);
    const missing = left + wanted.length - kept.length;
    if (wanted.length > kept.length) this.#cuts += 1;
    // An object of which nothing fits says nothing.
    if (entries.length === 0 && wanted.length > 0 && missing > 0 && place.depth > 0) return undefined;
    if (missing > 0) entries.push([omitted, `${missing} more of ${names.length + left}`]);
    const result = Object.fromEntries(entries);
    return fitting({ value: result, size: this.isBounded ? sizeOf(result) : 0 }, place.room);
  }

  /** Short members first and those that the task mentions, then lists and objects, each with its share of the rest. */
  #members(value: Members, names: readonly string[], place: Place): ReadonlyMap<string, KeptMember> {
    const rank = (name: string): number => (this.task.mention(name) ? 0 : typeof value[name] === 'object' ? 2 : 1);
    const ranked = names.map((name, index) => ({ name, index, rank: rank(name) }));
    if (this.isBounded) ranked.sort((a, b) => a.rank - b.rank || a.index - b.index);
    const found = new Map<string, KeptMember>();
    let used = 2;
    for (const [index, { name, rank: at }] of ranked.entries()) {
      const rest = place.room - used;
      const share = at === 2 ? rest / (ranked.length - index) : rest;
      const member = this.#member(name, value[name], { ...place, room: share, isNamed: at === 0 });
      if (member === undefined) continue;
      found.set(name, member);
      used += member.size;
    }
    return found;
  }

  #member(name: string, value: unknown, place: Place): KeptMember | undefined {
    const schema = propertiesOf(place.schema)?.[name];
    const frame = sizeOf(name) + 2;
    const inner = { ...place, schema, depth: place.depth + 1, room: place.room - frame };
    if (!Array.isArray(value)) {
      const kept = this.of(value, inner);
      if (kept === undefined) return undefined;
      return isEmpty(kept.value) ? noMember : { entries: [[name, kept.value]], size: kept.size + frame };
    }
    const whole =
      inner.isNamed && !isLongerThan(value, inner.room)
        ? fitting({ value, size: this.isBounded ? sizeOf(value) : 0 }, inner.room)
        : undefined;
    if (whole !== undefined) return { entries: [[name, value]], size: whole.size + frame };
    this.#visited += 1;
    if (inner.depth > maxDepth || this.#visited > maxVisited) return undefined;
    const noteFrame = frame + 1 + noteChars;
    const { items, size, note } = this.#items(value, { ...inner, room: inner.room - noteFrame });
    if (inner.room - noteFrame < 2) return undefined;
    if (note === undefined) return { entries: [[name, items]], size: size + frame };
    return {
      entries: [
        [name, items],
        [name + omitted, note],
      ],
      size: size + frame + noteFrame,
    };
  }
}

interface KeptMember {
  readonly entries: readonly (readonly [string, unknown])[];
  /** With names and separators. */
  readonly size: number;
}

/** A member of which nothing is left is neither shown nor counted. */
const noMember: KeptMember = { entries: [], size: 0 };

const fitting = (kept: Kept, room: number): Kept | undefined => (kept.size <= room ? kept : undefined);

/** The members of an object that are looked at, in their order, and how many there are besides. */
function lookedAt(value: Members, named: Members | undefined): { readonly names: readonly string[]; left: number } {
  const all = memberNames(value);
  if (all.length <= maxMembers) return { names: all, left: 0 };
  const first = new Set(all.slice(0, maxMembers));
  const others = Object.keys(named ?? {}).filter((name) => Object.hasOwn(value, name) && !first.has(name));
  const names = [...first, ...others];
  return { names, left: all.length - names.length };
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === '' ||
  (Array.isArray(value) ? value.length === 0 : isObject(value) && memberNames(value).length === 0);

/** The properties a schema names; undefined when it names none, and so says nothing of what there may be. */
function propertiesOf(schema: unknown): Readonly<Record<string, unknown>> | undefined {
  if (!isObject(schema) || !isObject(schema.properties)) return undefined;
  return Object.keys(schema.properties).length === 0 ? undefined : schema.properties;
}

const itemsOf = (schema: unknown): unknown => (isObject(schema) ? schema.items : undefined);
