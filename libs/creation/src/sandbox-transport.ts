import type { ToolTransport, UpstreamAnswer, UpstreamCall } from '@assay/gateway';
import { type Failure, fail, isObject, ok, type Result } from '@assay/kernel';
import type { CodeSandbox } from '@assay/runs';
import { type Dependencies, pinnedSources } from './dependencies.js';
import { type HostFunctions, listedReach, plainPath, type Reach } from './host/host-access.js';
import { grantedBridge } from './host/host-bridge.js';
import { runMadeCode } from './run-made-code.js';
import type { SandboxEndpoint } from './sandbox-endpoint.js';

export interface SandboxTransportPorts {
  readonly sandbox: CodeSandbox;
  readonly host: HostFunctions;
  readonly dependencies: Dependencies;
}

/** Longest list of places that one call names. */
const maxNamed = 20;

/**
 * Calls tools whose code is in their manifest: each call runs in a fresh process of the sandbox, with the functions of
 * the host that its tier allows. Tier 1 and 2 reach what is declared and on the lists of the installation; tier 3 also
 * what the call names, after a person has approved the call.
 */
export class SandboxTransport implements ToolTransport {
  readonly #ports: SandboxTransportPorts;

  constructor(ports: SandboxTransportPorts) {
    this.#ports = ports;
  }

  async call({ manifest, input, deadline }: UpstreamCall): Promise<Result<UpstreamAnswer, Failure>> {
    const { sandbox, host, dependencies } = this.#ports;
    const endpoint = manifest.endpoint as unknown as SandboxEndpoint;
    const { code, tier, language = 'javascript', functions = [], limits } = endpoint;
    const refused = sandbox.refusal(language, functions.length > 0);
    if (refused !== null)
      return fail('isolation_required', `${manifest.name} is of tier ${tier}. ${refused}`, { outcome: 'none' });
    const reach = reachOf(endpoint, input, host.lists);
    if (!reach.ok) return reach;
    const modules = await pinnedSources(endpoint.dependencies ?? [], dependencies);
    if (!modules.ok) return modules;
    let hasSent = false;
    const answering: Pick<HostFunctions, 'call'> = {
      call: (request) => {
        hasSent ||= request.name === 'http.send';
        return host.call(request);
      },
    };
    const bridge = grantedBridge(answering, { tier, functions, reach: reach.value });
    const remaining = Math.max(1, deadline.remainingMs());
    const timeoutMs = Math.min(limits?.timeoutMs ?? remaining, remaining);
    const made = { code, language, limits: { ...limits, timeoutMs }, modules: modules.value };
    const { signal } = deadline;
    const result = await runMadeCode(sandbox, made, input, { bridge, signal }).catch(() => undefined);
    if (result === undefined)
      return fail('unavailable', 'The sandbox could not be started.', { outcome: 'none', retryAfterMs: 1_000 });
    // What was sent may have changed something, whatever the code did afterwards.
    const outcome = hasSent ? 'unknown' : 'none';
    if (signal.aborted) {
      const isLate = signal.reason === 'deadline';
      return fail(isLate ? 'deadline_exceeded' : 'cancelled', 'The code was ended.', { outcome });
    }
    if (result.kind !== 'returned') return fail('tool_error', result.message, { outcome });
    const text = JSON.stringify(result.value ?? null);
    const content = [{ type: 'text', text }];
    return ok({ content, structured: result.value ?? null, isError: false, source: `sandbox:${manifest.name}` });
  }
}

/** What a call may reach. In tier 3 its input names more: `access: {folders?, hosts?}`. */
function reachOf(
  { tier, access }: SandboxEndpoint,
  input: Readonly<Record<string, unknown>>,
  lists: Reach,
): Result<Reach, Failure> {
  const listed = listedReach(access, lists);
  if (tier < 3 || input.access === undefined) return ok(listed);
  const folders = namedIn(input.access, 'folders');
  const hosts = namedIn(input.access, 'hosts');
  if (folders === undefined || hosts === undefined || folders.some((path) => plainPath(path) === null))
    return fail(
      'invalid_input',
      `"access" names what the call reaches: {folders?, hosts?}, absolute paths and hosts.`,
      {
        issues: [{ path: '/access', message: `must be {folders?, hosts?} with at most ${maxNamed} names each` }],
        outcome: 'none',
      },
    );
  return ok({ ...listed, folders: [...listed.folders, ...folders], hosts: [...listed.hosts, ...hosts] });
}

function namedIn(access: unknown, list: 'folders' | 'hosts'): string[] | undefined {
  const names = isObject(access) ? (access[list] ?? []) : undefined;
  if (!Array.isArray(names) || names.length > maxNamed) return undefined;
  return names.every((name) => typeof name === 'string') ? names : undefined;
}
