import { Refusal } from './refusal.js';

export interface FakeTask {
  readonly uid: number;
  readonly indexUid: string | null;
  readonly type: string;
  status: 'enqueued' | 'processing' | 'succeeded' | 'failed';
  error: Refusal['body'] | null;
  readonly enqueuedAt: string;
}

/** Writes are queued, and done one after the other once the answer is out. */
export class FakeTasks {
  readonly #tasks: FakeTask[] = [];
  readonly #waiting: (() => void)[] = [];
  #isHeld = false;
  #isWorking = false;

  enqueue(type: string, indexUid: string | null, work: () => void) {
    const task: FakeTask = {
      uid: this.#tasks.length,
      indexUid,
      type,
      status: 'enqueued',
      error: null,
      enqueuedAt: new Date(0).toISOString(),
    };
    this.#tasks.push(task);
    this.#waiting.push(() => carryOut(task, work));
    this.#continue();
    return { taskUid: task.uid, indexUid, status: task.status, type, enqueuedAt: task.enqueuedAt };
  }

  /** A key that is narrowed to indexes sees tasks of one index only, and so not that of a swap. */
  show(uid: number) {
    const task = this.#tasks[uid];
    if (task === undefined || task.indexUid === null)
      throw new Refusal(404, 'task_not_found', `Task \`${uid}\` not found.`);
    return {
      ...task,
      batchUid: null,
      canceledBy: null,
      details: {},
      duration: null,
      startedAt: null,
      finishedAt: null,
    };
  }

  get done(): readonly FakeTask[] {
    return this.#tasks.filter(({ status }) => status === 'succeeded');
  }

  /** Tasks wait until `resume`. */
  hold(): void {
    this.#isHeld = true;
  }

  resume(): void {
    this.#isHeld = false;
    this.#continue();
  }

  #continue(): void {
    if (this.#isWorking || this.#isHeld || this.#waiting.length === 0) return;
    this.#isWorking = true;
    setImmediate(() => {
      this.#waiting.shift()?.();
      this.#isWorking = false;
      this.#continue();
    });
  }
}

function carryOut(task: FakeTask, work: () => void): void {
  try {
    work();
    task.status = 'succeeded';
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    task.status = 'failed';
    task.error = error.body;
  }
}
