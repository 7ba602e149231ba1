import type { Protocol } from '@assay/contracts';
import { type Clock, err, type Failure, fail, type Result } from '@assay/kernel';
import { type Catalogue, type Server, serverOf, type ToolVersion } from '@assay/registry';
import type { CallingWith, Credentials, Provided } from '@assay/vault';
import { leftAt } from './approvals/paused-call.js';
import type { Call, PlainStage } from './call.js';
import type { CallEvents } from './call-events.js';
import { callWithCredential, type Reach, withAuthorization } from './credentials/call-with-credential.js';
import type { FaultMemory } from './faults/fault-memory.js';
import { settleFault } from './faults/settle-fault.js';
import { saidFailure } from './faults/upstream-failure.js';
import type { Keyed } from './idempotency/keyed.js';
import { upstreamKey } from './idempotency/upstream-key.js';
import { errorText } from './read-output.js';
import type { ToolProgress } from './tool-progress.js';
import type { CallOrigin, ToolTransport, UpstreamCall } from './tool-transport.js';
import type { UpstreamAnswer } from './upstream-answer.js';

/** The transport of a protocol; undefined when this server has none. */
export type TransportOf = (protocol: Protocol) => ToolTransport | undefined;

/** Ends a call whose credential is not there, before anybody is asked to approve it or it is counted. */
export const needConnection = (credentials: Credentials, catalogue: Pick<Catalogue, 'serverFor'>): PlainStage => ({
  name: 'connection',
  run: (call) =>
    credentials.objection(callingWith(call, catalogue.serverFor(call.resolved.version as ToolVersion) ?? null)),
});

export const callingWith = (
  { requested: { caller }, resolved: { version, deadline } }: Call,
  server: Server | null,
): CallingWith => ({
  caller,
  version: version as ToolVersion,
  server,
  deadline,
});

/** The call itself, with what is left of the deadline. */
export const callTool = (
  transportOf: TransportOf,
  catalogue: Pick<Catalogue, 'serverFor'>,
  credentials: Credentials,
  clock: Clock,
  faults: FaultMemory,
): PlainStage => ({
  name: 'call',
  reaches: true,
  async run(call) {
    const version = call.resolved.version as ToolVersion;
    const { protocol } = version.manifest;
    const transport = call.requested.through ?? transportOf(protocol);
    if (transport === undefined) {
      return fail(
        'protocol_unavailable',
        `This server cannot call ${protocol} tools: ${version.manifest.name} can be read but not called here.`,
      ).error;
    }
    const name = serverOf(version);
    const server = catalogue.serverFor(version);
    if (name !== undefined && server === undefined) {
      return fail('upstream_unavailable', `The server "${name}" of this tool no longer exists or has a new owner.`)
        .error;
    }
    const asked = callingWith(call, server ?? null);
    const provided = await credentials.of(asked);
    if (!provided.ok) return provided.error;
    const reach: Reach = (carried, clean) => transport.call(upstreamCall(call, carried, clean));
    const begun = clock.monotonic();
    call.resolved.givenMs = call.resolved.deadline.remainingMs();
    if (call.resolved.answer !== undefined) delete call.resolved.answer;
    if (call.resolved.toolError !== undefined) delete call.resolved.toolError;
    try {
      const answer =
        provided.value.credential === undefined
          ? await callWithout(call, asked, provided.value, { credentials, reach })
          : await callWithCredential(call, asked, provided.value, credentials, { reach, clock });
      return take(call, answer, { credentials, faults });
    } finally {
      call.resolved.upstreamMs = clock.monotonic() - begun;
    }
  },
});

/** Reaches the upstream with no credential but what its server's record holds. */
async function callWithout(
  call: Call,
  asked: CallingWith,
  provided: Provided,
  { credentials, reach }: { readonly credentials: Credentials; readonly reach: Reach },
): Promise<Result<UpstreamAnswer, Failure>> {
  const answer = await reach(provided, (it) => it);
  if (answer.ok || answer.error.data?.challenge === undefined) return answer;
  return err(await withAuthorization(call, asked, provided, credentials, answer.error));
}

function upstreamCall(
  call: Call,
  { server, credential }: Provided,
  clean: (progress: ToolProgress) => ToolProgress,
): UpstreamCall {
  const { requested, resolved, happened } = call;
  const { manifest } = resolved.version as ToolVersion;
  return {
    invocationId: requested.id,
    manifest,
    server,
    ...(credential && { credential }),
    input: resolved.input,
    principalId: requested.caller.principalId as string,
    deadline: resolved.deadline,
    traceId: requested.traceId,
    onStarted: (ms) => {
      resolved.startMs = (resolved.startMs ?? 0) + ms;
    },
    ...(requested.baggage !== undefined && { baggage: requested.baggage }),
    ...(happened.events && { onProgress: telling(happened.events, resolved.isGuarded ? withoutWords : clean) }),
    ...(happened.keyed && { idempotencyKey: keyAt(call, happened.keyed) }),
    ...(manifest.protocol === 'composite' && { origin: originOf(call) }),
  };
}

/** What came back: an answer, which may report a failure of the tool, or none. */
function take(
  call: Call,
  answer: Result<UpstreamAnswer, Failure>,
  { credentials, faults }: { readonly credentials: Credentials; readonly faults: FaultMemory },
): Failure | undefined {
  if (!answer.ok) return noteRefused(call, settleFault(call, answer.error, faults), credentials);
  const { pause, warnings = [], isError, content, meta } = answer.value;
  call.happened.warnings.push(...warnings);
  if (pause === undefined) call.resolved.answer = answer.value;
  else call.resolved.pause = pause;
  if (!isError) return undefined;
  const failure = settleFault(call, errorResult(call.resolved.version as ToolVersion, content, meta), faults);
  call.resolved.toolError = noteRefused(call, failure, credentials);
  return undefined;
}

function noteRefused({ resolved: { connection } }: Call, failure: Failure, credentials: Credentials): Failure {
  if (failure.code === 'credential_refused' && connection !== undefined) credentials.noteRefusal(connection.id);
  return failure;
}

/**
 * An error result is classified by its text: servers report outages and wrong requests alike this way. One that says in
 * its `_meta` that nothing was done is believed: a tool also declares by itself what it changes.
 */
function errorResult(
  { manifest }: ToolVersion,
  content: UpstreamAnswer['content'],
  meta: UpstreamAnswer['meta'],
): Failure {
  const text = errorText(content);
  const stated = meta?.['assay/outcome'] === 'none' ? ({ outcome: 'none' } as const) : {};
  return saidFailure('rejected', text, `${manifest.name} failed: ${text}`, stated);
}

const telling =
  (events: CallEvents, clean: (progress: ToolProgress) => ToolProgress) =>
  (progress: ToolProgress): void =>
    events.tell({ kind: 'progress', ...clean(progress) });

/** How far the tool is; what it says of that is examined by nobody. */
const withoutWords = ({ message: _message, ...progress }: ToolProgress): ToolProgress => progress;

function originOf(call: Call): CallOrigin {
  const {
    requested,
    requested: { id, caller, request, beside },
  } = call;
  const { nesting = 0, invoke, begunAt = requested.startedAt } = requested;
  const { session, task, idempotencyKey } = request;
  call.resolved.parts = [];
  return {
    ...{ caller, session, task, nesting, begunAt, parts: call.resolved.parts },
    isAgain: requested.begunAt !== undefined || (call.happened.keyed?.held?.earlier ?? null) !== null,
    key: idempotencyKey === undefined ? `call ${id}` : `key ${idempotencyKey}`,
    left: beside === undefined && invoke === undefined ? () => leftAt(call) : undefined,
    ...(invoke && { invoke }),
    ...(requested.client && { client: requested.client }),
  };
}

const keyAt = ({ requested: { caller }, resolved: { version } }: Call, { key }: Keyed): string =>
  upstreamKey(caller.principalId as string, key, (version as ToolVersion).manifest.name);
