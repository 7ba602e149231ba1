import type { CodeTypes, CodeTypesBody } from '@assay/contracts';
import type { DiscoverTools } from '@assay/discovery';
import { nearestTools, revokedRules } from '@assay/gateway';
import type { Caller, Directory } from '@assay/identity';
import { type Failure, fail, type LoadTokenCounter, ok, type Result, splitReference } from '@assay/kernel';
import { type Catalogue, resolveVersion, visibleVersions } from '@assay/registry';
import { type CodeLookup, declarationsOf } from '@assay/runs';

export interface CodeLookupPorts {
  readonly discover: () => Pick<DiscoverTools<Caller>, 'discover'>;
  readonly catalogue: Catalogue;
  readonly directory: Directory;
  readonly loadTokens: LoadTokenCounter;
}

const defaultBudget = 2_000;
const maxFound = 20;

/** How code finds tools: by searching as its caller, and by their names. */
export class LookUpForCode implements CodeLookup {
  readonly #ports: CodeLookupPorts;

  constructor(ports: CodeLookupPorts) {
    this.#ports = ports;
  }

  async search(caller: Caller, query: string, limit: number, session: string | undefined) {
    if (query.trim() === '') return fail('invalid_input', 'tools.search takes words that say what a tool should do.');
    const asked = { query, limit, detail: 'schemas' as const, ...(session !== undefined && { session }) };
    const found = await this.#ports.discover().discover(asked, caller);
    if (!found.ok) return found;
    return ok(
      found.value.results.map(({ tool, version, description = '', inputSchema }) => ({
        ...{ tool, version, description, inputSchema },
      })),
    );
  }

  /** Declarations of the tools that are named, or found; a name that leads nowhere is refused. */
  async types(caller: Caller, body: CodeTypesBody): Promise<Result<CodeTypes, Failure>> {
    const names = body.tools === undefined ? await this.#found(caller, body.query ?? '') : ok(body.tools);
    if (!names.ok) return names;
    const tools = [];
    for (const name of names.value) {
      const tool = this.#tool(name, caller);
      if (!tool.ok) return tool;
      tools.push(tool.value);
    }
    const count = await this.#ports.loadTokens();
    const { included, omitted, ...rest } = declarationsOf(tools, body.tokenBudget ?? defaultBudget, count);
    return ok({ ...rest, included: [...included], omitted: [...omitted] });
  }

  async #found(caller: Caller, query: string): Promise<Result<readonly string[], Failure>> {
    const found = await this.search(caller, query, maxFound, undefined);
    return found.ok ? ok(found.value.map(({ tool }) => tool)) : found;
  }

  #tool(reference: string, caller: Caller) {
    const { catalogue, directory } = this.#ports;
    const [name, range] = splitReference(reference);
    const versions = visibleVersions(catalogue.tool(name), caller, directory);
    if (versions.length === 0)
      return fail('not_found', `No tool "${name}".${nearestTools(name, caller, { catalogue, directory })}`);
    const resolved = resolveVersion(name, versions, range, () => null, revokedRules(caller, catalogue, directory));
    if (!resolved.ok) return resolved;
    const { description, inputSchema, outputSchema } = resolved.value.version.manifest;
    return ok({ name: reference, description, inputSchema, outputSchema });
  }
}
