import { mayCall, revokedRules } from '@assay/gateway';
import type { Caller, Directory } from '@assay/identity';
import { err, type Failure, fail, ok, type Result, splitReference } from '@assay/kernel';
import {
  type Catalogue,
  declaredLatency,
  type KnownLatency,
  type LatencyOf,
  pins as namesOneVersion,
  resolveVersion,
  type ToolVersion,
  visibleVersions,
} from '@assay/registry';
import { compositionBounds } from './check/check-plan.js';
import { compositionOf } from './composites/definition.js';
import { callsIn, toolsNamedIn } from './composition.js';
import type { KnownTool } from './known-tool.js';

export interface FindToolsPorts {
  readonly catalogue: Catalogue;
  readonly directory: Directory;
  /** How long calls take; as declared when absent. */
  readonly latencyOf?: LatencyOf;
}

/** A tool that a composition names, with the version that its calls go to. */
export interface FoundTool extends KnownTool {
  readonly version: ToolVersion;
  /** The reference names one version and no other. */
  readonly isExact: boolean;
}

/**
 * The tools of one composition for one caller, each looked up once: what a reference leads to at the beginning it leads
 * to until the end, whatever is published meanwhile.
 */
export class FindTools {
  readonly #found = new Map<string, Result<FoundTool, Failure>>();
  readonly #extents = new Map<string, Extent>();
  readonly #ports: FindToolsPorts;
  readonly #caller: Caller;

  /** @param pins Versions by reference, of a run that goes on: those are taken whatever the ranges lead to by now. */
  constructor(ports: FindToolsPorts, caller: Caller, pins: Readonly<Record<string, string>> = {}) {
    this.#ports = ports;
    this.#caller = caller;
    for (const [reference, version] of Object.entries(pins))
      this.#found.set(reference, this.#pinned(reference, version));
  }

  find = (reference: string): Result<FoundTool, Failure> => {
    const known = this.#found.get(reference);
    if (known !== undefined) return known;
    const version = this.#resolved(reference);
    const found = version.ok ? ok(this.#known(reference, version.value, [])) : version;
    this.#found.set(reference, found);
    return found;
  };

  /** How long calls of a tool take for this caller. */
  latencyOf = ({ version }: FoundTool): KnownLatency =>
    (this.#ports.latencyOf ?? declaredLatency)(version, this.#caller.organisationId);

  /** Version numbers by reference, of everything that was found. */
  pins(): Record<string, string> {
    const pins: Record<string, string> = {};
    for (const [reference, found] of this.#found) if (found.ok) pins[reference] = found.value.version.version;
    return pins;
  }

  #pinned(reference: string, number: string): Result<FoundTool, Failure> {
    const [name] = splitReference(reference);
    const version = this.#ports.catalogue.tool(name)?.versions.find((it) => it.version === number);
    if (version === undefined) return fail('not_found', `${name}@${number} is not there any more.`);
    return ok(this.#known(reference, version, []));
  }

  #known(reference: string, version: ToolVersion, within: readonly string[]): FoundTool {
    const range = splitReference(reference)[1];
    return {
      version,
      manifest: version.manifest,
      ...this.#extentOf(version, within),
      isExact: range !== undefined && namesOneVersion(range),
    };
  }

  /** As calls resolve: the newest version within the range that this caller may call, or why there is none. */
  #resolved(reference: string): Result<ToolVersion, Failure> {
    const { catalogue, directory } = this.#ports;
    const [name, range] = splitReference(reference);
    const versions = visibleVersions(catalogue.tool(name), this.#caller, directory);
    if (versions.length === 0) return fail('not_found', `no tool is called "${name}": search for one by what it does`);
    const revoked = revokedRules(this.#caller, catalogue, directory);
    const whyNot = (version: ToolVersion) => {
      const decision = mayCall(this.#caller, version, directory);
      return decision.allowed ? null : decision.why;
    };
    const found = resolveVersion(name, versions, range, whyNot, revoked);
    return found.ok ? ok(found.value.version) : err(found.error);
  }

  /** Of a tool; a composition that comes back to itself counts as deeper than any may be. */
  #extentOf({ id, manifest }: ToolVersion, within: readonly string[]): Extent {
    if (manifest.protocol !== 'composite') return { nesting: 0, calls: 1 };
    if (within.includes(id) || within.length > compositionBounds.nesting)
      return { nesting: compositionBounds.nesting + 1, calls: 1 };
    const known = this.#extents.get(id);
    if (known !== undefined) return known;
    const read = compositionOf(manifest);
    if (!read.ok) return { nesting: 1, calls: 1 };
    const inner = new Map<string, Extent>();
    for (const reference of new Set(toolsNamedIn(read.value))) {
      const version = this.#resolved(reference);
      if (version.ok) inner.set(reference, this.#extentOf(version.value, [...within, id]));
    }
    const nesting = 1 + [...inner.values()].reduce((highest, it) => Math.max(highest, it.nesting), 0);
    const calls = 1 + callsIn(read.value, (reference) => inner.get(reference)?.calls ?? 1);
    const extent = { nesting, calls };
    this.#extents.set(id, extent);
    return extent;
  }
}

/** How deep compositions nest in a tool, and how many calls it may come to. */
interface Extent {
  readonly nesting: number;
  readonly calls: number;
}
