import type { ErrorCode, Stage } from '@assay/contracts';
import { serverOf } from '../catalog/catalogue.js';
import type { ToolVersion } from '../catalog/records.js';
import { type Caller, hasScope, reaches } from '../identity/caller.js';
import type { Directory } from '../identity/directory.js';
import { owns } from '../identity/ownership.js';

export type Decision =
  | { readonly allowed: true; readonly why: string }
  | { readonly allowed: false; readonly why: string; readonly code: ErrorCode };

const allow = (why: string): Decision => ({ allowed: true, why });
const refuse = (code: ErrorCode, why: string): Decision => ({ allowed: false, why, code });

/** From this stage on strangers may call; below it a tool is its owners' and endorsers' (SPEC section 3). */
const openToStrangers: ReadonlySet<Stage> = new Set(['BETA', 'GENERAL_AVAILABILITY', 'VERIFIED']);

/**
 * Whether a caller may call a version: its key (scope, narrowing, the scopes the tool asks for), then its standing
 * (owner, endorsed, granted), then the stage. Seeing the tool is decided before.
 */
export function mayCall(caller: Caller, version: ToolVersion, directory: Directory): Decision {
  const key = keyAllows(caller, version);
  if (key !== null) return key;
  const waits = whyItWaits(version);
  if (waits !== null) return refuse('quarantined', waits);
  return standing(caller, version, directory);
}

/** Why nobody may call a version, whoever asks; null when it is not quarantined. */
export const whyItWaits = ({ quarantined }: Pick<ToolVersion, 'quarantined'>): string | null =>
  quarantined && `quarantined: ${quarantined.finding}`;

function keyAllows(caller: Caller, version: ToolVersion): Decision | null {
  if (caller.principalId === null) return refuse('unauthenticated', 'calling needs a key');
  if (!hasScope(caller, 'tools:call')) return refuse('forbidden', 'your key lacks the scope tools:call');
  if (!reaches(caller, version.namespace))
    return refuse('forbidden', `your key is narrowed to ${caller.namespaces?.join(', ')}`);
  const missing = (version.manifest.auth?.scopes ?? []).filter((scope) => !hasScope(caller, scope));
  if (missing.length > 0) return refuse('forbidden', `the tool asks for scopes your key lacks: ${missing.join(', ')}`);
  return null;
}

function standing(caller: Caller, version: ToolVersion, directory: Directory): Decision {
  const namespace = directory.namespace(version.namespace);
  if (namespace !== undefined && owns(caller, namespace)) return allow('you own its namespace');
  const { name, capabilities = [] } = version.manifest;
  if (caller.organisationId !== null && directory.isEndorsed(name, caller.organisationId)) {
    return allow('endorsed for your organisation');
  }
  const granted = directory
    .grantsOf(name, capabilities, version.organisationId, serverOf(version))
    .some((it) => it.principalId === caller.principalId || it.granteeOrganisationId === caller.organisationId);
  if (granted) return allow('granted to you');
  if (openToStrangers.has(version.stage)) return allow(`stage ${version.stage} is open to all`);
  return refuse(
    'denied',
    `stage ${version.stage} is open to its owners, and to whom it is granted or endorsed for: ask an administrator to endorse ${name}`,
  );
}
