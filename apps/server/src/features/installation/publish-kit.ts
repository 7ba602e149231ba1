import { mkdirSync } from 'node:fs';
import { type Caller, type Directory, type IdentityStore, recordChange } from '@assay/identity';
import { type ImportServer, type ManageServers, settingsOf } from '@assay/importing';
import { type AuditLog, type ChangeFeed, type Clock, digestJson, type Random, startDeadline } from '@assay/kernel';
import type { Kit, KitPlaces, KitProfile } from '@assay/kit';
import type { Server } from '@assay/registry';
import { type CompositionPorts, publishCompositions } from './publish-compositions.js';
import { kitNamespace } from './shipped-kits.js';

const listWithinMs = 20_000;

export interface ShippedToolsPorts extends CompositionPorts {
  readonly directory: Directory;
  readonly store: IdentityStore;
  readonly audit: AuditLog;
  readonly feed: Pick<ChangeFeed, 'caughtUp'>;
  readonly random: Random;
  readonly servers: Pick<ManageServers, 'change' | 'register'>;
  readonly imports: Pick<ImportServer, 'propose' | 'confirm'>;
  readonly clock: Clock;
}

/**
 * Publishes a kit through the same import as everybody's tools. Nothing is started and nothing happens when all is as it
 * was: each tool has the kit's version, and the server's record is the same. The prerequisite is checked only when there
 * is something to publish. A kit that waits for its settings gets its record only.
 * @returns what is missing on this machine; null when the kit is published.
 * @throws Error when its process could not be started or listed, or its tools were refused.
 */
export async function publishKit(
  ports: ShippedToolsPorts,
  caller: Caller,
  kit: Kit,
  places: KitPlaces,
  stopping: AbortSignal,
): Promise<string | null> {
  const { version, stateless } = kit;
  const name = `${kitNamespace}/${kit.name}`;
  // Private to the kit; its process could not make it.
  mkdirSync(places.state, { recursive: true, mode: 0o700 });
  const registered = ports.catalogue.server(name);
  // What an administrator gave the kit is only in its record.
  const settings = registered === undefined ? {} : settingsOf(registered);
  const declared = Object.fromEntries((kit.variables ?? []).map((it) => [it, '']));
  const variables = { ...declared, ...settings };
  const env = Object.keys(variables).length > 0 && { env: variables };
  const mcp = { command: process.execPath, args: [kit.entry, ...kit.arguments(places)], ...env };
  // Its folders may lie in Assay's own folder, which is never proposed: the record names them.
  const isolation = profileOf(kit, { ...places, settings });
  await claimNamespace(ports, caller);
  const published = ports.catalogue.toolsOn(name);
  const current = published.length > 0 && published.every((tool) => tool.versions.some((it) => it.version === version));
  if (current && registered !== undefined) {
    const isSame = digestJson(registered.mcp) === digestJson(mcp) && hasReach(registered, isolation);
    if (!isSame) settle(await ports.servers.change(caller, name, { mcp, stateless, isolation }));
    await publishCompositions(ports, caller, kit);
    return null;
  }
  const missing = await kit.missing({ ...places, settings });
  if (missing !== null) {
    // Its settings are stored in its record, which is there before them; nothing is started.
    if (kit.settings !== undefined && registered === undefined)
      settle(await ports.servers.register(caller, { name, mcp, stateless, isolation }));
    return missing;
  }
  const deadline = startDeadline(ports.clock, listWithinMs, stopping);
  try {
    const body = { namespace: kitNamespace, server: kit.name, source: { mcp }, stateless, isolation };
    const proposed = settle(await ports.imports.propose(caller, body, deadline));
    const edits = Object.fromEntries(
      proposed.proposals.map(({ manifest }) => [manifest.name, { version, ...editsOf(kit, manifest.endpoint.tool) }]),
    );
    const include = proposed.proposals.map((it) => it.manifest.name);
    settle(await ports.imports.confirm(caller, proposed.id, { include, edits }));
    await publishCompositions(ports, caller, kit);
    return null;
  } finally {
    deadline.end();
  }
}

/** What the kit adds to the description that its server gives of a tool. */
function editsOf(kit: Kit, tool: unknown) {
  const { capabilities, examples, compensation, limits } = kit.tools[tool as string] ?? {};
  return {
    ...(capabilities && { capabilities: [...capabilities] }),
    ...(examples && { examples: [...examples] }),
    ...(compensation && { compensation }),
    ...(limits && { limits: limits.map(({ limit, by }) => ({ limit, ...(by && { by: [...by] }) })) }),
  };
}

function profileOf(kit: Kit, places: KitPlaces) {
  const { hosts, folders, ...rest }: KitProfile = kit.profile(places);
  return {
    ...rest,
    ...(hosts && { hosts: [...hosts] }),
    folders: [...folders],
    ...(kit.requiresIsolation && { requiresIsolation: true }),
  };
}

/** The namespace of the kits has no members: nobody calls their tools as an owner. Administrators manage it. */
async function claimNamespace(ports: ShippedToolsPorts, caller: Caller): Promise<void> {
  const { directory, store, random, clock } = ports;
  if (directory.namespace(kitNamespace) !== undefined) return;
  const added = await store.addNamespace({
    id: random.uuid(),
    name: kitNamespace,
    organisationId: caller.organisationId as string,
    visibility: 'organisation',
    owners: [],
    teams: [],
    proven: null,
    transfer: null,
    createdAt: clock.now(),
    createdBy: caller.principalId,
  });
  if (added === 'added')
    await recordChange(ports, caller, 'namespace.create', kitNamespace, { visibility: 'organisation' });
  else await ports.feed.caughtUp();
}

/** An administrator may have chosen otherwise; only what the toolkit cannot work without is put back. */
const hasReach = ({ isolation }: Server, { folders, hosts = [] }: ReturnType<typeof profileOf>): boolean =>
  isolation === 'off' ||
  (folders.every(({ path }) => isolation?.folders.some((it) => it.path === path)) &&
    hosts.every((host) => isolation?.hosts?.includes(host)));

function settle<T>(outcome: { ok: true; value: T } | { ok: false; error: { message: string } }): T {
  if (!outcome.ok) throw new Error(outcome.error.message);
  return outcome.value;
}
