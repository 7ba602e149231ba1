import type { Clock } from '@assay/kernel';
import { CallsPerMinute } from './calls-per-minute.js';
import type { GapStore, UnmetRequest } from './gap-store.js';
import { requestKey, wordsOf } from './request-key.js';
import { WriteBehind } from './write-behind.js';

export interface NoteRequestsPorts {
  readonly store: Pick<GapStore, 'addRequests'>;
  /** The text without personal data and secrets; undefined when it could not be examined to its end. */
  readonly withoutPersonal: (text: string) => Promise<string | undefined>;
  readonly clock: Pick<Clock, 'after' | 'now'>;
  readonly onProblem: (cause: unknown) => void;
}

/** Longest text that is stored, in characters. */
const maxText = 400;
/** Most of a text that is examined: what is behind it is not stored. */
const maxExamined = 4_000;
const maxNearest = 5;
const maxPerMinute = 30;

/** Stores searches that no tool answered, off the path of the search. */
export class NoteRequests {
  readonly #ports: NoteRequestsPorts;
  readonly #writing: WriteBehind<Omit<UnmetRequest, 'key'>>;
  readonly #perMinute: CallsPerMinute;

  constructor(ports: NoteRequestsPorts) {
    this.#ports = ports;
    const { clock, onProblem } = ports;
    this.#writing = new WriteBehind({ write: (items) => this.#write(items), clock, onProblem, maxWaiting: 200 });
    this.#perMinute = new CallsPerMinute(maxPerMinute, clock);
  }

  note(request: Omit<UnmetRequest, 'key' | 'at'>): void {
    if (request.text.trim() === '' || !this.#perMinute.take(request.principalId)) return;
    const { text, nearest } = request;
    const kept = { text: text.slice(0, maxExamined), nearest: nearest.slice(0, maxNearest) };
    this.#writing.add({ ...request, ...kept, at: this.#ports.clock.now() });
  }

  flush = (): Promise<void> => this.#writing.flush();

  async #write(requests: readonly Omit<UnmetRequest, 'key'>[]): Promise<void> {
    const { store, withoutPersonal } = this.#ports;
    const clean: UnmetRequest[] = [];
    for (const request of requests) {
      const text = (await withoutPersonal(request.text))?.replace(/\s+/g, ' ').trim().slice(0, maxText);
      if (text === undefined || wordsOf(text).length === 0) continue;
      clean.push({ ...request, text, key: requestKey(text) });
    }
    if (clean.length > 0) await store.addRequests(clean);
  }
}
