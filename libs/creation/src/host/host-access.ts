import type { HostAccess, HostFunction } from '@assay/contracts';
import type { CodeAnswer } from '@assay/runs';

/** Places that code may reach; empty lists reach nothing. */
export interface Reach {
  readonly folders: readonly string[];
  readonly variables: readonly string[];
  readonly hosts: readonly string[];
}

export const noReach: Reach = Object.freeze({ folders: [], variables: [], hosts: [] });

/** A call of a function of the host. */
export interface HostRequest {
  readonly name: HostFunction;
  readonly argument: unknown;
  /** What this run may reach. */
  readonly reach: Reach;
  readonly signal: AbortSignal;
}

/** What code may do on this machine and on the network. Never rejects: what fails is thrown in the code. */
export interface HostFunctions {
  /** The lists of the installation; variables by their names. */
  readonly lists: Reach;
  call(request: HostRequest): Promise<CodeAnswer>;
}

/** The tier that each group of functions needs. */
const tierOfGroup: Readonly<Record<string, number>> = { files: 1, env: 1, http: 2 };

export const tierOf = (name: HostFunction): number => tierOfGroup[name.split('.')[0] as string] ?? 3;

/** Which list bounds a function. */
export const listOf = (name: HostFunction): keyof Reach => {
  if (name.startsWith('files.')) return 'folders';
  return name === 'env.get' ? 'variables' : 'hosts';
};

/** A path without `.`, `..`, doubled or trailing slashes; null when it is not absolute or has a NUL. */
export function plainPath(path: string): string | null {
  if (!path.startsWith('/') || path.includes('\0')) return null;
  const steps: string[] = [];
  for (const step of path.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return `/${steps.join('/')}`;
}

/** Whether a plain path is a folder or lies below it. */
export const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`);

/** Whether an entry (`host`, `host:port`, `*.domain`) covers a host at a port. Without a port it covers 80 and 443. */
export function coversHost(entry: string, host: string, port: number): boolean {
  const [, name = '', at] = /^(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
  if (at === undefined ? port !== 80 && port !== 443 : port !== Number(at)) return false;
  const asked = host.toLowerCase();
  return name.startsWith('*.') ? asked.endsWith(name.slice(1)) && asked.length > name.length - 1 : asked === name;
}

/** Whether an entry of a tool is on a list of the installation. */
export function isListed(list: keyof Reach, entry: string, listed: readonly string[]): boolean {
  if (list === 'variables') return listed.includes(entry);
  if (list === 'folders') {
    const path = plainPath(entry);
    return path !== null && listed.some((folder) => isWithin(path, plainPath(folder) ?? folder));
  }
  const wanted = entry.toLowerCase();
  if (listed.some((it) => it.toLowerCase() === wanted)) return true;
  const [, name = '', port] = /^(.*?)(?::(\d+))?$/.exec(wanted) ?? [];
  // An entry without a port covers two, so that the list has to cover both.
  const ports = port === undefined ? [80, 443] : [Number(port)];
  return !name.startsWith('*.') && ports.every((it) => listed.some((entry) => coversHost(entry, name, it)));
}

/** What of the declared access is on the lists of the installation now. */
export function listedReach(access: HostAccess | undefined, lists: Reach): Reach {
  const of = (list: keyof Reach) => (access?.[list] ?? []).filter((entry) => isListed(list, entry, lists[list]));
  return { folders: of('folders'), variables: of('variables'), hosts: of('hosts') };
}
