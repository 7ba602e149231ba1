import type {
  CodeAnswer,
  CodeCall,
  CodeEnd,
  CodeSandbox,
  CodeSession,
  CodeToRun,
  CodeTurn,
} from '../code/code-sandbox.js';

type Ask = (kind: CodeCall['kind'], name: string, argument: unknown) => Promise<unknown>;

/** What a script is given; the shape of what real code sees. */
export interface Script {
  readonly input: unknown;
  readonly call: (tool: string, args?: unknown) => Promise<unknown>;
  readonly search: (query: string) => Promise<unknown>;
  readonly log: (text: string) => void;
}

export type Scripts = Readonly<Record<string, (script: Script) => Promise<unknown>>>;

/** Turns of the microtask queue in which a script gets as far as it can. */
const drainTurns = 200;

class ScriptedSession implements CodeSession {
  readonly #waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  readonly #script: () => Promise<unknown>;
  #calls: CodeCall[] = [];
  #logs: string[] = [];
  #end: CodeEnd | undefined;
  #number = 0;
  isClosed = false;

  constructor(body: (script: Script) => Promise<unknown>, { input }: CodeToRun) {
    const ask: Ask = (kind, name, argument) =>
      new Promise((resolve, reject) => {
        this.#number += 1;
        this.#calls.push({ id: this.#number, kind, name, argument: argument ?? null });
        this.#waiting.set(this.#number, { resolve, reject });
      });
    this.#script = () =>
      body({
        input,
        call: (tool, args = {}) => ask('tool', tool, args),
        search: (query) => ask('search', query, null),
        log: (text) => void this.#logs.push(text),
      });
  }

  begin(): Promise<CodeTurn> {
    void this.#script().then(
      (value) => {
        this.#end = { kind: 'returned', value: value ?? null };
      },
      (error: Error) => {
        this.#end = { kind: 'threw', problem: { name: error.name, message: error.message } };
      },
    );
    return this.#drained();
  }

  answer(id: number, answer: CodeAnswer): Promise<CodeTurn> {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (answer.ok) waiting?.resolve(answer.value);
    else
      waiting?.reject(Object.assign(new Error(answer.error.message), { name: 'ToolError', code: answer.error.code }));
    return this.#drained();
  }

  close(): void {
    this.isClosed = true;
  }

  async #drained(): Promise<CodeTurn> {
    for (let turn = 0; turn < drainTurns; turn += 1) await Promise.resolve();
    if (this.isClosed) return { calls: [], logs: [], cpuMs: 0, end: { kind: 'crashed', message: 'closed' } };
    const isStuck = this.#end === undefined && this.#waiting.size === 0;
    const end: CodeEnd | undefined = isStuck ? { kind: 'stuck' } : this.#end;
    const turn = { calls: this.#calls, logs: this.#logs.map((text) => ({ level: 'log', text })), cpuMs: 0 };
    this.#calls = [];
    this.#logs = [];
    return { ...turn, ...(end && { end }) };
  }
}

/** Runs the script that is registered under its code. */
export class ScriptedSandbox implements CodeSandbox {
  readonly isolation = 'isolated';
  readonly sessions: ScriptedSession[] = [];
  /** What `refusal` answers. */
  refused: string | null = null;

  constructor(private readonly scripts: Scripts = {}) {}

  refusal = (): string | null => this.refused;

  async open(run: CodeToRun): Promise<CodeSession> {
    const script = this.scripts[run.code];
    if (script === undefined) throw new Error(`There is no script called ${run.code}.`);
    const session = new ScriptedSession(script, run);
    this.sessions.push(session);
    return session;
  }
}

/** Finds nothing. */
export const noLookup = {
  search: async () => ({ ok: true as const, value: [] }),
  types: async () => ({ ok: true as const, value: { text: '', tokens: 0, included: [], omitted: [] } }),
};
