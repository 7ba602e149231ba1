import type { CodeAnswer, CodeCall, CodeEnd, CodeSandbox, CodeSession, CodeToRun, CodeTurn } from '@assay/runs';

type Host = Readonly<Record<string, Readonly<Record<string, (argument: unknown) => Promise<unknown>>>>>;
type Made = (input: never, host: Host) => unknown;

/** Turns of the microtask queue in which a function gets as far as it can. */
const drainTurns = 50;

/** Runs functions in the place of code, by the text that stands for each. */
export class FunctionsSandbox implements CodeSandbox {
  readonly isolation = 'isolated';
  refused: string | null = null;
  /** Why code with functions of the host is refused. */
  hostRefused: string | null = null;
  runs = 0;
  /** What runs were given. */
  readonly opened: CodeToRun[] = [];

  constructor(private readonly functions: Readonly<Record<string, Made>>) {}

  refusal = (_language: string, hasHostFunctions: boolean): string | null =>
    this.refused ?? (hasHostFunctions ? this.hostRefused : null);

  async open(run: CodeToRun): Promise<CodeSession> {
    this.runs += 1;
    this.opened.push(run);
    const { code, modules } = run;
    const own = this.functions[modules?.['made-tool'] ?? code] as (input: unknown, host: Host) => unknown;
    return new FunctionSession(modules?.['made-tool'] === undefined ? own : onAll(own), run);
  }
}

const onAll = (run: (input: unknown, host: Host) => unknown) => async (inputs: unknown, host: Host) => {
  const out: object[] = [];
  for (const input of inputs as unknown[]) {
    try {
      out.push({ value: (await run(input, host)) ?? null });
    } catch (error) {
      const { name, message } = error as Error;
      out.push({ name, message });
    }
  }
  return out;
};

class FunctionSession implements CodeSession {
  readonly #run: () => unknown;
  readonly #waiting = new Map<number, (answer: CodeAnswer) => void>();
  #calls: CodeCall[] = [];
  #end: CodeEnd | undefined;

  constructor(run: (input: unknown, host: Host) => unknown, { input, functions = {} }: CodeToRun) {
    let number = 0;
    const ask = (name: string) => (argument: unknown) =>
      new Promise((resolve, reject) => {
        number += 1;
        this.#calls.push({ id: number, kind: 'host', name, argument: argument ?? null });
        this.#waiting.set(number, (answer) =>
          answer.ok ? resolve(answer.value) : reject(Object.assign(new Error(answer.error.message), answer.error)),
        );
      });
    const host: Host = Object.fromEntries(
      Object.entries(functions).map(([group, names]) => [
        group,
        Object.fromEntries(names.map((name) => [name, ask(`${group}.${name}`)])),
      ]),
    );
    this.#run = () => run(input, host);
  }

  async begin(): Promise<CodeTurn> {
    void Promise.resolve()
      .then(() => this.#run())
      .then(
        (value) => {
          this.#end = { kind: 'returned', value };
        },
        ({ name, message }: Error) => {
          this.#end = { kind: 'threw', problem: { name, message } };
        },
      );
    return this.#turn();
  }

  async answer(id: number, answer: CodeAnswer): Promise<CodeTurn> {
    this.#waiting.get(id)?.(answer);
    return this.#turn();
  }

  close(): void {
    this.#waiting.clear();
    this.#end ??= { kind: 'crashed', message: 'closed' };
  }

  async #turn(): Promise<CodeTurn> {
    for (let turn = 0; turn < drainTurns && this.#end === undefined; turn += 1) await Promise.resolve();
    const calls = this.#calls;
    this.#calls = [];
    return { calls, logs: [], cpuMs: 1, ...(this.#end && { end: this.#end }) };
  }
}
