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
    const version = call.version as ToolVersion;
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
    call.givenMs = call.deadline.remainingMs();
    if (call.answer !== undefined) delete call.answer;
    if (call.toolError !== undefined) delete call.toolError;
    try {
      const answer = await callWithCredential(call, asked, provided.value, credentials, {
        clock,
        reach: (carried, clean) =>
          transport.call({
            invocationId: call.id,
            manifest: version.manifest,
            server: carried.server,
            ...(carried.credential && { credential: carried.credential }),
            input: call.input,
            principalId: call.caller.principalId as string,
            deadline: call.deadline,
            traceId: call.requested.traceId,
            onStarted: (ms) => {
              call.startMs = (call.startMs ?? 0) + ms;
            },
            ...(call.requested.baggage !== undefined && { baggage: call.requested.baggage }),
            ...(call.events && { onProgress: telling(call.events, call.isGuarded ? withoutWords : clean) }),
            ...(call.keyed && { idempotencyKey: keyAt(call, call.keyed) }),
            ...(protocol === 'composite' && { origin: originOf(call) }),
          }),
      });
      if (!answer.ok) return noteRefused(call, settleFault(call, answer.error, faults), credentials);
      const { pause, warnings = [] } = answer.value;
      call.warnings.push(...warnings);
      if (pause === undefined) call.answer = answer.value;
      else call.pause = pause;
      if (answer.value.isError)
        call.toolError = noteRefused(
          call,
          settleFault(call, errorResult(version, answer.value.content), faults),
          credentials,
        );
      return undefined;
    } finally {
      call.upstreamMs = clock.monotonic() - begun;
    }
  },
});

function noteRefused({ connection }: Call, failure: Failure, credentials: Credentials): Failure {
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
  const { id, caller, request, requested, beside } = call;
  const { nesting = 0, invoke, begunAt = requested.startedAt } = requested;
  const { session, task, idempotencyKey } = request;
  call.parts = [];
  return {
    ...{ caller, session, task, nesting, begunAt, parts: call.parts },
    isAgain: requested.begunAt !== undefined || (call.keyed?.held?.earlier ?? null) !== null,
    key: idempotencyKey === undefined ? `call ${id}` : `key ${idempotencyKey}`,
    left: beside === undefined && invoke === undefined ? () => leftAt(call) : undefined,
    ...(invoke && { invoke }),
  };
}

const keyAt = ({ caller, version }: Call, { key }: Keyed): string =>
  upstreamKey(caller.principalId as string, key, (version as ToolVersion).manifest.name);
