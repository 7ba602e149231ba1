/** Languages that run here. */
export const languages = ['javascript', 'typescript', 'python'] as const;
export type Language = (typeof languages)[number];

/** Limits of one run. */
export interface RunLimits {
  readonly cpuMs: number;
  readonly memoryMb: number;
  /** Time in which the code computes, whatever it waits for between. */
  readonly timeoutMs: number;
  /** Functions the code may call on the host. */
  readonly maxCalls: number;
  /** Console output, in characters. */
  readonly maxLog: number;
  /** The value it returns, in characters of JSON. */
  readonly maxValue: number;
}

export const defaultLimits: RunLimits = Object.freeze({
  cpuMs: 5_000,
  memoryMb: 64,
  timeoutMs: 10_000,
  maxCalls: 10_000,
  maxLog: 64_000,
  maxValue: 10_000_000,
});

/** One run of one piece of code. */
export interface CodeRun {
  readonly language: Language;
  /**
   * `body`: the body of an async function of `input` and `tools`. `module`: a module with a function that is called with
   * `input` and `host` (JavaScript: its default export; Python: `run`, which may take the input alone).
   */
  readonly entry: 'body' | 'module';
  readonly code: string;
  /** JSON. */
  readonly input: unknown;
  /** Fix clock (milliseconds since the epoch) and randomness. */
  readonly nowMs: number;
  readonly seed: number;
  /** Functions on `host`, by their group. */
  readonly functions?: Readonly<Record<string, readonly string[]>>;
  /** Sources the code may import, by name. */
  readonly modules?: Readonly<Record<string, string>>;
  readonly limits?: Partial<RunLimits>;
}

/** What code asks of the host. Numbered from 1 in the order in which it is asked. */
export interface HostCall {
  readonly id: number;
  readonly kind: 'tool' | 'search' | 'types' | 'host';
  readonly name: string;
  readonly argument: unknown;
}

export interface LogLine {
  readonly level: string;
  readonly text: string;
}

export interface CodeProblem {
  /** Such as `TypeError`. */
  readonly name: string;
  readonly message: string;
  /** In the code, from 1. */
  readonly line?: number;
  /** Of a failed call: its code, tool and outcome. */
  readonly code?: string;
  readonly tool?: string;
  readonly outcome?: string;
}

/** How a run ended. `stuck`: it waits for something that never happens. `crashed`: its process ended. */
export type CodeEnd =
  | { readonly kind: 'returned'; readonly value: unknown }
  | { readonly kind: 'threw'; readonly problem: CodeProblem }
  | { readonly kind: 'limit'; readonly limit: 'cpu' | 'memory' | 'time' | 'calls' | 'value' }
  | { readonly kind: 'stuck' }
  | { readonly kind: 'crashed'; readonly message: string };

/** What happened until the code waited for answers, or ended. */
export interface Turn {
  readonly calls: readonly HostCall[];
  readonly logs: readonly LogLine[];
  /** CPU time used by then, in ms. */
  readonly cpuMs: number;
  readonly end?: CodeEnd;
}

/** An answer to a call; `error` is thrown in the code as a `ToolError`. */
export type HostAnswer =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      readonly error: {
        readonly code: string;
        readonly message: string;
        readonly tool?: string;
        readonly outcome?: string;
      };
    };

/**
 * A run under way, driven from outside: it computes only within `begin` and `answer`, one at a time, so that the order of
 * answers alone decides what it does. None of them rejects.
 */
export interface CodeSession {
  begin(): Promise<Turn>;
  answer(id: number, answer: HostAnswer): Promise<Turn>;
  /** Ends it, and its process, at once. */
  close(): void;
}
