import {
  type Caller,
  type Directory,
  type IdentityPorts,
  type ManageGrants,
  recordChange,
  runsInstallation,
} from '@assay/identity';
import { type Failure, fail, ok, type Result } from '@assay/kernel';
import { actingKitOf, type Catalogue, kitNamespace, type Tool } from '../catalogue.js';
import type { Server, ToolVersion } from '../records.js';
import type { ReviewStore } from '../reviews/review.js';

/** What an installation knows of a kit before its tools are published. */
export interface ShippedKit {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly version: string;
  readonly tools: readonly { readonly name: string; readonly acts: boolean; readonly undo: string | null }[];
  readonly network: 'none' | 'egress';
  readonly hosts: readonly string[];
  readonly folders: readonly { readonly path: string; readonly mode: 'ro' | 'rw' }[];
}

export interface ManageKitsPorts extends Pick<IdentityPorts, 'audit' | 'feed'> {
  readonly catalogue: Catalogue;
  readonly directory: Directory;
  readonly grants: Pick<ManageGrants, 'endorse' | 'withdrawEndorsement'>;
  readonly kits: readonly ShippedKit[];
  readonly reviews: Pick<ReviewStore, 'waiting'>;
  /** What keeps a kit from being published, and the way to get it; null when nothing does. */
  readonly missing: (kit: string) => Promise<string | null>;
  /** Whether its tools are about to be published, which a start does not wait for. */
  readonly isWaiting: (kit: string) => boolean;
}

export interface ShownKitTool {
  readonly tool: string;
  readonly title: string | null;
  readonly acts: boolean;
  readonly enabled: boolean;
  readonly destructive: boolean;
  readonly undo: string | null;
  /** Why its newest version waits, and how that is decided; null when it does not. */
  readonly held: string | null;
}

export interface ShownKit {
  readonly kit: ShippedKit;
  readonly status: 'enabled' | 'partly_enabled' | 'disabled' | 'being_published' | 'unavailable';
  readonly missing: string | null;
  readonly tools: readonly ShownKitTool[];
  readonly server: Server | undefined;
}

type Shown = Promise<Result<ShownKit, Failure>>;

/**
 * The kits that ship with Assay. An administrator of the installation enables a kit after seeing what it may do: this
 * endorses its tools that act for the organisation. A tool that a later version brings waits until the kit is enabled
 * again.
 */
export class ManageKits {
  readonly #ports: ManageKitsPorts;

  constructor(ports: ManageKitsPorts) {
    this.#ports = ports;
  }

  async list(caller: Caller): Promise<Result<ShownKit[], Failure>> {
    const allowed = this.#mayManage(caller);
    if (!allowed.ok) return allowed;
    return ok(await Promise.all(this.#ports.kits.map((kit) => this.#shown(kit))));
  }

  async show(caller: Caller, name: string): Shown {
    const found = this.#find(caller, name);
    return found.ok ? ok(await this.#shown(found.value)) : found;
  }

  /** Enabling twice is the same as once. */
  async enable(caller: Caller, name: string): Shown {
    const found = this.#find(caller, name);
    if (!found.ok) return found;
    const before = await this.#shown(found.value);
    if (before.missing !== null) return fail('conflict', `The kit ${name} is unavailable: ${before.missing}`);
    if (before.status === 'being_published')
      return fail('conflict', `The kit ${name} is being published. Try again in a few seconds.`);
    const waiting = before.tools.filter(this.#mayEnable).map((it) => it.tool);
    for (const tool of waiting) {
      const endorsed = await this.#ports.grants.endorse(caller, tool);
      if (!endorsed.ok) return endorsed;
    }
    if (waiting.length > 0) await recordChange(this.#ports, caller, 'kit.enable', name, { tools: waiting });
    return ok(await this.#shown(found.value));
  }

  async disable(caller: Caller, name: string): Shown {
    const found = this.#find(caller, name);
    if (!found.ok) return found;
    const { directory, grants } = this.#ports;
    const before = await this.#shown(found.value);
    const acting = new Set(before.tools.filter((it) => it.acts).map((it) => it.tool));
    if (acting.size === 0)
      return fail('conflict', `The kit ${name} has no tools that act: there is nothing to disable.`);
    const mine = [...directory.endorsements()].filter(
      (it) => it.organisationId === caller.organisationId && acting.has(it.tool),
    );
    for (const { id } of mine) {
      const withdrawn = await grants.withdrawEndorsement(caller, id);
      if (!withdrawn.ok && withdrawn.error.code !== 'not_found') return withdrawn;
    }
    if (mine.length > 0)
      await recordChange(this.#ports, caller, 'kit.disable', name, { tools: mine.map((it) => it.tool) });
    return ok(await this.#shown(found.value));
  }

  #find(caller: Caller, name: string): Result<ShippedKit, Failure> {
    const allowed = this.#mayManage(caller);
    if (!allowed.ok) return allowed;
    const kit = this.#ports.kits.find((it) => it.name === name);
    const names = this.#ports.kits.map((it) => it.name).join(', ');
    return kit === undefined ? fail('not_found', `There is no kit "${name}". The kits: ${names}.`) : ok(kit);
  }

  #mayManage(caller: Caller): Result<null, Failure> {
    return runsInstallation(caller, this.#ports.directory)
      ? ok(null)
      : fail('forbidden', "Kits are managed by administrators of the installation's own organisation.");
  }

  async #shown(kit: ShippedKit): Promise<ShownKit> {
    const server = `${kitNamespace}/${kit.name}`;
    const published = this.#published(kit);
    const isWaiting = published.length === 0 && this.#ports.isWaiting(kit.name);
    const absent = published.length === 0 && !isWaiting ? notPublished : null;
    const missing = (await this.#ports.missing(kit.name)) ?? absent;
    const known = published.length === 0 ? kit.tools.map(unpublished(kit)) : published.map((it) => this.#tool(kit, it));
    // A kit that cannot be published here has no version that waits.
    const tools = published.length > 0 || missing === notPublished ? await this.#withHeld(kit, known) : known;
    const waiting = tools.filter(this.#mayEnable).length;
    const shown = waiting === 0 ? 'enabled' : tools.some((it) => it.acts && it.enabled) ? 'partly_enabled' : 'disabled';
    return {
      kit,
      missing,
      tools,
      status: missing !== null ? 'unavailable' : isWaiting ? 'being_published' : shown,
      server: this.#ports.catalogue.server(server),
    };
  }

  /** A tool that is held before its first version is published cannot be enabled yet. */
  #mayEnable = ({ tool, enabled }: ShownKitTool): boolean => !enabled && this.#ports.catalogue.tool(tool) !== undefined;

  /** The tools on its server, and its compositions, which are on none. */
  #published({ name, tools }: ShippedKit): Tool[] {
    const { catalogue } = this.#ports;
    const served = catalogue.toolsOn(`${kitNamespace}/${name}`);
    const ids = new Set(served.map(({ id }) => id));
    const others = served.length === 0 ? [] : tools.map((it) => catalogue.tool(`${kitNamespace}/${name}.${it.name}`));
    return [...served, ...others.filter((it) => it !== undefined && !ids.has(it.id))] as Tool[];
  }

  /** Also the tools that are not published because a person has to review their description first. */
  async #withHeld(kit: ShippedKit, known: readonly ShownKitTool[]): Promise<ShownKitTool[]> {
    const published = new Set(known.map((it) => it.tool));
    const others = kit.tools.map(unpublished(kit)).filter((it) => !published.has(it.tool));
    const all = await Promise.all(
      [...known, ...others].map(async (it) => (it.held === null ? { ...it, held: await this.#heldBack(kit, it) } : it)),
    );
    return all.filter((it) => published.has(it.tool) || it.held !== null);
  }

  /** The review that the kit's version of a tool waits for. */
  async #heldBack({ version }: ShippedKit, { tool }: ShownKitTool): Promise<string | null> {
    const { catalogue, reviews } = this.#ports;
    if (catalogue.tool(tool)?.versions.some((it) => it.version === version)) return null;
    const review = (await reviews.waiting(tool)).find((it) => it.subject === `${tool}@${version}`);
    if (review === undefined) return null;
    const why = review.findings[0]?.message ?? review.kind;
    return `${version} waits for a review (${why}). Decide: assay reviews show ${review.id}`;
  }

  #tool(kit: ShippedKit, { id, versions: [newest] }: Tool): ShownKitTool {
    const { manifest, quarantined } = newest as ToolVersion;
    const acts = newest !== undefined && actingKitOf(newest) !== undefined;
    const organisationId = newest?.organisationId ?? '';
    return {
      tool: id,
      title: manifest.title ?? null,
      acts,
      enabled: !acts || this.#ports.directory.isEndorsed(id, organisationId),
      destructive: manifest.annotations?.readOnlyHint !== true && manifest.annotations?.destructiveHint === true,
      undo: manifest.compensation?.tool ?? kit.tools.find((it) => id.endsWith(`.${it.name}`))?.undo ?? null,
      held: quarantined === null ? null : `quarantined: ${quarantined.finding}`,
    };
  }
}

const notPublished =
  'Its tools are not published: it is left out by ASSAY_KITS, or could not be started (see the log). Change that, then restart.';

/** Only what ships is known of a tool that is not published. */
const unpublished =
  (kit: ShippedKit) =>
  ({ name, acts, undo }: ShippedKit['tools'][number]): ShownKitTool => ({
    tool: `${kitNamespace}/${kit.name}.${name}`,
    title: null,
    acts,
    enabled: false,
    destructive: false,
    undo,
    held: null,
  });
