import type { HostFunction, Issue, MadeToolFinding, Manifest } from '@assay/contracts';
import { type Failure, fail, ok, type Result } from '@assay/kernel';
import type { Dependencies, PinnedModule } from './dependencies.js';
import { allowedFor, dependencyIssues } from './dependencies.js';
import type { SandboxEndpoint } from './sandbox-endpoint.js';
import { type ReadCodePorts, readCode } from './validation/read-code.js';

export interface CheckPublishedCodePorts extends ReadCodePorts {
  readonly dependencies: Pick<Dependencies, 'allowed'>;
}

/** Where a finding belongs that is not about the code itself. */
const places: Readonly<Record<string, string>> = {
  'undeclared-access': '/endpoint/access',
  'access-not-listed': '/endpoint/access',
};

/**
 * Checks manifests that are published with their code, as the code of made tools is: syntax, types, security rules,
 * dependencies, and the tier and functions that the manifest has to state.
 */
export class CheckPublishedCode {
  readonly #ports: CheckPublishedCodePorts;

  constructor(ports: CheckPublishedCodePorts) {
    this.#ports = ports;
  }

  /** Fails with `invalid_manifest` and every problem, or with `isolation_required` where the code cannot be read here. */
  async run({ protocol, endpoint, inputSchema, outputSchema = {} }: Manifest): Promise<Result<void, Failure>> {
    if (protocol !== 'sandbox') return ok(undefined);
    const { sandbox, dependencies } = this.#ports;
    const stated = endpoint as unknown as SandboxEndpoint;
    const { code, language = 'javascript', access } = stated;
    const refused = sandbox.refusal(language, false);
    if (refused !== null) return fail('isolation_required', refused);
    const named = stated.dependencies ?? [];
    const names = named.map(({ name }) => name);
    const written = { code, language, inputSchema, outputSchema, dependencies: names, ...(access && { access }) };
    const { tier, findings } = await readCode(written, this.#ports);
    const issues = [
      ...findings.filter(({ severity }) => severity === 'critical').map(issueOf),
      ...dependencyIssues(names, allowedFor(language, dependencies)).map(inEndpoint),
      ...unpinned(named, dependencies.allowed),
    ];
    // Where the code cannot be read, its tier says nothing.
    if (issues.length === 0) issues.push(...misstated(stated, tier));
    if (issues.length === 0) return ok(undefined);
    const problems = issues.length === 1 ? 'a problem' : `${issues.length} problems`;
    return fail('invalid_manifest', `The code of the tool has ${problems}: see errors.`, { issues });
  }
}

const inEndpoint = ({ path, message }: Issue): Issue => ({ path: `/endpoint${path}`, message });

function issueOf({ rule, message, line }: MadeToolFinding): Issue {
  const where = line === undefined ? '' : ` (line ${line})`;
  return { path: places[rule] ?? '/endpoint/code', message: `${message}${where}` };
}

/** Dependencies with another version or digest than those that ship. */
function unpinned(named: readonly PinnedModule[], allowed: readonly PinnedModule[]): Issue[] {
  return named.flatMap(({ name, version, integrity }, at) => {
    const shipped = allowed.find((it) => it.name === name);
    if (shipped === undefined || (shipped.version === version && shipped.integrity === integrity)) return [];
    const message = `must be version ${shipped.version} with the digest ${shipped.integrity}`;
    return [{ path: `/endpoint/dependencies/${at}`, message }];
  });
}

function misstated(
  { tier, functions = [] }: SandboxEndpoint,
  computed: { readonly granted: number; readonly why: string; readonly functions: readonly HostFunction[] },
): Issue[] {
  const issues: Issue[] = [];
  if (tier !== computed.granted)
    issues.push({ path: '/endpoint/tier', message: `must be ${computed.granted}: ${computed.why}` });
  if ([...new Set(functions)].sort().join() !== computed.functions.join()) {
    const used = computed.functions.length === 0 ? 'none' : computed.functions.join(', ');
    issues.push({ path: '/endpoint/functions', message: `must name the functions that the code uses: ${used}` });
  }
  return issues;
}
