import { dayMs, type Job } from '@assay/kernel';
import type { Catalogue, ToolVersion } from '@assay/registry';
import { type BehaviourChange, callersMeeting, errorRise, shapeChanges } from './behaviour-change.js';
import { addedDay, type BehaviourDay, type BehaviourStore } from './behaviour-log.js';
import { callersNeeded } from './output-watch.js';
import { type RecordingPorts, recordFinding } from './record-finding.js';

export interface WatchBehaviourPorts extends RecordingPorts {
  readonly catalogue: Pick<Catalogue, 'versionById'>;
  readonly behaviour: BehaviourStore;
}

const everyMs = 10 * 60_000;
/** What was before is as much of the last 30 days as there is. */
const windowDays = 30;
/** What is now begins on the latest day from which on there are so many calls, or outputs. */
const nowCalls = 30;
const weight = 0.5;
const rules: Readonly<Record<BehaviourChange['kind'], string>> = { shape: 'shape-change', errors: 'error-rise' };

/**
 * Compares the current behaviour of versions with their former one: outputs of another shape and a sudden rise of
 * errors are findings of MEDIUM severity, and their owners are notified. They count only when three callers have seen
 * them, as for every finding in outputs: changes caused by one caller, by its input or by calling endlessly, count
 * against no tool. For an error rate three callers must each have seen the rise; for outputs one caller's first ten per
 * day count.
 */
export class WatchBehaviour implements Job {
  readonly name = 'abuse.behaviour';
  readonly everyMs = everyMs;
  readonly #ports: WatchBehaviourPorts;

  constructor(ports: WatchBehaviourPorts) {
    this.#ports = ports;
  }

  async run(signal: AbortSignal): Promise<void> {
    const { behaviour, catalogue, clock } = this.#ports;
    const today = Math.floor(clock.now() / dayMs) * dayMs;
    await behaviour.forget(today - windowDays * dayMs);
    for (const id of await behaviour.active(today)) {
      if (signal.aborted) return;
      const version = catalogue.versionById(id);
      if (version !== undefined) await this.#compare(version, await behaviour.days(id, today - windowDays * dayMs));
    }
  }

  async #compare(version: ToolVersion, days: readonly BehaviourDay[]): Promise<void> {
    const calls = halves(days, (it) => it.calls);
    const rise = calls && errorRise(calls.before, calls.now);
    if (calls !== undefined && rise !== undefined) {
      const met = callersMeeting(calls.before, calls.now.callers.values());
      await this.#record(version, [rise], { day: calls.now.day, callers: met });
    }
    const outputs = halves(days, (it) => it.shape.outputs);
    const changes = outputs === undefined ? [] : shapeChanges(outputs.before.shape, outputs.now.shape);
    if (outputs === undefined || changes.length === 0) return;
    const answered = [...outputs.now.callers.values()].filter((it) => it.calls > it.errors).length;
    await this.#record(version, changes, { day: outputs.now.day, callers: answered });
  }

  async #record(version: ToolVersion, changes: readonly BehaviourChange[], { day, callers }: Met): Promise<void> {
    if (callers < callersNeeded) return;
    const [first] = changes as [BehaviourChange];
    const rule = rules[first.kind];
    const signs = changes.slice(0, 10).map(({ path, text }) => ({ rule, weight, path, excerpt: text.slice(0, 240) }));
    const name = `${version.namespace}/${version.tool}@${version.version}`;
    const say = (id: string) =>
      `${name} behaves differently than before: ${first.text}. See GET /v1/findings/${id}: fix it, or publish a version that describes its new behaviour.`;
    const fingerprint = `${rule} ${first.kind === 'errors' ? monthOf(day) : changes.map((it) => it.text.split(' in ')[0]).join('; ')}`;
    const found = { subject: 'output', severity: 'MEDIUM', score: weight, callers } as const;
    await recordFinding(this.#ports, version, { ...found, fingerprint: fingerprint.slice(0, 400), signs }, say);
  }
}

/** When a change began, and how many callers are known to have met it. */
interface Met {
  readonly day: number;
  readonly callers: number;
}

/** Errors that rose are said once a month. */
const monthOf = (day: number): string => new Date(day).toISOString().slice(0, 7);

/** The last days that together have enough of what is counted, and all days before them, each as one. */
function halves(
  days: readonly BehaviourDay[],
  countOf: (day: BehaviourDay) => number,
): { before: BehaviourDay; now: BehaviourDay } | undefined {
  let counted = 0;
  let begin = days.length;
  for (; begin > 0 && counted < nowCalls; begin -= 1) counted += countOf(days[begin - 1] as BehaviourDay);
  if (begin === 0) return undefined;
  return { before: days.slice(0, begin).reduce(addedDay), now: days.slice(begin).reduce(addedDay) };
}
