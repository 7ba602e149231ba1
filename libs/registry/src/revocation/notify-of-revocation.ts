import { type Directory, ownersOf } from '@assay/identity';
import { dayMs, mapConcurrent, type Notice, type Notices, type Recipient } from '@assay/kernel';
import type { Catalogue } from '../catalogue.js';
import type { Consumers } from '../consumers.js';
import { pins } from '../version-number.js';
import { coveredVersions } from './covered-versions.js';
import { type Revocation, targetOf } from './revocation.js';

/** Callers within this time before the revocation are notified, in ms: 30 days. */
const calledWithinMs = 30 * dayMs;
/** Tools whose users are looked up concurrently. */
const concurrency = 8;

export interface NotifyPorts {
  readonly catalogue: Catalogue;
  readonly directory: Directory;
  readonly consumers: Consumers;
  readonly notices: Notices;
}

/**
 * Notifies the users of every covered version, and the owners of the namespace, of a revocation and of its lifting.
 * Each recipient is notified once, regardless of repetitions.
 */
export async function notifyOfRevocation(ports: NotifyPorts, revocation: Revocation): Promise<void> {
  const to = [...ownersOf(ports.directory, revocation.namespace), ...(await usersOf(ports, revocation))];
  const unique = [...new Map(to.map((it) => [it.principalId, it])).values()];
  if (unique.length > 0) await ports.notices.send([{ ...noticeOf(revocation), to: unique }]);
}

function noticeOf(revocation: Revocation): Omit<Notice, 'to'> {
  const { id, namespace, tool, range, reason, cause, lifted } = revocation;
  const objection = cause === null ? '' : ` Its owners may object: POST /v1/revocations/${id}/appeal.`;
  const target = targetOf(revocation);
  const version = range !== null && pins(range) ? `@${range.replace(/^=\s*/, '')}` : '';
  const subject = tool === null ? namespace : `${namespace}/${tool}${version}`;
  if (lifted === null) {
    return {
      key: `revocation ${id} made`,
      kind: 'tool.revoked',
      subject,
      text: `${target} has been revoked: ${reason}\nCalls of it are refused; the refusal names what you may call instead.${objection}`,
      details: { revocation: id, target, reason },
    };
  }
  return {
    key: `revocation ${id} lifted`,
    kind: 'tool.reinstated',
    subject,
    text: `The revocation of ${target} has been lifted${lifted.reason === null ? '.' : `: ${lifted.reason}`}\nIt is resolved and called again as before, unless something else covers it.`,
    details: { revocation: id, target, reason: lifted.reason },
  };
}

async function usersOf({ catalogue, consumers }: NotifyPorts, revocation: Revocation): Promise<Recipient[]> {
  const versionKeys = new Map<string, string[]>();
  for (const { namespace, tool, versionKey } of coveredVersions(catalogue, revocation)) {
    const keys = versionKeys.get(`${namespace}/${tool}`);
    if (keys === undefined) versionKeys.set(`${namespace}/${tool}`, [versionKey]);
    else keys.push(versionKey);
  }
  const queries = [...versionKeys].map(([tool, keys]) => ({
    tool,
    versionKeys: keys,
    calledSince: revocation.createdAt - calledWithinMs,
  }));
  return (await mapConcurrent(queries, concurrency, (query) => consumers.of(query))).flat();
}
