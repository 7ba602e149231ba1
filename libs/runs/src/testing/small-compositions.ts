import type { Envelope, Invoke, Manifest } from '@assay/contracts';
import type { InvocationContext } from '@assay/gateway';
import { SmallHouse } from '@assay/gateway/testing';
import { aCaller, aManifest, aNamespace, aVersion } from '@assay/registry/testing';
import { HeldRuns } from '../runs/held-runs.js';
import type { RunStore } from '../runs/run.js';
import { RunCompositions } from '../runs/run-compositions.js';
import { RunMetrics } from '../runs/run-metrics.js';
import { ShowRuns } from '../runs/show-runs.js';
import { InMemoryRunStore } from './in-memory-run-store.js';
import { noLookup, ScriptedSandbox, type Scripts } from './scripted-sandbox.js';
import { smallQuestions } from './small-questions.js';

/** A fixture tool's answer to a call; a promise that the test keeps when it likes. */
export type StepAnswer = (
  request: Invoke,
  context: InvocationContext,
) => Partial<Envelope> | Promise<Partial<Envelope>>;

const inputSchema = { type: 'object' } as const;

/** A house that runs compositions, with tools that a test answers for: `acme/read` only reads, `acme/act` has effects. */
export async function smallCompositions(
  answer: StepAnswer = ({ input }) => ({ output: input }),
  scripts: Scripts = {},
) {
  const sandbox = new ScriptedSandbox(scripts);
  const house = await SmallHouse.open();
  house.directory.apply({ kind: 'namespace', id: 'n', state: aNamespace() });
  const publish = (parts: Partial<Manifest> & { name: string }, more: object = {}): void => {
    const state = aVersion(aManifest({ inputSchema, ...parts }), more);
    house.catalogue.apply({ kind: 'tool-version', id: state.id, state });
  };
  publish({ name: 'acme/read', annotations: { readOnlyHint: true } });
  publish({ name: 'acme/act' });
  const calls: { request: Invoke; context: InvocationContext }[] = [];
  const problems: unknown[] = [];
  const withdrawn: string[] = [];
  const recorded = new Map<string, Envelope>();
  const approvals = new Map<string, { settledAt: number | null }>();
  const invoke = {
    run: async (request: Invoke, context: InvocationContext) => {
      calls.push({ request, context });
      const parts = await answer(request, context);
      const envelope = { id: `call-${calls.length}`, status: 'succeeded', warnings: [], ...parts } as Envelope;
      return { envelope, failure: undefined, limit: undefined, text: () => '' };
    },
  };
  const store = new InMemoryRunStore(house.clock.now);
  const questions = smallQuestions(house, (cause) => problems.push(cause));
  const metrics = new RunMetrics((cause) => problems.push(cause));
  /** A replica of its own over the same store. */
  const replica = (holder: string, over: RunStore = store) => {
    const { catalogue, directory, clock, random } = house;
    const held = new HeldRuns({ store: over, holder, clock, onProblem: (cause) => problems.push(cause) });
    const runs = new RunCompositions({
      ...{
        catalogue,
        directory,
        clock,
        random,
        held,
        invoke,
        metrics,
        store: over,
        hasModel: false,
        languageModel: null,
        sandbox,
        lookup: noLookup,
        questions: questions.asking,
      },
      approval: async (id) => approvals.get(id),
      recorded: async (id) => recorded.get(id),
      completionOf: async () => undefined,
      withdraw: async (_caller, id) => {
        withdrawn.push(id);
        const envelope = { id, status: 'cancelled', warnings: [] } as unknown as Envelope;
        recorded.set(id, envelope);
        for (const approval of approvals.values()) approval.settledAt = 1;
        return true;
      },
    });
    return { runs, held, shown: new ShowRuns({ store: over, held }) };
  };
  return {
    house,
    publish,
    calls,
    problems,
    withdrawn,
    recorded,
    approvals,
    store,
    questions,
    metrics,
    sandbox,
    replica,
    caller: aCaller(),
  };
}

/** A step of a plan. */
export const aStep = (id: string, tool: string, args: object = {}, after: readonly string[] = []) => ({
  ...{ id, tool, arguments: { ...args } },
  after: [...after],
});
