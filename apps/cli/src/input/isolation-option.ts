import type { IsolationSettings } from '@assay/sdk';
import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';

type Profile = Exclude<IsolationSettings, 'off'>;

const whole = (name: string, value: string): number => {
  const parsed = Number(value);
  if (!Number.isInteger(parsed) || parsed < 1) throw new InvalidArgumentError(`${name} must be a whole number.`);
  return parsed;
};

function network(value: string): Profile {
  if (value === 'none' || value === 'egress' || value === 'open') return { network: value };
  throw new InvalidArgumentError('network must be none, egress or open.');
}

function folder(value: string): Profile {
  const match = /^(\/.*?)(?::(ro|rw))?$/.exec(value);
  if (match?.[1] === undefined) throw new InvalidArgumentError('folder must be an absolute path, such as /data:rw.');
  return { folders: [{ path: match[1], mode: match[2] === 'rw' ? 'rw' : 'ro' }] };
}

function installScripts(value: string): Profile {
  if (value !== 'true' && value !== 'false') throw new InvalidArgumentError('install-scripts must be true or false.');
  return { installScripts: value === 'true' };
}

const readers: Readonly<Record<string, (value: string) => Profile>> = {
  network,
  host: (value) => ({ hosts: [value] }),
  folder,
  memory: (value) => ({ memoryMb: whole('memory', value) }),
  processes: (value) => ({ processes: whole('processes', value) }),
  cpus: (value) => {
    if (!(Number(value) > 0)) throw new InvalidArgumentError('cpus must be a number above 0.');
    return { cpus: Number(value) };
  },
  'install-scripts': installScripts,
};

/** Collects `network=open`, `host=127.0.0.1:5432`, `folder=/data:rw`, `memory=512`, … or `off`. */
export function isolation(value: string, before: IsolationSettings = {}): IsolationSettings {
  if (value === 'off') return 'off';
  const at = value.indexOf('=');
  const read = readers[value.slice(0, Math.max(at, 0))];
  if (read === undefined)
    throw new InvalidArgumentError(`It must be off, or one of ${Object.keys(readers).join(', ')} with =value.`);
  if (before === 'off') throw new InvalidArgumentError('off takes no other settings.');
  const given = read(value.slice(at + 1));
  return {
    ...before,
    ...given,
    ...(given.hosts && { hosts: [...(before.hosts ?? []), ...given.hosts] }),
    ...(given.folders && { folders: [...(before.folders ?? []), ...given.folders] }),
  };
}

export interface IsolationOptions {
  readonly isolation?: IsolationSettings;
}

/** What a command may reach and use; lists replace the proposed ones. */
export const isolating = (command: Command): Command =>
  command.option(
    '--isolation <setting>',
    'what a command may access (repeatable): network=none|egress|open, host=<host:port>, folder=</path>[:rw], memory=<MB>, processes=<n>, cpus=<n>, install-scripts=true, or off',
    isolation,
  );

export const isolationOf = ({ isolation: settings }: IsolationOptions) =>
  settings === undefined ? {} : { isolation: settings };
