/**
 * `host.mjs` of an exported tool: the functions of the host, within the folders, variables and hosts that the tool declares.
 * Other than in Assay, nothing isolates the code from the process: these checks keep an honest tool within its list.
 */
export const hostText = `// The functions of the host that the tool uses, within what "access" in tool.json lists.
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';

const maxBytes = 1024 * 1024;
const timeoutMs = 10_000;
const methods = ['POST', 'PUT', 'PATCH', 'DELETE'];

export class ToolError extends Error {
  constructor(code, message) {
    super(message);
    this.name = 'ToolError';
    this.code = code;
  }
}
// In scope for the code of the tool, as in Assay.
globalThis.ToolError = ToolError;

const textOf = (argument, member) => {
  const text = typeof argument === 'string' ? argument : argument?.[member];
  if (typeof text !== 'string') throw new ToolError('invalid_input', \`Pass the \${member} as a text.\`);
  return text;
};

/** The place of a path, links followed: in one of the folders. */
async function placeOf(path, folders) {
  const missing = () => new ToolError('not_found', 'Nothing exists at this path.');
  const real = await realpath(path).catch(() => Promise.reject(missing()));
  const roots = await Promise.all(folders.map((it) => realpath(it).catch(() => undefined)));
  const isInside = roots.some((root) => root !== undefined && (real === root || real.startsWith(\`\${root}/\`)));
  if (!isInside) throw new ToolError('denied', \`The path \${JSON.stringify(path)} is not in a folder of this tool.\`);
  return real;
}

async function readText(path, folders) {
  const real = await placeOf(path, folders);
  const found = await stat(real);
  if (!found.isFile()) throw new ToolError('invalid_input', 'It is not a regular file.');
  if (found.size > maxBytes) throw new ToolError('output_too_large', \`Up to \${maxBytes} bytes are read.\`);
  return readFile(real, 'utf8');
}

async function listNames(path, folders) {
  const entries = await readdir(await placeOf(path, folders), { withFileTypes: true });
  return entries.map((it) => (it.isDirectory() ? \`\${it.name}/\` : it.name)).sort();
}

function variable(name, names) {
  const value = names.includes(name) ? process.env[name] : undefined;
  if (value === undefined) throw new ToolError('denied', \`The variable \${JSON.stringify(name)} is not set for this tool.\`);
  return value;
}

/** An entry without a port covers 80 and 443. */
function isCovered(url, hosts) {
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  return hosts.some((entry) => {
    const [, name, own] = /^(.*?)(?::(\\d+))?$/.exec(entry.toLowerCase());
    const isPort = own === undefined ? port === 80 || port === 443 : port === Number(own);
    return isPort && (name.startsWith('*.') ? url.hostname.endsWith(name.slice(1)) : url.hostname === name);
  });
}

async function exchange(argument, hosts, fixed) {
  const { url: address, headers = {}, body, method = fixed } = typeof argument === 'string' ? { url: argument } : argument;
  const url = URL.parse(String(address));
  if (!['http:', 'https:'].includes(url?.protocol) || url.username !== '' || url.password !== '')
    throw new ToolError('invalid_input', 'Pass an http or https address without a user.');
  if (!isCovered(url, hosts)) throw new ToolError('denied', \`The host \${url.host} is not among those of this tool.\`);
  const isText = typeof body === 'string' || body === undefined;
  const sent = new Headers(headers);
  if (!isText && !sent.has('content-type')) sent.set('content-type', 'application/json');
  const request = { method, headers: sent, body: isText ? body : JSON.stringify(body), redirect: 'error' };
  let answer;
  let text;
  try {
    answer = await fetch(url, { ...request, signal: AbortSignal.timeout(timeoutMs) });
    text = await answer.text();
  } catch {
    throw new ToolError('unavailable', \`The host \${url.host} could not be reached.\`);
  }
  if (text.length > maxBytes) throw new ToolError('output_too_large', \`Up to \${maxBytes} characters are read.\`);
  return { status: answer.status, headers: Object.fromEntries(answer.headers), body: text };
}

function sendOf(argument, hosts) {
  const method = String(argument?.method ?? 'POST').toUpperCase();
  if (!methods.includes(method)) throw new ToolError('invalid_input', \`The method must be one of \${methods.join(', ')}.\`);
  return exchange({ ...argument, method }, hosts, method);
}

const grouped = (functions, make) => {
  const host = {};
  for (const name of functions) {
    const [group, member] = name.split('.');
    host[group] ??= {};
    host[group][member] = make(name);
  }
  return host;
};

/** The host of a call. */
export const makeHost = (functions, { folders = [], variables = [], hosts = [] } = {}) => {
  const all = {
    'files.read': async (it) => readText(textOf(it, 'path'), folders),
    'files.list': async (it) => listNames(textOf(it, 'path'), folders),
    'env.get': async (it) => variable(textOf(it, 'name'), variables),
    'http.get': async (it) => exchange(typeof it === 'string' ? it : { ...it, method: 'GET', body: undefined }, hosts, 'GET'),
    'http.send': async (it) => sendOf(it, hosts),
  };
  return grouped(functions, (name) => all[name]);
};

/** The host of a test: its answers, by function and argument. */
export const scriptedHost = (functions, answers) =>
  grouped(functions, (name) => async (argument = null) => {
    const found = answers.find((it) => it.call === name && isDeepStrictEqual(it.argument ?? null, argument));
    if (found === undefined) throw new ToolError('no_answer', \`No test answers \${name}(\${JSON.stringify(argument)}).\`);
    if (found.error !== undefined) throw new ToolError('host_error', found.error);
    return found.value;
  });
`;
