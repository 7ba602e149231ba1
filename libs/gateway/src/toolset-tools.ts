import type { Invoke } from '@assay/contracts';
import type { Caller, Directory } from '@assay/identity';
import type { JsonSchema } from '@assay/json-schema';
import { digestJson, type Failure, fail, ok, type Result, splitReference } from '@assay/kernel';
import {
  type Catalogue,
  givenAnyway,
  type Toolset,
  type ToolsetTool,
  type ToolVersion,
  visibleVersions,
  withoutPreset,
} from '@assay/registry';
import type { ChooseForTool, Chosen } from './candidates/choose-for-tool.js';
import { levelAt } from './hierarchies/level-at.js';
import { DerivedForCallers } from './resolve.js';

/** A tool of a set as its caller sees it. */
export interface ShownTool {
  /** Its name in the set. */
  readonly name: string;
  readonly version: ToolVersion;
  /** Without what is preset. */
  readonly inputSchema: JsonSchema;
  /** It is listed without its output schema. */
  readonly isText: boolean;
}

type Arguments = Readonly<Record<string, unknown>>;

/** A call by the registry's name, with the preset arguments beside the given ones. */
export interface ToolsetCall {
  readonly request: Pick<Invoke, 'tool' | 'input'>;
  /** What is preset, which nothing on the way may change. */
  readonly fixed: Arguments;
  /** On which side of a canary it counts, and what is called beside it. */
  readonly candidate?: Chosen['candidate'];
  readonly shadow?: Chosen['shadow'];
  /** It is listed without its output schema. */
  readonly isText: boolean;
  /** It is listed with an output schema, against which clients check what it returns. */
  readonly isPromised: boolean;
}

/** What a tool of a set is to a caller. */
interface Standing {
  readonly isVisible: boolean;
  /** The version it may call declares an object as its output. */
  readonly isStructured: boolean;
  /** Its input schema, where headers repeat some of the arguments. */
  readonly mirrored: JsonSchema | undefined;
}

/** Maximum names listed for a caller who asks for an unknown one. */
const namesListed = 10;

/** The tools of a set that a caller may call now, each at the version a call would go to. */
export class ToolsetTools {
  readonly #digests = new WeakMap<Toolset, string>();
  readonly #standings: DerivedForCallers<Standing>;

  constructor(
    private readonly catalogue: Catalogue,
    private readonly directory: Directory,
    /** Canaries and shadows are not called when absent. */
    private readonly chooser?: Pick<ChooseForTool, 'choose'>,
  ) {
    this.#standings = new DerivedForCallers(catalogue, directory);
  }

  list(toolset: Toolset, caller: Caller): ShownTool[] {
    return toolset.tools.flatMap((it): ShownTool[] => {
      const version = this.#version(it, caller);
      if (version === undefined) return [];
      const inputSchema = withoutPreset(version.manifest.inputSchema, it.preset);
      return [{ name: it.as, version, inputSchema, isText: it.structured === false }];
    });
  }

  /** The set as this caller may know it: a tool of which it may see no version is absent. */
  seen(toolset: Toolset, caller: Caller): Toolset {
    return { ...toolset, tools: toolset.tools.filter((it) => this.#visible(it, caller).length > 0) };
  }

  /**
   * The call behind a call of a set's tool. Whether the caller may make it is decided as for any other call; `not_found` for
   * a name that is not in the set, as far as this caller may know it.
   */
  call(
    toolset: Toolset,
    caller: Caller,
    name: string,
    input: Arguments,
    session?: string,
  ): Result<ToolsetCall, Failure> {
    const found = toolset.tools.find((it) => it.as === name);
    const standing = found && this.#standingOf(found, caller);
    if (found === undefined || standing?.isVisible !== true) {
      const some = this.list(toolset, caller).slice(0, namesListed);
      const hint =
        some.length === 0 ? 'it has none that you may call' : `it has ${some.map((it) => it.name).join(', ')}`;
      return fail('not_found', `The toolset "${toolset.name}" has no tool "${name}": ${hint}.`);
    }
    const isText = found.structured === false;
    const isPromised = !isText && standing.isStructured;
    const made = callOf(found, input, { isText, isPromised });
    if (!made.ok || found.candidates === undefined || this.chooser === undefined) return made;
    const { tool, ...counted } = this.chooser.choose(toolset, found, caller, session);
    return ok({ ...made.value, request: { ...made.value.request, tool }, ...counted });
  }

  /** Differs when what any of these sets shows to anybody has changed. Takes as long as there are different tools in them. */
  signature(toolsets: Iterable<Toolset>): string {
    const names = new Set<string>();
    const sets: string[] = [];
    for (const toolset of toolsets) {
      sets.push(this.#contents(toolset));
      for (const { tool } of toolset.tools) names.add(splitReference(tool)[0]);
    }
    return digestJson([sets, [...names].map((name) => [name, this.#standing(name)])]);
  }

  /** What a set holds; worked out once, since a set that changes is another record. */
  #contents(toolset: Toolset): string {
    const known = this.#digests.get(toolset);
    if (known !== undefined) return known;
    const digest = digestJson([toolset.id, toolset.updatedAt, toolset.tools, toolset.enables]);
    this.#digests.set(toolset, digest);
    return digest;
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

  /** The input schema of a tool of the set whose calls repeat arguments in headers (`x-mcp-header`). */
  mirroredIn(toolset: Toolset, caller: Caller, name: string): JsonSchema | undefined {
    const found = toolset.tools.find((it) => it.as === name);
    return found && this.#standingOf(found, caller).mirrored;
  }

  #standingOf = (tool: ToolsetTool, caller: Caller): Standing =>
    this.#standings.of(caller, tool.tool, () => this.#standingFor(tool, caller));

  #standingFor(tool: ToolsetTool, caller: Caller): Standing {
    const manifest = this.#version(tool, caller)?.manifest;
    const isMirrored = manifest !== undefined && JSON.stringify(manifest.inputSchema).includes('"x-mcp-header"');
    return {
      isVisible: this.#visible(tool, caller).length > 0,
      isStructured: manifest?.outputSchema?.type === 'object',
      mirrored: isMirrored ? manifest.inputSchema : undefined,
    };
  }

  #visible = ({ tool }: ToolsetTool, caller: Caller): readonly ToolVersion[] =>
    visibleVersions(this.catalogue.tool(splitReference(tool)[0]), caller, this.directory);

  #version({ tool }: ToolsetTool, caller: Caller): ToolVersion | undefined {
    const at = levelAt(tool, caller, this.catalogue, this.directory);
    return at.state === 'callable' ? at.version : undefined;
  }
}

function callOf(
  { tool, preset }: ToolsetTool,
  input: Arguments,
  listed: Pick<ToolsetCall, 'isText' | 'isPromised'>,
): Result<ToolsetCall, Failure> {
  const given = givenAnyway(input, preset);
  if (given.length > 0) {
    const issues = given.map((it) => ({ path: `/input/${it}`, message: 'is preset by the toolset' }));
    return fail('invalid_input', `${given.join(', ')} is preset by the toolset: remove it.`, { issues });
  }
  return ok({ request: { tool, input: { ...input, ...preset } }, fixed: preset, ...listed });
}
