import type { IsolationProfile, IsolationSettings, McpAddress } from '@assay/contracts';
import { findPrivateAddresses, settingsOf } from './find-addresses.js';
import type { Machine } from './machine.js';
import { isSameAddress } from './private-host.js';
import { proposeFolders } from './propose-folders.js';

type Command = Extract<McpAddress, { command: string }>;

/** Default limits of every command. Processes and threads count together. */
export const defaultLimits = { memoryMb: 2_048, processes: 256, cpus: 2 } as const;

/** The profile that a command probably needs, from its arguments and its environment. */
export async function proposeIsolation(command: Command, machine: Machine): Promise<IsolationProfile> {
  const settings = settingsOf(command.args ?? [], command.env ?? {});
  const own = machine.own.addresses();
  const hosts = findPrivateAddresses(settings).filter((it) => !own.some((ours) => isSameAddress(it, ours)));
  const folders = await proposeFolders(
    settings.map((it) => it.value),
    machine,
  );
  return { network: 'egress', ...(hosts.length > 0 && { hosts }), folders, ...defaultLimits };
}

/** Merges the settings of a request into the existing or proposed ones. */
export function settledIsolation(
  settings: IsolationSettings | undefined,
  base: IsolationProfile | 'off',
  proposed: IsolationProfile,
): IsolationProfile | 'off' {
  if (settings === undefined) return base;
  if (settings === 'off') return 'off';
  const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
  return { ...(base === 'off' ? proposed : base), ...given };
}

/** A profile in one line, for the audit log and for display. */
export function isolationText(isolation: IsolationProfile | 'off' | null): string {
  if (isolation === null || isolation === 'off') return isolation ?? 'none';
  const { network, hosts = [], folders, memoryMb, processes, cpus, installScripts } = isolation;
  return [
    `network ${network}`,
    ...(hosts.length > 0 ? [`hosts ${hosts.join(', ')}`] : []),
    ...(folders.length > 0 ? [`folders ${folders.map(({ path, mode }) => `${path}:${mode}`).join(', ')}`] : []),
    `${memoryMb} MB, ${processes} processes, ${cpus} CPUs`,
    ...(installScripts ? ['install scripts'] : []),
  ].join('; ');
}
