import type { Protocol } from '@assay/contracts';
import { type Clock, type Failure, fail } from '@assay/kernel';
import { type Catalogue, serverOf, type ToolVersion } from '@assay/registry';
import type { Credentials } from '@assay/vault';
import { leftAt } from './approvals/paused-call.js';
import type { Call, Stage } from './call.js';
import type { CallEvents } from './call-events.js';
import { callingWith, callWithCredential } from './credentials/call-with-credential.js';
import type { FaultMemory } from './faults/fault-memory.js';
import { settleFault } from './faults/settle-fault.js';
import { saidFailure } from './faults/upstream-failure.js';
import type { Keyed } from './idempotency/keyed.js';
import { upstreamKey } from './idempotency/upstream-key.js';
import { errorText } from './read-output.js';
import type { ToolProgress } from './tool-progress.js';
import type { CallOrigin, ToolTransport } from './tool-transport.js';
import type { UpstreamAnswer } from './upstream-answer.js';

/** The transport of a protocol; undefined when this server has none. */
export type TransportOf = (protocol: Protocol) => ToolTransport | undefined;

/** The call itself, with what is left of the deadline. */
export const callTool = (
  transportOf: TransportOf,
  catalogue: Pick<Catalogue, 'serverFor'>,
  credentials: Credentials,
  clock: Clock,
  faults: FaultMemory,
): Stage => ({
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
    const begun = clock.monotonic();
    call.resolved.givenMs = call.resolved.deadline.remainingMs();
    if (call.resolved.answer !== undefined) delete call.resolved.answer;
    if (call.resolved.toolError !== undefined) delete call.resolved.toolError;
    try {
      const answer = await callWithCredential(call, asked, provided.value, credentials, {
        clock,
        reach: (carried, clean) =>
          transport.call({
            invocationId: call.requested.id,
            manifest: version.manifest,
            server: carried.server,
            ...(carried.credential && { credential: carried.credential }),
            input: call.resolved.input,
            principalId: call.requested.caller.principalId as string,
            deadline: call.resolved.deadline,
            traceId: call.requested.traceId,
            onStarted: (ms) => {
              call.resolved.startMs = (call.resolved.startMs ?? 0) + ms;
            },
            ...(call.requested.baggage !== undefined && { baggage: call.requested.baggage }),
            ...(call.happened.events && {
              onProgress: telling(call.happened.events, call.resolved.isGuarded ? withoutWords : clean),
            }),
            ...(call.happened.keyed && { idempotencyKey: keyAt(call, call.happened.keyed) }),
            ...(protocol === 'composite' && { origin: originOf(call) }),
          }),
      });
      if (!answer.ok) return noteRefused(call, settleFault(call, answer.error, faults), credentials);
      const { pause, warnings = [] } = answer.value;
      call.happened.warnings.push(...warnings);
      if (pause === undefined) call.resolved.answer = answer.value;
      else call.resolved.pause = pause;
      if (answer.value.isError)
        call.resolved.toolError = noteRefused(
          call,
          settleFault(call, errorResult(version, answer.value.content), faults),
          credentials,
        );
      return undefined;
    } finally {
      call.resolved.upstreamMs = clock.monotonic() - begun;
    }
  },
});

function noteRefused({ resolved: { connection } }: Call, failure: Failure, credentials: Credentials): Failure {
  if (failure.code === 'credential_refused' && connection !== undefined) credentials.noteRefusal(connection.id);
  return failure;
}

/** An error result is classified by its text: servers report outages and wrong requests alike this way. */
function errorResult({ manifest }: ToolVersion, content: UpstreamAnswer['content']): Failure {
  const text = errorText(content);
  return saidFailure('rejected', text, `${manifest.name} failed: ${text}`);
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
  };
}

const keyAt = ({ requested: { caller }, resolved: { version } }: Call, { key }: Keyed): string =>
  upstreamKey(caller.principalId as string, key, (version as ToolVersion).manifest.name);
