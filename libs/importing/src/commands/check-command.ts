import type { IsolationProfile, Issue, McpAddress } from '@assay/contracts';
import {
  type Caller,
  commandScope,
  type Directory,
  defaultOrganisation,
  hasScope,
  isInstallation,
  runsInstallation,
} from '@assay/identity';
import { type Failure, fail, ok, type Result } from '@assay/kernel';
import type { Machine } from './machine.js';
import { isSameAddress } from './private-host.js';
import { isWithin } from './propose-folders.js';

interface CommandPorts {
  readonly directory: Directory;
  readonly machine: Machine;
}

/**
 * Whether the caller may write or confirm a record with a command, in a namespace of this organisation. A command runs
 * on the machine of Assay itself, which is more than publishing.
 */
export function mayWriteCommand(
  caller: Caller,
  organisationId: string,
  { directory, machine }: CommandPorts,
): Result<null, Failure> {
  if (!isInstallation(directory, organisationId) || !isInstallation(directory, caller.organisationId)) {
    return fail(
      'command_forbidden',
      `Servers of your organisation cannot be commands: only those of the organisation "${defaultOrganisation}" are started on this machine. Give an address instead.`,
    );
  }
  if (!hasScope(caller, commandScope)) {
    return fail(
      'forbidden',
      `Starting a command on the server's machine needs a key with the scope ${commandScope}. Give an address instead, or ask an administrator.`,
    );
  }
  if (!machine.isolates() && !runsInstallation(caller, directory)) {
    return fail(
      'command_forbidden',
      'This machine cannot isolate commands, so only administrators of the installation may register them: ask one, or see docs/isolation.md.',
    );
  }
  return ok(null);
}

/** Whether the caller may set this isolation profile. `at` is the pointer to the profile in the request. */
export async function mayIsolateSo(
  caller: Caller,
  isolation: IsolationProfile | 'off',
  { directory, machine }: CommandPorts,
  at = '/isolation',
): Promise<Result<null, Failure>> {
  if (isolation === 'off') {
    if (runsInstallation(caller, directory)) return ok(null);
    return fail('command_forbidden', 'Only administrators of the installation may switch isolation off.', {
      issues: [{ path: at, message: 'may be "off" for administrators of the installation only' }],
    });
  }
  const issues = [
    ...hostIssues(isolation, machine, at),
    ...(await folderIssues(isolation, machine, runsInstallation(caller, directory), at)),
  ];
  return issues.length === 0
    ? ok(null)
    : fail('invalid_request', `${issues[0]?.path} ${issues[0]?.message}.`, { issues });
}

function hostIssues({ hosts = [] }: IsolationProfile, machine: Machine, at: string): Issue[] {
  const own = machine.own.addresses();
  return hosts.flatMap((host, index) =>
    own.some((ours) => isSameAddress(host, ours))
      ? [{ path: `${at}/hosts/${index}`, message: "is an address of Assay's own database or services" }]
      : [],
  );
}

async function folderIssues(
  { folders }: IsolationProfile,
  machine: Machine,
  isAdministrator: boolean,
  at: string,
): Promise<Issue[]> {
  const issues: Issue[] = [];
  for (const [index, { path }] of folders.entries()) {
    const message = await folderProblem(path, machine, isAdministrator);
    if (message !== undefined) issues.push({ path: `${at}/folders/${index}/path`, message });
  }
  return issues;
}

async function folderProblem(path: string, machine: Machine, isAdministrator: boolean): Promise<string | undefined> {
  const there = await machine.look(path);
  if (there === null) return `does not exist on the server's machine (${path})`;
  if (there.real === machine.own.folder) return "is Assay's own folder, which no command may see";
  if (isWithin(there.real, machine.own.folder) && !isAdministrator)
    return "is inside Assay's own folder: only administrators of the installation may use it";
  return undefined;
}

/** The command of an address, if it is one. */
export const isCommand = (mcp: McpAddress | null | undefined): mcp is Extract<McpAddress, { command: string }> =>
  mcp !== null && mcp !== undefined && 'command' in mcp;
