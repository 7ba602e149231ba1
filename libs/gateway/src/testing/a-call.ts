import { startDeadline } from '@assay/kernel';
import { FakeClock } from '@assay/kernel/testing';
import type { ToolVersion } from '@assay/registry';
import { aCaller } from '@assay/registry/testing';
import type { RunningCalls } from '../running-calls.js';

/** What `RunningCalls` holds: a call on its way through the stages of the gateway. */
type Call = Parameters<RunningCalls['add']>[0];
type Requested = Call['requested'];
type Resolved = Call['resolved'];
type Happened = Call['happened'];

/** Members of a call that differ from those of the usual one, of whichever part. */
export type CallParts = Partial<Requested & Resolved & Happened> & { readonly requested?: Partial<Requested> };

const happening = new Set(['warnings', 'trace', 'attempted', 'events', 'keyed', 'healing', 'revocation', 'slow']);
const resolving = new Set<keyof Resolved>([
  ...(['input', 'deadline', 'standIns', 'version', 'argumentsDigest', 'repairs', 'decision', 'limits'] as const),
  ...([
    'admission',
    'repeat',
    'pause',
    'toolError',
    'blame',
    'routed',
    'contains',
    'revealed',
    'unmasked',
    'cached',
    'flight',
  ] as const),
  ...(['shown', 'withheld', 'isGuarded', 'returned', 'isAltered', 'resultDigest', 'answer', 'output'] as const),
  ...(['validation', 'findings', 'parts', 'connection', 'ended', 'escalation'] as const),
  ...(['upstreamMs', 'givenMs', 'startMs'] as const),
]);

/** Members by the part of a call that they belong to. */
function parted({ requested, ...flat }: CallParts) {
  const given = Object.entries(flat);
  const isResolved = (name: string) => resolving.has(name as keyof Resolved);
  const of = (isOne: (name: string) => boolean) => Object.fromEntries(given.filter(([name]) => isOne(name)));
  return {
    requested: { ...of((it) => !isResolved(it) && !happening.has(it)), ...requested } as Partial<Requested>,
    resolved: of(isResolved) as Partial<Resolved>,
    happened: of((it) => happening.has(it)) as Partial<Happened>,
  };
}

/** A call that has just begun; with a version, one that has been resolved. */
export const aCall = (parts: CallParts = {}, version?: ToolVersion): Call => {
  const { requested, resolved, happened } = parted(parts);
  const request = requested.request ?? { tool: 'acme/orders.create', input: { item: 'tea' } };
  const whole = requested.whole ?? resolved.deadline ?? startDeadline(new FakeClock(), 30_000);
  return {
    requested: Object.freeze({
      id: '00000000-0000-7000-8000-00000000ca11',
      request,
      caller: aCaller(),
      traceId: 'trace',
      dryRun: false,
      startedAt: Date.UTC(2026, 0, 1),
      level: 1,
      reference: request.tool ?? request.capability ?? '',
      accuracy: 1,
      ...requested,
      whole,
    }),
    resolved: {
      input: request.input,
      deadline: whole,
      validation: { outcome: 'skipped', issues: [] },
      ...(version && { version }),
      ...resolved,
    },
    happened: { attempted: [], warnings: [], trace: [], ...happened },
  };
};

/** The same call with other members. */
export const aCallWith = (call: Call, parts: CallParts): Call => {
  const { requested, resolved, happened } = parted(parts);
  return {
    requested: Object.freeze({ ...call.requested, ...requested }),
    resolved: { ...call.resolved, ...resolved },
    happened: { ...call.happened, ...happened },
  };
};
