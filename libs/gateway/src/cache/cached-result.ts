import { errorTable } from '@assay/contracts';
import { cancelledReason, digestJson, type Failure, isLongerThan } from '@assay/kernel';
import type { Catalogue, ToolVersion } from '@assay/registry';
import type { Credentials } from '@assay/vault';
import { type Call, isReadOnly, type Stage } from '../call.js';
import { callingWith } from '../call-tool.js';
import { attackWarning, rulesNamed } from '../inspect-output.js';
import type { CachedResult } from '../resolved.js';
import type { UpstreamAnswer } from '../upstream-answer.js';
import type { CacheCounts } from './cache-counts.js';
import { type CachePlace, cacheBounds, type Flight, type FoundAnswer, type ResultCache } from './result-cache.js';

export interface CachedResultPorts {
  readonly results: ResultCache;
  readonly counts: CacheCounts;
  readonly catalogue: Pick<Catalogue, 'serverFor'>;
  readonly credentials: Pick<Credentials, 'carried'>;
}

/**
 * Answers a call of a tool that declares `cache` with an earlier result of an equal call, or with the one that such a call
 * is just being given. The first of several equal calls goes to the tool. When it ends for a reason of its own caller, the
 * next one takes its place; when the tool fails it, each of the others makes its own call.
 */
export const cachedResult = (ports: CachedResultPorts): Stage<CachedResult> => ({
  name: 'cache',
  reaches: true,
  run: (call) => answerOf(call, ports),
  note: ({ resolved: { cached } }) => cached && `result of ${Math.floor(cached.ageMs / 1_000)} s ago`,
});

async function answerOf(call: Call, ports: CachedResultPorts) {
  const { results, counts } = ports;
  for (;;) {
    const place = placeOf(call, ports);
    if (place === undefined) return undefined;
    const found = results.find(place);
    if (found !== undefined) {
      counts.kept += 1;
      return take(call, found);
    }
    const flight = results.flight(place);
    if (flight === undefined) {
      counts.made += 1;
      call.resolved.flight = flightOf(call, results, place);
      return undefined;
    }
    const end = await endOf(flight, call.resolved.deadline.signal);
    if (end === 'late') return outOfTime(call);
    if (end === 'failed') {
      counts.made += 1;
      return undefined;
    }
    // The server's record may have changed meanwhile.
    const present = placeOf(call, ports);
    const shared = end === 'answered' && present !== undefined ? flight.found(present) : undefined;
    if (shared !== undefined) {
      counts.shared += 1;
      return take(call, shared);
    }
  }
}

/**
 * Where the result of a call is kept; undefined when it is neither looked up nor kept. A result belongs to its caller,
 * unless the tool shares results in an organisation and the call carries no credential of the caller's own.
 */
export function placeOf(
  call: Call,
  { catalogue, credentials }: Pick<CachedResultPorts, 'catalogue' | 'credentials'>,
): CachePlace | undefined {
  const { requested, resolved } = call;
  const { request, caller, through, beside } = requested;
  const version = resolved.version as ToolVersion;
  const { cache, protocol } = version.manifest;
  if (cache === undefined || !isReadOnly(version) || protocol === 'composite') return undefined;
  if (request.cache === 'no' || request.corroborate !== undefined) return undefined;
  // A conversation of the caller's own, and attempts beside a call, say something else than the call alone.
  if (through !== undefined || beside !== undefined) return undefined;
  // Placeholders of masked values are one caller's or session's.
  if (resolved.revealed !== undefined || resolved.shown !== undefined) return undefined;
  if (caller.principalId === null || caller.organisationId === null) return undefined;
  const server = catalogue.serverFor(version);
  const carried = credentials.carried(callingWith(call, server ?? null));
  const isShared =
    cache.scope === 'organisation' && version.manifest.auth?.upstream !== 'caller' && carried?.shared !== false;
  const whose = isShared ? 'organisation' : caller.principalId;
  const credential = carried === undefined ? 'none' : `${carried.id}.${carried.revision}`;
  const digest = resolved.argumentsDigest ?? digestJson(resolved.input);
  return { key: [caller.organisationId, whose, version.id, credential, digest].join(' '), version, server };
}

function take(call: Call, { answer, findings, connection, ageMs }: FoundAnswer) {
  call.happened.warnings.push(...(answer.warnings ?? []));
  if (findings !== undefined)
    call.happened.warnings.push(attackWarning(findings.slice(0, rulesNamed).map(({ rule }) => rule)));
  return {
    resolved: { answer, cached: { ageMs }, ...(findings && { findings }), ...(connection && { connection }) },
  };
}

/** Ends with the level of the call that is made: its result is kept when it is good, and as its tool gave it. */
function flightOf(call: Call, results: ResultCache, place: CachePlace) {
  const own = results.begin(place);
  return {
    end(failure: Failure | undefined): void {
      const { answer, findings, connection } = call.resolved;
      if (failure !== undefined) own.ended(isOfTool(call, failure) ? 'failed' : 'abandoned');
      else if (answer === undefined || !isKeepable(call, place)) own.ended('abandoned');
      else own.answered({ answer, findings, connection }, charactersOf(answer));
    },
  };
}

/** A long answer, which is not kept, is not written to be measured. */
const charactersOf = (answer: UpstreamAnswer): number =>
  isLongerThan(answer, cacheBounds.maxCharactersEach)
    ? cacheBounds.maxCharactersEach + 1
    : JSON.stringify(answer).length;

/** Not what policies changed or withheld, and not what a credential of the caller's own gave for others. */
function isKeepable({ resolved }: Call, { key }: CachePlace): boolean {
  const { isAltered, withheld, pause, connection, answer } = resolved;
  if (isAltered === true || withheld !== undefined || pause !== undefined || answer?.isError === true) return false;
  return connection === undefined || key.includes(` ${connection.id}.`);
}

/** Whether a failure is one that the others would meet too: cancellation, time, policies and limits are the caller's own. */
function isOfTool({ resolved: { upstreamMs } }: Call, { code }: Failure): boolean {
  const { class: errorClass } = errorTable[code];
  return upstreamMs !== undefined && errorClass !== 'cancelled' && errorClass !== 'timeout' && errorClass !== 'denied';
}

async function endOf({ ended }: Flight, signal: AbortSignal) {
  if (signal.aborted) return 'late';
  const { promise, resolve } = Promise.withResolvers<'late'>();
  const late = () => resolve('late');
  signal.addEventListener('abort', late, { once: true });
  try {
    return await Promise.race([ended, promise]);
  } finally {
    signal.removeEventListener('abort', late);
  }
}

function outOfTime({ resolved: { version, deadline } }: Call): Failure {
  const name = version?.manifest.name ?? '';
  if (deadline.signal.reason === cancelledReason)
    return { code: 'cancelled', message: `The call to ${name} was cancelled.`, outcome: 'none' };
  return {
    code: 'deadline_exceeded',
    message: `The deadline passed while the call waited for the result of an equal call of ${name}: set a longer deadline, or cache: "no".`,
    outcome: 'none',
  };
}
