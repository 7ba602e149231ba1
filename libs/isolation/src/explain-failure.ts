import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { findPaths, type MentionedPath } from './explain/find-paths.js';
import { findUnreached } from './explain/find-unreached.js';
import { needsScripts } from './explain/needs-scripts.js';
import type { IsolationProfile } from './profile/profile.js';
import type { Refusal } from './refusal.js';
import { type Access, isWithin } from './sandbox/mount.js';

export interface FailureEvidence {
  readonly profile: IsolationProfile;
  readonly refusals: readonly Refusal[];
  /** What the command said: the error of a call and the end of its standard error. */
  readonly texts: readonly string[];
  readonly access: (path: string) => Access;
  /** Folders that are never named in an explanation. */
  readonly hide: readonly string[];
  /** Its packages were installed without their install scripts. */
  readonly withoutScripts?: boolean;
  /** Whether a path exists outside the sandbox; the machine's own answer when absent. */
  readonly exists?: (path: string) => boolean;
}

/** The setting of a profile that stopped something, and what to do. */
export interface ExplainedFailure {
  readonly setting: 'network' | 'hosts' | 'folders' | 'memoryMb' | 'processes' | 'installScripts';
  readonly message: string;
}

/** Longest text that is searched, in characters: the end of it. */
const maxText = 16_384;

const addressOf = (host: string, port: number): string => {
  const name = host.includes(':') ? `[${host}]` : host;
  return port === 0 ? name : `${name}:${port}`;
};

/** A connection that was refused, or that could not be made because nothing of the sandbox leads there. */
function explainHost({ network }: IsolationProfile, host: string, port: number): ExplainedFailure {
  const address = addressOf(host, port);
  if (network === 'none') {
    const message = `The network of its isolation profile is "none", so that it cannot connect to ${address}: set "network" to "egress", or add "${address}" to "hosts".`;
    return { setting: 'network', message };
  }
  const message = `Its isolation profile does not let it connect to ${address}: add "${address}" to "hosts".`;
  return { setting: 'hosts', message };
}

function explainLimit(refusal: Refusal): ExplainedFailure | null {
  if (refusal.kind === 'memory')
    return {
      setting: 'memoryMb',
      message: `It needed more memory than the ${refusal.limitMb} MB of its isolation profile: raise "memoryMb".`,
    };
  if (refusal.kind === 'processes')
    return {
      setting: 'processes',
      message: `It needed more processes and threads than the ${refusal.limit} of its isolation profile: raise "processes".`,
    };
  return null;
}

const missingScripts: ExplainedFailure = {
  setting: 'installScripts',
  message:
    'Its packages were installed without their install scripts, and what such a script builds or fetches is missing: set "installScripts" to true.',
};

/** What errors that come from a limit say: an earlier one must not be blamed for every failure to come. */
const signsOf: Readonly<Record<Refusal['kind'], RegExp>> = {
  memory: /code 137|SIGKILL|SIGABRT|ENOMEM|out of memory|cannot allocate/i,
  processes: /EAGAIN|temporarily unavailable|thread|fork|spawn|process(?:es)? limit/i,
  host: /(?!)/,
};

function explainPath({ path, cause }: MentionedPath, evidence: FailureEvidence): ExplainedFailure | null {
  const { access, hide, exists = existsSync } = evidence;
  if (hide.some((folder) => isWithin(path, folder))) return null;
  const seen = access(path);
  if (seen === 'rw') return null;
  if (seen === 'ro') {
    if (cause === 'missing') return null;
    const message = `Its isolation profile lets it read ${path}, not write: add the folder to "folders" with mode "rw".`;
    return { setting: 'folders', message };
  }
  // What exists nowhere is missing for another reason; a file may be about to be made in a folder that exists. Its own
  // /tmp, however, is there, whatever it does not find in it.
  const folder = dirname(path);
  const isOwn = folder === '/' || (seen === 'private' && access(dirname(folder)) !== 'private');
  const outside = exists(path) ? path : exists(folder) && !isOwn ? folder : null;
  if (outside === null) return null;
  return { setting: 'folders', message: `Its isolation profile does not show it ${outside}: add it to "folders".` };
}

/**
 * The setting of the profile that explains a failure; null when there is none. A resource named in the error text comes
 * first, since it belongs to this failure; then the last denied access.
 */
export function explainFailure(evidence: FailureEvidence): ExplainedFailure | null {
  const { profile, refusals } = evidence;
  const texts = evidence.texts.map((text) => text.slice(-maxText));
  const limits = refusals.filter(({ kind }) => kind !== 'host');
  const limit = limits.findLast((it) => texts.some((text) => signsOf[it.kind].test(text)));
  if (limit !== undefined) return explainLimit(limit);
  const refusedHosts = refusals.flatMap((it) => (it.kind === 'host' ? [it] : []));
  const named = refusedHosts.findLast(({ host }) => texts.some((text) => text.includes(host)));
  if (named !== undefined) return explainHost(profile, named.host, named.port);
  if (evidence.withoutScripts && texts.some(needsScripts)) return missingScripts;
  for (const text of texts) {
    for (const path of findPaths(text)) {
      const explained = explainPath(path, evidence);
      if (explained !== null) return explained;
    }
    const unreached = profile.network === 'open' ? null : findUnreached(text);
    if (unreached !== null) return explainHost(profile, unreached.host, unreached.port);
  }
  const last = refusals.at(-1);
  if (last === undefined) return null;
  return last.kind === 'host' ? explainHost(profile, last.host, last.port) : explainLimit(last);
}
