import type { CodeLanguage } from '@assay/contracts';

/** One piece of code to run. */
export interface CodeToRun {
  readonly language: CodeLanguage;
  readonly entry: 'body' | 'module';
  readonly code: string;
  readonly input: unknown;
  /** Clock, in ms since the epoch, and randomness: fixed, so that running again does the same. */
  readonly nowMs: number;
  readonly seed: number;
  /** Functions that it may call besides tools, by group. */
  readonly functions?: Readonly<Record<string, readonly string[]>>;
  /** Sources it may import, by name. */
  readonly modules?: Readonly<Record<string, string>>;
  readonly limits?: {
    readonly cpuMs?: number;
    readonly memoryMb?: number;
    readonly timeoutMs?: number;
    readonly maxCalls?: number;
  };
}

/** Something code asks for, numbered from 1 in the order in which it asks. */
export interface CodeCall {
  readonly id: number;
  readonly kind: 'tool' | 'search' | 'types' | 'host';
  readonly name: string;
  readonly argument: unknown;
}

export interface CodeProblem {
  readonly name: string;
  readonly message: string;
  /** In the code, from 1. */
  readonly line?: number;
  readonly code?: string;
  readonly tool?: string;
  readonly outcome?: string;
}

export type CodeEnd =
  | { readonly kind: 'returned'; readonly value: unknown }
  | { readonly kind: 'threw'; readonly problem: CodeProblem }
  | { readonly kind: 'limit'; readonly limit: 'cpu' | 'memory' | 'time' | 'calls' | 'value' }
  | { readonly kind: 'stuck' }
  | { readonly kind: 'crashed'; readonly message: string };

export interface ConsoleLine {
  readonly level: string;
  readonly text: string;
}

/** What code did until it waited for answers, or ended. */
export interface CodeTurn {
  readonly calls: readonly CodeCall[];
  readonly logs: readonly ConsoleLine[];
  readonly cpuMs: number;
  readonly end?: CodeEnd;
}

export type CodeAnswer =
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

/** Code under way. It computes only within `begin` and `answer`, one at a time. None of them rejects. */
export interface CodeSession {
  begin(): Promise<CodeTurn>;
  answer(id: number, answer: CodeAnswer): Promise<CodeTurn>;
  close(): void;
}

/** Runs code with nothing but the functions it is given. */
export interface CodeSandbox {
  readonly isolation: 'isolated' | 'none';
  /** Why code does not run here; null when it does. */
  refusal(language: CodeLanguage, hasHostFunctions: boolean): string | null;
  /** Rejects when no process can be started. */
  open(run: CodeToRun): Promise<CodeSession>;
}
