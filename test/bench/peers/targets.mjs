/**
 * What is measured. A target is `{name, pid?, raw?, client?, call?, against?}`: `raw` for the raw load generator,
 * `client` a connected official client with the `call` it makes, `pid` the root of the process tree whose CPU and
 * memory count. All serve the tool `echo` of the same reference server.
 */
import { fileURLToPath } from 'node:url';
import { overHttp, overStdio } from './official-client.mjs';
import { answersAt, freePort, start } from './processes.mjs';
import { json, legacyMcp, modernMcp } from './requests.mjs';

const installed = (path) => fileURLToPath(new URL(`../../../node_modules/${path}`, import.meta.url));
const everything = installed('@modelcontextprotocol/server-everything/dist/index.js');

const echo = (message) => ({ name: 'echo', arguments: { message } });

async function listen(script, args, environment, path = '/mcp') {
  const port = await freePort();
  const running = start(script, args(port), environment(port));
  const address = `http://127.0.0.1:${port}${path}`;
  await answersAt(address, running);
  return { address, pid: running.pid };
}

const none = () => ({});

async function bareHttp() {
  const script = fileURLToPath(new URL('./bare-http.mjs', import.meta.url));
  const { address, pid } = await listen(
    script,
    () => [],
    (port) => ({ PORT: String(port) }),
    '/',
  );
  return [{ name: 'bare node:http echo', pid, raw: await json(address, (message) => ({ message })) }];
}

async function directStdio() {
  const { client, pid, close } = await overStdio(everything, ['stdio']);
  return [{ name: 'direct stdio', pid, client, call: echo, close }];
}

async function directHttp() {
  const { address, pid } = await listen(
    everything,
    () => ['streamableHttp'],
    (port) => ({ PORT: String(port) }),
  );
  const { client, close } = await overHttp(address);
  return [{ name: 'direct http', pid, raw: await legacyMcp(address, echo), client, call: echo, close }];
}

/** One peer in a session of the 2025-11-25 revision, which both speak well. */
async function peer(name, { address, pid }) {
  const { client, close } = await overHttp(address);
  return { name, pid, raw: await legacyMcp(address, echo), client, call: echo, close, isPeer: true };
}

/** It also serves the stateless 2026-07-28 form, faster than a session, and is held against at its best. */
async function mcpProxy() {
  const args = (port) => [
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
    '--server',
    'stream',
    '--',
    process.execPath,
    everything,
    'stdio',
  ];
  const running = await listen(installed('mcp-proxy/dist/bin/mcp-proxy.mjs'), args, none);
  const stateless = { name: 'mcp-proxy, stateless', pid: running.pid, raw: await modernMcp(running.address, echo) };
  return [await peer('mcp-proxy', running), { ...stateless, isPeer: true }];
}

/** Its stateless form starts the upstream for every request (7 calls a second), so only its sessions are measured. */
async function supergateway() {
  const command = `"${process.execPath}" "${everything}" stdio`;
  const args = (port) => [
    '--stdio',
    command,
    '--outputTransport',
    'streamableHttp',
    '--stateful',
    '--logLevel',
    'none',
    '--port',
    String(port),
  ];
  return [await peer('supergateway', await listen(installed('supergateway/dist/index.js'), args, none))];
}

/**
 * A running Assay: `{url, apiKey, stdioTool, httpTool?, toolset?, server?, pid?}`, the tools as `ns/name@range` of
 * the reference server's echo behind each upstream transport, a toolset with the tool over stdio, and its server.
 */
async function assay({ url, apiKey, stdioTool, httpTool, toolset, server, pid }) {
  const headers = { authorization: `Bearer ${apiKey}` };
  const body = (tool) => (message) => ({ tool, input: { message } });
  const call = (message) => ({ name: 'call_tool', arguments: body(stdioTool)(message) });
  const rest = new URL('/v1/invocations', url);
  const mcp = new URL('/mcp', url);
  const { client, close } = await overHttp(mcp, headers);
  const targets = [
    { name: 'assay rest', pid, raw: await json(rest, body(stdioTool), headers) },
    { name: 'assay mcp', pid, raw: await legacyMcp(mcp, call, headers), client, call, close },
    { name: 'assay mcp, stateless', pid, raw: await modernMcp(mcp, call, headers) },
  ];
  for (const [name, path] of Object.entries({
    toolset: toolset && `toolsets/${toolset}`,
    server: server && `servers/${server}`,
  })) {
    if (!path) continue;
    const address = new URL(`/mcp/${path}`, url);
    targets.push(
      { name: `assay ${name}`, pid, raw: await legacyMcp(address, echo, headers) },
      { name: `assay ${name}, stateless`, pid, raw: await modernMcp(address, echo, headers) },
    );
  }
  if (httpTool) {
    targets.push({
      name: 'assay rest, http upstream',
      pid,
      raw: await json(rest, body(httpTool), headers),
      against: 'direct http',
    });
  }
  return targets;
}

const peers = { bareHttp, directStdio, directHttp, mcpProxy, supergateway };

/**
 * Starts what is to be measured, one after another, into `targets`, which holds what to close if one fails. `peers` names
 * those beside Assay; all by default.
 */
export async function openTargets({ assay: running, peers: names = Object.keys(peers) }, targets) {
  for (const name of names) targets.push(...(await peers[name]()));
  if (running) targets.push(...(await assay(running)));
}
