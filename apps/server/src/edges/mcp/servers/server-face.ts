import type { ServerAccess, ServerFace } from '@assay/gateway';
import { isObject } from '@assay/kernel';

/** Capabilities of a server that the gateway can pass on; others would promise what it does not do. */
const passedCapabilities = ['prompts', 'resources', 'completions', 'logging'] as const;

/** What a server of this face can do for a caller of this access through the gateway. */
export function passedFace({ serverInfo, capabilities, instructions }: ServerFace, access: ServerAccess): ServerFace {
  const passed: readonly string[] = access === 'whole' ? passedCapabilities : ['logging'];
  const kept = Object.entries(capabilities).filter(([name, it]) => passed.includes(name) && isObject(it));
  return {
    serverInfo,
    // The tools are the registry's, which tells of every change.
    capabilities: { ...Object.fromEntries(kept), tools: { listChanged: true } },
    ...(instructions !== undefined && { instructions }),
  };
}

const forAll = new Set(['logging/setLevel']);
const forWhole = new Set([
  'prompts/list',
  'prompts/get',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'resources/subscribe',
  'resources/unsubscribe',
  'completion/complete',
]);

/** Whether a request goes to the server as it is. */
export const isPassed = (method: string, access: ServerAccess): boolean =>
  forAll.has(method) || (access === 'whole' && forWhole.has(method));

const heardByAll = new Set([
  'notifications/message',
  'notifications/progress',
  'notifications/elicitation/complete',
  'notifications/tools/list_changed',
]);

/** Whether a notification of the server goes to a client of this access. */
export const isHeard = (method: string, access: ServerAccess): boolean => access === 'whole' || heardByAll.has(method);

/** Questions of a server, and the capability of the client that each needs. */
const questions: Readonly<Record<string, string>> = {
  'sampling/createMessage': 'sampling',
  'elicitation/create': 'elicitation',
  'roots/list': 'roots',
};

/** Why a client with these capabilities is not asked this; undefined when it may be. */
export function whyNotAsked(method: string, capabilities: Readonly<Record<string, unknown>>): string | undefined {
  const needed = Object.hasOwn(questions, method) ? questions[method] : undefined;
  if (needed === undefined) return `Clients are not asked ${method} here.`;
  return isObject(capabilities[needed]) ? undefined : `The client does not offer ${needed}.`;
}
