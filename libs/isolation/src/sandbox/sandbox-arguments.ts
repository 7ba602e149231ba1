import { sandboxUser } from './identity-files.js';

export interface SandboxSettings {
  /** The sandbox stays in the network that bubblewrap was started in. */
  readonly shareNetwork: boolean;
  /** No user namespaces inside: kernels have had holes in them. */
  readonly disableNamespaces: boolean;
  readonly mounts: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly workFolder: string;
}

/** All options of bubblewrap. They travel over a pipe: arguments of a process can be read by others. */
export const sandboxArguments = (settings: SandboxSettings): string[] => [
  '--unshare-user',
  '--unshare-pid',
  '--unshare-ipc',
  '--unshare-uts',
  '--unshare-cgroup-try',
  ...(settings.shareNetwork ? [] : ['--unshare-net']),
  ...(settings.disableNamespaces ? ['--disable-userns'] : []),
  ...['--die-with-parent', '--new-session', '--cap-drop', 'ALL', '--hostname', 'sandbox'],
  ...['--uid', String(sandboxUser.id), '--gid', String(sandboxUser.id)],
  ...['--proc', '/proc', '--dev', '/dev'],
  ...settings.mounts,
  ...Object.entries(settings.env).flatMap(([name, value]) => ['--setenv', name, value]),
  ...['--chdir', settings.workFolder],
];
