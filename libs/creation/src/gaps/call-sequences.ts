import { minuteMs } from '@assay/kernel';
import type { TracedCall } from './gap-store.js';

/** A sequence of tools and the calls of it, each time it occurred. */
export interface Sequence {
  readonly tools: readonly string[];
  readonly occurrences: readonly (readonly TracedCall[])[];
}

/** SPEC section 8: a sequence repeated 3 times, a chain longer than 5. */
export const gapDefaults = Object.freeze({ repeated: 3, chain: 5 });
const maxLength = 8;
/** Calls without a session belong together until the caller pauses for so long. */
const pauseMs = 10 * minuteMs;

/** Calls that belong together, in their order: of one session, or without a session, of one caller without a long pause. */
export function sessionsOf(calls: readonly TracedCall[]): readonly (readonly TracedCall[])[] {
  const open = new Map<string, TracedCall[]>();
  const all: TracedCall[][] = [];
  for (const call of [...calls].sort((a, b) => a.at - b.at)) {
    const key = JSON.stringify([call.principalId, call.session]);
    const current = open.get(key);
    const last = current?.at(-1);
    if (current !== undefined && last !== undefined && (call.session !== null || call.at - last.at < pauseMs)) {
      current.push(call);
      continue;
    }
    const begun = [call];
    open.set(key, begun);
    all.push(begun);
  }
  return all;
}

interface Place {
  readonly session: number;
  readonly at: number;
}

/**
 * Sequences of 2 to 8 calls, of at least two tools, that occurred at least three times. A call counts in one sequence only:
 * the sequences that explain most calls come first, so that neither a part of a longer sequence nor its rotation is found beside it.
 */
export function repeatedSequences(calls: readonly TracedCall[]): readonly Sequence[] {
  const sessions = sessionsOf(calls);
  const places = placesOf(sessions);
  const ranked = [...places]
    .filter(([, at]) => at.length >= gapDefaults.repeated)
    .map(([key, at]) => ({ tools: JSON.parse(key) as string[], at }))
    .sort((a, b) => b.tools.length * b.at.length - a.tools.length * a.at.length || b.tools.length - a.tools.length);
  const used = sessions.map(() => new Set<number>());
  const found: Sequence[] = [];
  for (const { tools, at } of ranked) {
    const free = withoutOverlaps(at, tools.length, used);
    if (free.length < gapDefaults.repeated) continue;
    for (const { session, at: from } of free)
      for (let it = from; it < from + tools.length; it += 1) used[session]?.add(it);
    const occurrences = free.map(({ session, at: from }) => (sessions[session] ?? []).slice(from, from + tools.length));
    found.push({ tools, occurrences });
  }
  return found;
}

function placesOf(sessions: readonly (readonly TracedCall[])[]): Map<string, Place[]> {
  const places = new Map<string, Place[]>();
  for (const [session, calls] of sessions.entries()) {
    const tools = calls.map(({ tool }) => tool);
    for (let length = 2; length <= maxLength; length += 1)
      for (let at = 0; at + length <= tools.length; at += 1) {
        const sequence = tools.slice(at, at + length);
        if (isPeriodic(sequence)) continue;
        const key = JSON.stringify(sequence);
        const known = places.get(key);
        if (known === undefined) places.set(key, [{ session, at }]);
        else known.push({ session, at });
      }
  }
  return places;
}

/** A sequence that repeats a shorter one. */
function isPeriodic(tools: readonly string[]): boolean {
  for (let period = 1; period <= tools.length / 2; period += 1)
    if (tools.length % period === 0 && tools.every((it, at) => it === tools[at % period])) return true;
  return false;
}

function withoutOverlaps(places: readonly Place[], length: number, used: readonly ReadonlySet<number>[]): Place[] {
  const free: Place[] = [];
  for (const place of places) {
    const last = free.at(-1);
    if (last?.session === place.session && place.at < last.at + length) continue;
    const taken = used[place.session];
    if (Array.from({ length }, (_, it) => place.at + it).some((it) => taken?.has(it))) continue;
    free.push(place);
  }
  return free;
}

/**
 * Calls of one session of which each hands a value to the next, more than five in a row, with all calls that they take
 * values from. Chains of the same tools are one.
 */
export function longChains(calls: readonly TracedCall[]): readonly Sequence[] {
  const found = new Map<string, (readonly TracedCall[])[]>();
  for (const session of sessionsOf(calls)) {
    const { lengths, isHandedOn } = chainsIn(session);
    for (const call of session) {
      if (isHandedOn.has(call.id) || (lengths.get(call.id) ?? 0) <= gapDefaults.chain) continue;
      const whole = ancestors(call, session);
      const key = JSON.stringify(whole.map(({ tool }) => tool));
      found.set(key, [...(found.get(key) ?? []), whole]);
    }
  }
  return [...found].map(([key, occurrences]) => ({ tools: JSON.parse(key) as string[], occurrences }));
}

/** Calls whose output an argument came from. */
const sourcesOf = ({ parameters }: TracedCall): readonly string[] =>
  Object.values(parameters).flatMap((it) => (it?.of === 'output' ? [it.call] : []));

function chainsIn(session: readonly TracedCall[]) {
  const lengths = new Map<string, number>();
  const isHandedOn = new Set<string>();
  for (const call of session) {
    const sources = sourcesOf(call).filter((it) => lengths.has(it));
    for (const it of sources) isHandedOn.add(it);
    lengths.set(call.id, 1 + Math.max(0, ...sources.map((it) => lengths.get(it) ?? 0)));
  }
  return { lengths, isHandedOn };
}

function ancestors(end: TracedCall, session: readonly TracedCall[]): readonly TracedCall[] {
  const wanted = new Set([end.id]);
  for (const call of [...session].reverse()) if (wanted.has(call.id)) for (const it of sourcesOf(call)) wanted.add(it);
  return session.filter(({ id }) => wanted.has(id));
}
