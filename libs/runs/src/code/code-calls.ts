import type { CodeTypes, CodeTypesBody } from '@assay/contracts';
import type { Caller } from '@assay/identity';
import { type Failure, fail, isObject, type Result } from '@assay/kernel';
import type { ToolNode } from '../plan.js';
import { failed, succeeded } from '../run/outcome.js';
import type { StepCall } from '../run/scope.js';
import { Slots } from '../run/slots.js';
import type { KeptOutcomes } from '../runs/kept-outcomes.js';
import type { LiveRun } from '../runs/live-run.js';
import type { RunSteps } from '../runs/run-steps.js';
import { endOf, resultIn } from '../runs/step-ends.js';
import { calledIn } from './called.js';
import type { CodeHost } from './code-execution.js';
import type { CodeAnswer, CodeCall } from './code-sandbox.js';

/** A tool as code finds it. */
export interface ToolForCode {
  readonly tool: string;
  readonly version: string;
  readonly description: string;
  readonly inputSchema?: unknown;
}

/** How code finds tools, as its caller would. */
export interface CodeLookup {
  search(
    caller: Caller,
    query: string,
    limit: number,
    session: string | undefined,
  ): Promise<Result<readonly ToolForCode[], Failure>>;
  types(caller: Caller, body: CodeTypesBody): Promise<Result<CodeTypes, Failure>>;
}

export interface CodeCallsParts {
  readonly steps: Pick<RunSteps, 'make' | 'nameOf'>;
  readonly known: KeptOutcomes;
  readonly live: LiveRun;
  readonly caller: Caller;
  readonly session: string | undefined;
  readonly lookup: CodeLookup;
  /** Of the run: aborts when nothing of it is wanted any more. */
  readonly signal: AbortSignal;
  readonly leftMs: () => number;
  /** Why a call of this tool is not made; undefined when it is. */
  readonly objection: (tool: string) => Failure | undefined;
  readonly atOnce: number;
}

/** Calls whose place in the run is below this are steps; the id is the number of the call. */
const pathOf = (id: number): string => `call-${id}`;
const shownName: Readonly<Record<CodeCall['kind'], string>> = {
  tool: 'tool',
  search: 'tools.search',
  types: 'tools.types',
  host: 'host',
};
const maxFound = 20;

/** The calls of one run of code: each is a step of the run. */
export class CodeCalls implements CodeHost {
  readonly #parts: CodeCallsParts;
  readonly #slots: Slots;
  readonly #active = new Set<number>();

  constructor(parts: CodeCallsParts) {
    this.#parts = parts;
    this.#slots = new Slots(parts.atOnce);
  }

  active = (): Iterable<number> => this.#active;

  orderOf(id: number): number | undefined {
    const kept = this.#parts.known.of(pathOf(id));
    return kept?.outcome ? kept.order : undefined;
  }

  calledBefore = (id: number) => this.#parts.known.of(pathOf(id))?.called;

  async make(call: CodeCall): Promise<CodeAnswer | null> {
    const { known, signal } = this.#parts;
    if (!this.#slots.takeNow()) await new Promise<void>((resolve) => this.#slots.wait(resolve));
    if (signal.aborted) {
      this.#slots.giveBack();
      return null;
    }
    this.#active.add(call.id);
    let hasPlace = true;
    const stepAside = () => {
      if (hasPlace) this.#slots.giveBack();
      hasPlace = false;
    };
    try {
      if (call.kind === 'tool') await this.#tool(call, stepAside);
      else await this.#own(call);
    } finally {
      this.#active.delete(call.id);
      stepAside();
    }
    const outcome = known.of(pathOf(call.id))?.outcome;
    return outcome ? answerOf(resultIn(outcome), call) : null;
  }

  async #tool(call: CodeCall, stepAside: () => void): Promise<void> {
    const { steps, signal, leftMs, objection } = this.#parts;
    const { id, name, argument } = call;
    const refused = isObject(argument)
      ? objection(name)
      : { code: 'invalid_input' as const, message: 'Arguments must be an object.' };
    if (refused !== undefined) return this.#keep(call, { ok: false, error: refused });
    const step: StepCall = {
      ...{ node: nodeOf(id, name), path: pathOf(id), input: argument as StepCall['input'] },
      ...{ allowedMs: leftMs(), leftMs: leftMs(), signal, stepAside, called: calledIn(call) },
    };
    await steps.make(step);
  }

  async #own(call: CodeCall): Promise<void> {
    const path = pathOf(call.id);
    const { known, live } = this.#parts;
    if (known.of(path)?.outcome) return;
    live.step(path, { tool: shownName[call.kind], status: 'running', ms: 0 });
    this.#keep(call, await this.#looked(call));
  }

  #looked({ kind, name, argument }: CodeCall): Promise<Result<unknown, Failure>> {
    const { lookup, caller, session } = this.#parts;
    const options = isObject(argument) ? argument : {};
    if (kind === 'search') {
      const limit = Math.min(Math.max(1, Math.floor(Number(options.limit ?? 5)) || 5), maxFound);
      return lookup.search(caller, name, limit, session);
    }
    const tools = Array.isArray(options.names) ? options.names.map(String) : undefined;
    const budget = Number(options.tokenBudget);
    if (kind !== 'types' || tools === undefined || tools.length === 0)
      return Promise.resolve(fail('invalid_input', 'tools.types takes a list of tool names.'));
    return lookup.types(caller, { tools, ...(budget >= 50 && { tokenBudget: Math.floor(budget) }) });
  }

  #keep(call: CodeCall, result: Result<unknown, Failure>): void {
    const { known, live } = this.#parts;
    const path = pathOf(call.id);
    const tool = call.kind === 'tool' ? call.name.slice(0, 200) : shownName[call.kind];
    const view = live.step(path, { tool, ms: 0, ...endOf(result) });
    known.keep({
      ...{ path, view, called: calledIn(call) },
      outcome: result.ok ? succeeded(result.value) : failed(result.error),
    });
  }
}

/** Ends that were kept before, by the number of their calls. */
export const endedBefore = (known: Pick<KeptOutcomes, 'all'>) =>
  [...known.all()].flatMap(({ path, outcome, order = 0, called }) => {
    const id = Number(/^call-(\d{1,6})$/.exec(path)?.[1]);
    if (!outcome || called === undefined || !Number.isSafeInteger(id)) return [];
    return [{ id, order, answer: answerOf(resultIn(outcome), called) }];
  });

function answerOf(result: Result<unknown, Failure>, { kind, name }: Pick<CodeCall, 'kind' | 'name'>): CodeAnswer {
  if (result.ok) return { ok: true, value: result.value ?? null };
  const { code, message, outcome } = result.error;
  return { ok: false, error: { code, message, ...(kind === 'tool' && { tool: name }), ...(outcome && { outcome }) } };
}

const nodeOf = (id: number, tool: string): ToolNode => ({
  ...{ kind: 'tool', id: pathOf(id), place: `/code/${id}`, needs: [], tool, inputPlace: `/code/${id}` },
  input: { kind: 'template', template: { kind: 'literal', value: null }, missing: 'omit' },
});
