import type { Command } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { askSecret } from '../input/ask.js';
import { readAll } from '../io.js';
import { clientOf } from '../session.js';
import { loginsFile, readLogins, writeLogins } from '../stored-logins.js';
import { UsageError } from '../usage-error.js';
import { keyByBrowser } from './browser-login.js';

async function givenKey(context: Context<object>, url: string): Promise<string> {
  const { io, options } = context;
  if (options.key) return options.key;
  const key = io.stdin.isTTY ? await askSecret(io, `API key for ${url}`) : await readAll(io.stdin);
  if (key.trim() === '') throw new UsageError('No key given: type it, pipe it in, or use --key.');
  return key.trim();
}

interface LoginOptions {
  readonly browser?: boolean;
}

async function login(context: Context<LoginOptions>) {
  const { io, options } = context;
  const { url } = await context.session();
  if (options.browser && options.key) throw new UsageError('Give either --browser or --key.');
  const key = options.browser
    ? await keyByBrowser(context, clientOf(io, url, undefined))
    : await givenKey(context, url);
  const me = await clientOf(io, url, key).me(context.request);
  if (!me.principal) throw new Error(`${url} does not recognize this key. Check that you copied all of it.`);
  const logins = await readLogins(io.env);
  await writeLogins(io.env, { url, keys: { ...logins.keys, [url]: key } });
  return outcome({
    data: me,
    text: (who, page) =>
      `${page.good('Logged in')} at ${url} as ${who.principal?.name} (${who.organisation ?? 'no organisation'}). The key is in ${loginsFile(io.env)}.`,
  });
}

async function logout(context: Context<object>) {
  const { io } = context;
  const { url } = await context.session();
  const logins = await readLogins(io.env);
  const { [url]: removed, ...keys } = logins.keys;
  if (removed === undefined && logins.url !== url) {
    return outcome({ data: { url, removed: false }, text: () => `No key for ${url} was stored.` });
  }
  await writeLogins(io.env, { keys, ...(logins.url && logins.url !== url ? { url: logins.url } : {}) });
  return outcome({
    data: { url, removed: true },
    text: () =>
      `The key for ${url} was removed from this machine. It is still valid: revoke it with \`assay keys revoke\`.`,
  });
}

export function addLoginCommands(program: Command, host: Host): void {
  add(program, 'login', 'Sign in: store a verified API key, or get one in the browser', [
    'login --browser',
    'login --url https://assay.example.com',
    'login < key.txt',
  ])
    .option('--browser', 'open the sign-in page and get a key of your account, valid for 30 days')
    .action(host.does(login));
  add(program, 'logout', "Remove a server's stored key", ['logout']).action(host.does(logout));
}
