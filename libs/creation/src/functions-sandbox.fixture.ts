import type { CodeEnd, CodeSandbox, CodeSession, CodeToRun } from '@assay/runs';

type Made = (input: never) => unknown;

/** Runs functions in the place of code, by the text that stands for each. */
export class FunctionsSandbox implements CodeSandbox {
  readonly isolation = 'isolated';
  refused: string | null = null;
  runs = 0;

  constructor(private readonly functions: Readonly<Record<string, Made>>) {}

  refusal = (): string | null => this.refused;

  async open({ code, modules, input }: CodeToRun): Promise<CodeSession> {
    this.runs += 1;
    const own = this.functions[modules?.['made-tool'] ?? code] as (input: unknown) => unknown;
    const run = modules === undefined ? own : (inputs: unknown) => (inputs as unknown[]).map((it) => entryOf(own, it));
    const turn = async () => ({ calls: [], logs: [], cpuMs: 1, end: endOf(run, input) });
    return { begin: turn, answer: turn, close: () => undefined };
  }
}

function entryOf(run: (input: unknown) => unknown, input: unknown): object {
  try {
    return { value: run(input) ?? null };
  } catch (error) {
    const { name, message } = error as Error;
    return { name, message };
  }
}

function endOf(run: (input: unknown) => unknown, input: unknown): CodeEnd {
  try {
    return { kind: 'returned', value: run(input) };
  } catch (error) {
    const { name, message } = error as Error;
    return { kind: 'threw', problem: { name, message } };
  }
}
