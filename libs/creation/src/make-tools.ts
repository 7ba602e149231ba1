import type { HostFunction, MadeToolReport, Manifest, ToolTemplate } from '@assay/contracts';
import type { Caller } from '@assay/identity';
import { type Clock, type Failure, fail, ok, type Random, type Result } from '@assay/kernel';
import type { Catalogue, ClaimNamespace, PublishVersion } from '@assay/registry';
import { allowedFor, dependencyIssues, type PinnedModule } from './dependencies.js';
import { ephemeralDefaults, type MadeTool, type MadeToolStore } from './made-tool.js';
import { minValidationScore } from './validation/score.js';
import { refusalOf, type ValidatePorts, validateTool } from './validation/validate-tool.js';

export interface MakeToolsPorts extends ValidatePorts {
  readonly store: MadeToolStore;
  readonly publish: Pick<PublishVersion, 'check' | 'publish'>;
  readonly claim: Pick<ClaimNamespace, 'run'>;
  readonly hasNamespace: (name: string) => boolean;
  readonly catalogue: Pick<Catalogue, 'tool'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Pick<Random, 'uuid'>;
}

/** The namespace of one maker's tools, which nobody but the maker and administrators sees. */
export const makersNamespace = (principalId: string): string => `made-${principalId.replaceAll('-', '').slice(-12)}`;

/** A tool with its code in the manifest. */
export const manifestOf = (
  template: ToolTemplate,
  name: string,
  version: string,
  { granted, functions = [] }: MadeToolReport['tier'],
  allowed: readonly PinnedModule[],
): Manifest => {
  const { description, inputSchema, outputSchema, code, language, limits, tests, access } = template;
  // Examples are verified by calling the tool: those that the host answers depend on more than their input.
  const examples = tests.flatMap(({ name: title, input, output, throws, answers = [] }) =>
    throws === undefined && answers.length === 0 ? [{ name: title, input, output, match: 'exact' as const }] : [],
  );
  return {
    ...{ name, version, description, inputSchema, outputSchema, protocol: 'sandbox' },
    endpoint: {
      ...{ code, tier: granted, language },
      ...(functions.length > 0 && { functions: [...functions], ...(access && { access }) }),
      ...(limits && { limits }),
      ...pinned(template.dependencies ?? [], allowed),
    },
    annotations: annotationsOf(functions),
    ...(examples.length > 0 && { examples: examples.slice(0, 5) }),
  } as Manifest;
};

/** The dependencies of a tool, each at the version it was validated with. */
function pinned(names: readonly string[], allowed: readonly PinnedModule[]) {
  const dependencies = allowed.filter(({ name }) => names.includes(name)).map((it) => ({ ...it }));
  return dependencies.length === 0 ? {} : { dependencies };
}

/** What its functions say of a tool's effects: only `http.send` may change something. */
export function annotationsOf(functions: readonly HostFunction[]): Manifest['annotations'] {
  const openWorldHint = functions.some((name) => name.startsWith('http.'));
  if (functions.includes('http.send')) return { readOnlyHint: false, openWorldHint };
  return { readOnlyHint: true, idempotentHint: true, openWorldHint };
}

/** Makes tools for callers: validated, then callable by their maker alone. */
export class MakeTools {
  readonly #ports: MakeToolsPorts;

  constructor(ports: MakeToolsPorts) {
    this.#ports = ports;
  }

  async run(caller: Caller, template: ToolTemplate): Promise<Result<MadeTool, Failure>> {
    const { store, sandbox } = this.#ports;
    if (caller.principalId === null || caller.organisationId === null)
      return fail('unauthenticated', 'Making tools requires authentication.');
    const isolation = sandbox.refusal(template.language, false);
    if (isolation !== null) return fail('isolation_required', isolation);
    const issues = dependencyIssues(
      template.dependencies ?? [],
      allowedFor(template.language, this.#ports.dependencies),
    );
    if (issues.length > 0)
      return fail('invalid_request', 'The tool was not made: a dependency is not on the list.', { issues });
    if ((await store.count(caller.principalId)) >= ephemeralDefaults.perMaker)
      return fail('rate_limited', `You have ${ephemeralDefaults.perMaker} made tools: wait until some have expired.`);
    const validated = await validateTool(template, this.#ports);
    if (!validated.ok) return validated;
    const report = validated.value;
    const refused = refusalOf(report, minValidationScore);
    return refused === undefined
      ? this.#keep(caller, caller.principalId, template, report)
      : { ok: false, error: refused };
  }

  async #keep(
    caller: Caller,
    principalId: string,
    template: ToolTemplate,
    report: MadeTool['report'],
  ): Promise<Result<MadeTool, Failure>> {
    const { store, publish, catalogue, clock, random } = this.#ports;
    const namespace = makersNamespace(principalId);
    // A caller that may make a tool may keep it in a namespace of its own, also with a key that publishes nothing.
    const scopes: Caller['scopes'] = new Set([...caller.scopes, 'registry:publish', 'registry:read']);
    const maker: Caller = { ...caller, scopes, namespaces: null };
    const claimed = await this.#claimed(maker, namespace);
    if (!claimed.ok) return claimed;
    const name = `${namespace}/${template.name}`;
    const version = `0.${(catalogue.tool(name)?.versions.length ?? 0) + 1}.0`;
    const checked = await publish.check(
      maker,
      manifestOf(template, name, version, report.tier, this.#ports.dependencies.allowed),
    );
    if (!checked.ok) return checked;
    const published = await publish.publish(maker, checked.value, null);
    if (!published.ok) return published;
    if (published.value.kind === 'held')
      return fail('conflict', 'The tool waits for a reviewer: its description looks like instructions to a model.');
    const now = clock.now();
    const made: MadeTool = {
      ...{ id: random.uuid(), organisationId: caller.organisationId as string, principalId, template, report },
      ...{ tool: name, version, status: 'ephemeral', createdAt: now, expiresAt: now + ephemeralDefaults.keptMs },
      ...{ decision: null, promotedAs: null },
    };
    await store.add(made);
    return ok(made);
  }

  async #claimed(maker: Caller, name: string): Promise<Result<void, Failure>> {
    if (this.#ports.hasNamespace(name)) return ok(undefined);
    const claimed = await this.#ports.claim.run(maker, { name, visibility: 'private' });
    if (!claimed.ok && claimed.error.code !== 'conflict') return claimed;
    return ok(undefined);
  }
}
