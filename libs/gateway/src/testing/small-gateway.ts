import type { Manifest } from '@assay/contracts';
import { Directory } from '@assay/identity';
import type { AuditDraft, CallFinished, Failure, Result } from '@assay/kernel';
import { FakeClock, FakeRandom, InMemoryDurableRuns } from '@assay/kernel/testing';
import { Catalogue } from '@assay/registry';
import { aCaller, aManifest, aNamespace, aServer, aVersion } from '@assay/registry/testing';
import { noCredentials } from '@assay/vault';
import { LocalFaultMemory } from '../faults/fault-memory.js';
import { Freshness } from '../freshness.js';
import { SettleKeys } from '../idempotency/settle-keys.js';
import type { UnknownOutcome } from '../idempotency/unknown-outcomes.js';
import type { CallPolicies } from '../invocation-ports.js';
import { InvokeTool } from '../invoke-tool.js';
import { qualityWith } from '../quality-ports.js';
import type { Fallbacks } from '../resilience/fallbacks.js';
import { LocalCircuits } from '../resilience/local-circuits.js';
import { retryDefaults } from '../resilience/retry.js';
import { RunningCalls } from '../running-calls.js';
import type { UpstreamCall } from '../tool-transport.js';
import type { UpstreamAnswer } from '../upstream-answer.js';
import { checksHere } from './checks-here.js';
import { InMemoryAcceptedCalls } from './in-memory-accepted-calls.js';
import { InMemoryIdempotencyLedger } from './in-memory-idempotency-ledger.js';
import { InMemoryScheduledCalls } from './in-memory-scheduled-calls.js';
import { noContent } from './no-content.js';
import { noLimits } from './no-limits.js';
import { noPolicies } from './no-policies.js';
import { smallOutputs } from './small-outputs.js';
import { nobodyApproves, noEscalations, noFallbacks, noMapping, nothingStanding } from './standing-alone.js';

/** How the one tool's upstream answers. */
export type Answering = (call: UpstreamCall) => Promise<Result<UpstreamAnswer, Failure>>;

export const textAnswer = (value: string): UpstreamAnswer => ({
  content: [{ type: 'text', text: value }],
  isError: false,
  source: 'mcp:acme/orders',
});

/** A manifest's part: the tool only reads. */
export const readOnly = { annotations: { readOnlyHint: true } };

/** Calls of one tool, `acme/orders.create`, over ports in memory. Records become durable when `settle` is called. */
export function smallGateway(
  answering: Answering,
  manifest: Partial<Manifest> = {},
  isFailing = false,
  fallbacks: Fallbacks = noFallbacks,
  policies: CallPolicies = noPolicies,
) {
  const clock = new FakeClock();
  const directory = new Directory();
  const catalogue = new Catalogue();
  directory.apply({ kind: 'namespace', id: 'n', state: aNamespace() });
  const version = aVersion(aManifest(manifest));
  catalogue.apply({ kind: 'tool-version', id: version.id, state: version });
  catalogue.apply({ kind: 'server', id: 's', state: aServer() });
  const records: AuditDraft[] = [];
  const finished: CallFinished[] = [];
  const calls: UpstreamCall[] = [];
  const settling = Promise.withResolvers<void>();
  const running = new RunningCalls();
  const scheduled = new InMemoryScheduledCalls();
  const runs = new InMemoryDurableRuns();
  const ledger = new InMemoryIdempotencyLedger();
  const unknown: UnknownOutcome[] = [];
  const report = async (outcome: UnknownOutcome) => void unknown.push(outcome);
  const onLedgerProblem = () => {};
  const invoke = new InvokeTool({
    credentials: noCredentials,
    quality: qualityWith(null, clock),
    catalogue,
    directory,
    running,
    outputs: smallOutputs(clock),
    accepted: new InMemoryAcceptedCalls(),
    scheduled,
    runs,
    ledger,
    settling: new SettleKeys({ ledger, unknown: { report }, clock, onProblem: onLedgerProblem }),
    onLedgerProblem,
    circuits: new LocalCircuits(clock),
    faults: new LocalFaultMemory(clock),
    onMissingTool: () => {},
    escalations: noEscalations,
    retry: retryDefaults,
    fallbacks,
    mapInput: noMapping,
    freshness: new Freshness({ sinceConfirmedMs: () => 0, caughtUp: async () => {} }, clock),
    clock,
    random: new FakeRandom(),
    defaultDeadlineMs: 30_000,
    finished: (event) => finished.push(event),
    inspect: () => [],
    largeChecks: checksHere,
    policies,
    content: noContent,
    approvals: nobodyApproves,
    standing: nothingStanding,
    limits: noLimits(),
    transportOf: (protocol) =>
      protocol === 'mcp'
        ? {
            call: (call) => {
              calls.push(call);
              return answering(call);
            },
          }
        : undefined,
    audit: {
      backlog: 0,
      isFailing,
      flush: async () => {},
      append: (draft) => {
        records.push(draft);
        return { receipt: { chain: 'c', sequence: records.length, hash: 'h' }, settled: settling.promise };
      },
    },
  });
  // One object, as a key has it.
  const caller = aCaller();
  const run = (input: Record<string, unknown> = { item: 'tea' }, more: object = {}) =>
    invoke.run({ tool: 'acme/orders.create', input }, { caller, traceId: 'trace', ...more });
  return {
    run,
    invoke,
    ledger,
    unknown,
    records,
    finished,
    calls,
    clock,
    running,
    catalogue,
    directory,
    scheduled,
    runs,
    settle: settling.resolve,
  };
}
