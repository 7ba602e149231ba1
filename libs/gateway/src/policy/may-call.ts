import type { ErrorCode, Stage } from '@assay/contracts';
import { type Caller, type Directory, hasScope, reaches } from '@assay/identity';
import type { ToolVersion } from '@assay/registry';
import { disabledKit, grantsTo, isOwned } from './policy-facts.js';

export type Decision =
  | { readonly allowed: true; readonly why: string }
  | {
      readonly allowed: false;
      readonly why: string;
      readonly code: ErrorCode;
      /** What makes the tool callable, when this is not an endorsement. */
      readonly remedy?: string;
    };

const allow = (why: string): Decision => ({ allowed: true, why });
const refuse = (code: ErrorCode, why: string): Decision => ({ allowed: false, why, code });

/** From this stage on strangers may call; below it a tool is its owners' and endorsers' (SPEC section 3). */
const openToStrangers: ReadonlySet<Stage> = new Set(['BETA', 'GENERAL_AVAILABILITY', 'VERIFIED']);

/**
 * Whether a caller may call a version: its key (scope, narrowing, the scopes the tool asks for), then the kit of a shipped
 * tool, then its standing (owner, endorsed, granted), then the stage. Seeing the tool is decided before.
 */
export function mayCall(caller: Caller, version: ToolVersion, directory: Directory): Decision {
  const key = keyAllows(caller, version);
  if (key !== null) return key;
  const waits = whyItWaits(version);
  if (waits !== null) return refuse('quarantined', waits);
  const kit = disabledKit(version, directory);
  if (kit !== null) return refuseKit(kit);
  return standing(caller, version, directory);
}

/** The same as a reason against a version, for resolving ranges; null when the caller may call it. */
export const whyNotCall =
  (caller: Caller, directory: Directory) =>
  (version: ToolVersion): string | null => {
    const decision = mayCall(caller, version, directory);
    return decision.allowed ? null : decision.why;
  };

/** Why a version cannot be called by anyone; null when it is not quarantined. */
export const whyItWaits = ({ quarantined }: Pick<ToolVersion, 'quarantined'>): string | null =>
  quarantined && `quarantined: ${quarantined.finding}`;

const howToEnable = (kit: string): string =>
  `An administrator of this installation can enable it with: assay kits enable ${kit}`;

const refuseKit = (kit: string): Decision => ({
  ...{ allowed: false, code: 'kit_not_enabled', why: `the kit ${kit} is not enabled. ${howToEnable(kit)}` },
  remedy: `enable the kit ${kit} (assay kits enable ${kit})`,
});

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
  if (isOwned(caller, version, directory)) return allow('you own its namespace');
  const { name } = version.manifest;
  if (caller.organisationId !== null && directory.isEndorsed(name, caller.organisationId)) {
    return allow('endorsed for your organisation');
  }
  if (grantsTo(caller, version, directory).length > 0) return allow('granted to you');
  if (openToStrangers.has(version.stage)) return allow(`stage ${version.stage} is open to all`);
  return refuse(
    'denied',
    `stage ${version.stage} is open only to owners and to callers with a grant or endorsement: ${remedy(caller, version)}`,
  );
}

/** Administrators manage a tool without being members of its namespace: they endorse it before they call it. */
const remedy = (caller: Caller, { manifest: { name } }: ToolVersion): string =>
  hasScope(caller, 'admin')
    ? `endorse it for your organisation (assay endorse ${name})`
    : `ask an administrator to endorse ${name}`;
