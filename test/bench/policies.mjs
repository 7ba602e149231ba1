/**
 * What a decision by policies costs: one that is kept, and one that depends on the arguments, with what ships and with fifty
 * policies of an organisation's own beside it.
 *
 *     node test/bench/policies.mjs
 */
import { pathToFileURL } from 'node:url';
import { CedarPolicyEngine } from '@assay/authorization';
import { DecideCalls, PolicyBook } from '@assay/gateway';
import { Directory } from '@assay/identity';

const callers = 50;
const kept = 300_000;
const decided = 3_000;
const own = 50;

const callerOf = (number) => ({
  ...{ principalId: `caller ${number}`, organisationId: 'organisation', name: `caller-${number}`, kind: 'agent' },
  ...{ scopes: new Set(['tools:call']), teams: [], namespaces: null, tokens: [] },
});
const version = {
  ...{ id: 'version', organisationId: 'provider', namespace: 'acme', tool: 'echo', version: '1.0.0', stage: 'BETA' },
  manifest: {
    name: 'acme/echo',
    version: '1.0.0',
    protocol: 'mcp',
    endpoint: { server: 'acme/local' },
    annotations: { readOnlyHint: true },
  },
};
const all = Array.from({ length: callers }, (_, number) => callerOf(number));
const input = { path: 'welcome.md', amount: 12, tags: ['a', 'b'], more: { deep: true } };

function setUp(condition) {
  const directory = new Directory();
  const state = { id: 'organisation', name: 'default', createdAt: 0 };
  directory.apply({ kind: 'organisation', id: state.id, state });
  const book = new PolicyBook();
  for (let number = 0; condition !== undefined && number < own; number += 1) {
    const id = `p${number}`;
    const text = `forbid (principal == Principal::"default/nobody-${number}", action, resource) when { ${condition} };`;
    const row = { id, organisationId: 'organisation', name: id, version: 1, text, description: null };
    book.apply({ kind: 'policy', id, state: { ...row, changedAt: 0, changedBy: null } });
  }
  const engine = new CedarPolicyEngine();
  return new DecideCalls({ book, engine, directory, clock: { now: Date.now }, trustOf: () => 0.5 });
}

/** Microseconds each. */
function timed(decide, times) {
  const turn = (index) => decide.run(all[index % callers], version, input);
  for (let index = 0; index < Math.max(callers, times / 10); index += 1) turn(index);
  const begun = performance.now();
  for (let index = 0; index < times; index += 1) turn(index);
  return ((performance.now() - begun) * 1_000) / times;
}

const byAnother = 'context.arguments has other && context.arguments.other > 100';
const byArguments = 'context.arguments has amount && context.arguments.amount > 100';

export async function measurePolicies() {
  const row = (name, value) => ({ name: `policies: ${name}`, value, unit: 'µs' });
  return [
    row('a decision that is kept, what ships', timed(setUp(), kept)),
    row(`the same beside ${own} policies`, timed(setUp('context.stage == "SANDBOX"'), kept)),
    row('the same where they look at arguments the call lacks', timed(setUp(byAnother), kept)),
    row(`a decision by the arguments, ${own} policies`, timed(setUp(byArguments), decided)),
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.table(await measurePolicies());
