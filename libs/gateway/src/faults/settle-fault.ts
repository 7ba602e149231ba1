import { digestJson, type Failure } from '@assay/kernel';
import type { ToolVersion } from '@assay/registry';
import { type Call, isReadOnly } from '../call.js';
import { faultKinds } from './fault-kinds.js';
import { credentialOfCall, type FaultMemory } from './fault-memory.js';
import { namesParameter, shapeOf } from './text-shape.js';
import { propertiesOf, settledByText } from './upstream-failure.js';

/** Whom it concerns when a version is rate-limited: everybody, unless the credential is the caller's own. */
const ownOf = ({ requested: { caller }, resolved: { connection } }: Call): string | undefined =>
  connection !== undefined && !connection.shared ? (caller.principalId ?? '') : undefined;

/**
 * How a call's failure at the upstream is to be understood: by its text, where its status does not say it, and by what
 * other calls of the version met. Sets whom it is blamed on.
 */
export function settleFault(call: Call, found: Failure, memory: FaultMemory): Failure {
  const { manifest, id } = call.resolved.version as ToolVersion;
  const said = found.said ?? found.message;
  const byText = settledByText(found, { input: call.resolved.input, manifest });
  const settled = byOtherCalls(call, byText, said, memory);
  if (settled.code === 'rate_limited' && settled.retryAfterMs !== undefined)
    memory.limited(id, ownOf(call), settled.retryAfterMs);
  delete call.resolved.blame;
  if (settled.blame !== undefined) call.resolved.blame = settled.blame;
  return isReadOnly(call.resolved.version) ? { ...settled, outcome: 'none' } : warned(settled);
}

function byOtherCalls(call: Call, failure: Failure, said: string, memory: FaultMemory): Failure {
  if (failure.code !== 'upstream_rejected') return failure;
  const { manifest, id: versionId } = call.resolved.version as ToolVersion;
  const argumentsDigest = call.resolved.argumentsDigest ?? digestJson(call.resolved.input);
  if (failure.fault === 'forbidden')
    return memory.isCredentialFault(credentialOfCall(call), argumentsDigest)
      ? { ...failure, ...faultKinds.credential, fault: 'credential' }
      : failure;
  if (failure.namesRequest === true || namesParameter(said, propertiesOf(manifest))) return failure;
  const principalId = call.requested.caller.principalId ?? '';
  const text = shapeOf(said, call.resolved.input);
  return memory.isToolFault({ versionId, principalId, argumentsDigest, text })
    ? { ...failure, blame: 'tool' }
    : failure;
}

/** Only a call that may have changed something is worth a look before it is made again. */
const warned = (failure: Failure): Failure =>
  failure.outcome === 'unknown' && (failure.fault === 'lost' || failure.fault === 'timed_out')
    ? { ...failure, message: `${failure.message} The call may have had its effect: check before you repeat it.` }
    : failure;
