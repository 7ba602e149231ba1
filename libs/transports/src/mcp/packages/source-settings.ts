import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** How the server's user has configured the sources of packages: what an installer in a sandbox is given of it. */
export interface SourceSettings {
  readonly env: Readonly<Record<string, string>>;
  /** Files that the installer reads, at their own paths. */
  readonly files: readonly string[];
}

const shared =
  /^(?:https?|all|no)_proxy$|^(?:SSL_CERT_(?:FILE|DIR)|NODE_EXTRA_CA_CERTS|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE)$/i;

/** Files that variables and settings name, such as certificates. */
function filesIn(values: Iterable<string>): string[] {
  return [...values].filter((it) => it.startsWith('/') && existsSync(it));
}

const picked = (own: NodeJS.ProcessEnv, pattern: RegExp): Record<string, string> =>
  Object.fromEntries(
    Object.entries(own).flatMap(([name, value]) =>
      value !== undefined && (shared.test(name) || pattern.test(name)) ? [[name, value]] : [],
    ),
  );

/** npm: its variables, the user's .npmrc, which has its own path in the sandbox, and the files these name. */
export function npmSettings(own: NodeJS.ProcessEnv, home: string): SourceSettings {
  const env = picked(own, /^npm_config_(?!.*(?:prefix|cache|userconfig|_?local))/i);
  const userConfig = own.npm_config_userconfig ?? own.NPM_CONFIG_USERCONFIG ?? join(home, '.npmrc');
  if (!existsSync(userConfig)) return { env, files: filesIn(Object.values(env)) };
  const named = [
    ...readFileSync(userConfig, 'utf8').matchAll(
      /^[ \t]*(?:\S*:)?(?:cafile|certfile|keyfile)[ \t]*=[ \t]*(\S+)[ \t]*$/gm,
    ),
  ];
  return {
    env: { ...env, npm_config_userconfig: userConfig },
    files: [userConfig, ...filesIn([...named.map(([, path]) => path ?? ''), ...Object.values(env)])],
  };
}

/** uv reads its own settings; those of pip hold where uv has none. */
export function uvSettings(own: NodeJS.ProcessEnv, home: string): SourceSettings {
  const env = picked(own, /^UV_(?!CACHE|TOOL|PYTHON|PROJECT|VIRTUAL|CONFIG)/);
  const config = own.UV_CONFIG_FILE ?? join(own.XDG_CONFIG_HOME ?? join(home, '.config'), 'uv', 'uv.toml');
  const hasConfig = existsSync(config);
  const pip = pipSettings(own, home);
  const fill = (name: string, value: string | undefined) => {
    if (value !== undefined && env[name] === undefined && !hasConfig) env[name] = value;
  };
  fill('UV_DEFAULT_INDEX', pip['index-url']);
  fill('UV_INDEX', pip['extra-index-url']?.trim().split(/\s+/).join(' '));
  fill('UV_FIND_LINKS', pip['find-links']?.trim().split(/\s+/).join(' '));
  if (env.SSL_CERT_FILE === undefined && pip.cert !== undefined) env.SSL_CERT_FILE = pip.cert;
  if (env.HTTPS_PROXY === undefined && env.https_proxy === undefined && pip.proxy !== undefined) {
    env.HTTPS_PROXY = pip.proxy;
    env.HTTP_PROXY = pip.proxy;
  }
  if (hasConfig) env.UV_CONFIG_FILE = config;
  const netrc = own.NETRC ?? join(home, '.netrc');
  const hasNetrc = existsSync(netrc);
  if (hasNetrc) env.NETRC = netrc;
  return { env, files: [...(hasConfig ? [config] : []), ...(hasNetrc ? [netrc] : []), ...filesIn(Object.values(env))] };
}

/** pip's settings by their names: the files from the widest to the narrowest, then the variables. */
function pipSettings(own: NodeJS.ProcessEnv, home: string): Record<string, string> {
  const files = [
    '/etc/pip.conf',
    join(home, '.pip', 'pip.conf'),
    join(home, '.config', 'pip', 'pip.conf'),
    own.PIP_CONFIG_FILE,
  ];
  const settings: Record<string, string> = {};
  for (const file of files) {
    if (file === undefined || !existsSync(file)) continue;
    for (const [, name = '', value = ''] of readFileSync(file, 'utf8').matchAll(
      /^([a-z][a-z-]*)[ \t]*[=:][ \t]*(.+)$/gm,
    ))
      settings[name] = value.trim();
  }
  for (const [name, value] of Object.entries(own)) {
    const setting = /^PIP_([A-Z_]+)$/.exec(name)?.[1];
    if (setting !== undefined && value !== undefined) settings[setting.toLowerCase().replaceAll('_', '-')] = value;
  }
  return settings;
}
