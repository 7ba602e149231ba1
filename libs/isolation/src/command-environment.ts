import { delimiter, dirname } from 'node:path';

/** Variables that say how a program is to speak, and no secret. */
const inherited = ['LANG', 'LC_ALL', 'TERM', 'TZ'] as const;

/**
 * The environment of a command: how to speak, its own variables, and the Node that runs this process first on its PATH.
 * Whatever else this process has in its environment could be a secret.
 */
export function commandEnvironment(
  extra: Readonly<Record<string, string>>,
  home: string,
  own: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
  const env: Record<string, string> = {};
  for (const name of inherited) {
    const value = own[name];
    // A value that starts so is a shell function, which some shells would run.
    if (value !== undefined && !value.startsWith('()')) env[name] = value;
  }
  Object.assign(env, { HOME: home, USER: 'server', LOGNAME: 'server', TMPDIR: '/tmp' }, extra);
  env.PATH = [dirname(process.execPath), extra.PATH ?? own.PATH].filter(Boolean).join(delimiter);
  return env;
}
