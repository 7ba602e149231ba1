import type { Invoke } from '@assay/contracts';
import type { Catalogue } from '../catalog/catalogue.js';
import type { JsonSchema } from '../catalog/json-schema.js';
import type { ToolVersion } from '../catalog/records.js';
import { resolveVersion } from '../catalog/resolve-version.js';
import { visibleVersions } from '../catalog/tool-audience.js';
import { givenAnyway, withoutPreset } from '../catalog/toolsets/presets.js';
import type { Toolset, ToolsetTool } from '../catalog/toolsets/toolset.js';
import type { Caller } from '../identity/caller.js';
import type { Directory } from '../identity/directory.js';
import { digestJson } from '../kernel/digest.js';
import { type Failure, fail } from '../kernel/failure.js';
import { splitReference } from '../kernel/qualified-name.js';
import { ok, type Result } from '../kernel/result.js';
import { mayCall } from '../policy/may-call.js';
import { revokedRules } from './alternatives.js';

/** A tool of a set as its caller sees it. */
export interface ShownTool {
  /** Its name in the set. */
  readonly name: string;
  readonly version: ToolVersion;
  /** Without what is preset. */
  readonly inputSchema: JsonSchema;
}

/** The tools of a set that a caller may call now, each at the version a call would go to. */
export class ToolsetTools {
  constructor(
    private readonly catalogue: Catalogue,
    private readonly directory: Directory,
  ) {}

  list(toolset: Toolset, caller: Caller): ShownTool[] {
    return toolset.tools.flatMap((it): ShownTool[] => {
      const version = this.#version(it, caller);
      if (version === undefined) return [];
      return [{ name: it.as, version, inputSchema: withoutPreset(version.manifest.inputSchema, it.preset) }];
    });
  }

  /** Differs when what any of these sets shows to anybody has changed. */
  signature(toolsets: Iterable<Toolset>): string {
    const parts = [...toolsets].map(({ id, updatedAt, tools }) => [
      id,
      updatedAt,
      tools.map(({ tool }) => this.#standing(splitReference(tool)[0])),
    ]);
    return digestJson(parts);
  }

  /** What decides which of a tool's versions who may call. */
  #standing(name: string): unknown {
    const tool = this.catalogue.tool(name);
    return tool?.versions.map((version) => {
      const { id, status, stage, quarantined, organisationId, manifest } = version;
      const guests = this.directory.guestsOf(manifest.name, manifest.capabilities ?? [], organisationId);
      const revoked = this.catalogue.revocations.of(version) !== undefined;
      return [id, status, stage, quarantined !== null, revoked, guests];
    });
  }

  #version({ tool }: ToolsetTool, caller: Caller): ToolVersion | undefined {
    const { catalogue, directory } = this;
    const [name, range] = splitReference(tool);
    const versions = visibleVersions(catalogue.tool(name), caller, directory);
    const whyNot = (version: ToolVersion) => {
      const decision = mayCall(caller, version, directory);
      return decision.allowed ? null : decision.why;
    };
    const found = resolveVersion(name, versions, range, whyNot, revokedRules(caller, catalogue, directory));
    return found.ok ? found.value.version : undefined;
  }
}

/**
 * The call behind a call of a set's tool: the registry's name, and the preset arguments beside the given ones. Whether the
 * caller may make it is decided as for any other call.
 */
export function callOfToolset(
  toolset: Toolset,
  name: string,
  input: Readonly<Record<string, unknown>>,
): Result<Pick<Invoke, 'tool' | 'input'>, Failure> {
  const found = toolset.tools.find((it) => it.as === name);
  if (found === undefined) {
    const some = toolset.tools.slice(0, 10).map((it) => it.as);
    return fail('not_found', `The toolset "${toolset.name}" has no tool "${name}": it has ${some.join(', ')}.`);
  }
  const fixed = givenAnyway(input, found.preset);
  if (fixed.length > 0) {
    const issues = fixed.map((it) => ({ path: `/input/${it}`, message: 'is preset by the toolset' }));
    return fail('invalid_input', `${fixed.join(', ')} is preset by the toolset: leave it out.`, { issues });
  }
  return ok({ tool: found.tool, input: { ...input, ...found.preset } });
}
