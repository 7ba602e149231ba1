/**
 * Ten tasks of the plan sets as an agent may carry them out: each call by itself, as one plan, and as code. The model is
 * scripted: it makes the calls of the set's own plan, with what earlier calls gave; calls that need nothing of each other
 * are made in one turn. The tools have the sets' schemas and answer at once with made-up values of them.
 *
 *     node test/bench/mcp/code-tasks.mjs [--data <folder>] [--json]
 *
 * Tokens (o200k) are those a model reads and writes: with every turn the server's instructions, the tools as they are
 * listed, the task and all that was said before; then its calls. Thinking is not counted. Milliseconds are the median of
 * the rounds, from the first request to the last answer, without the time of a model.
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { o200kTokens } from '@assay/models';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { root } from '../../../apps/server/launch/repository.mjs';
import { PublishedSet } from '../../fixtures/plan-sets/on-server.ts';
import { referenceIn } from '../../fixtures/plan-sets/plan-set.ts';
import { hasPlanSets, realSets } from '../../fixtures/plan-sets/real-sets.ts';
import { serveStandIns } from '../../fixtures/plan-sets/stand-ins.ts';
import { withAssay } from '../assay/installation.mjs';
import { liftLimits } from '../assay/lift-limits.mjs';
import { Requests } from '../assay/requests.mjs';

const rounds = 5;
/** How many tasks of which set. */
const shares = { sealtools: 4, 'restbench TMDB': 3, 'taskbench dailylifeapis': 3 };
const minSteps = 3;

const stepsOf = (value) => {
  const found = referenceIn(value);
  if (found !== undefined) return [found.step];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stepsOf) : [];
};
const needsOf = (step) => [...new Set([...stepsOf(step.arguments), ...(step.after ?? [])])];

/** The steps in stages: what a stage needs, earlier ones gave. */
function stagesOf({ steps }) {
  const stages = [];
  const done = new Set();
  let left = steps;
  while (left.length > 0) {
    const ready = left.filter((step) => needsOf(step).every((id) => done.has(id)));
    if (ready.length === 0) throw new Error('the plan is circular');
    stages.push(ready);
    for (const { id } of ready) done.add(id);
    left = left.filter((step) => !ready.includes(step));
  }
  return stages;
}

const leavesOf = (plan) => {
  const used = new Set(plan.steps.flatMap(needsOf));
  return plan.steps.filter(({ id }) => !used.has(id)).map(({ id }) => id);
};

/** Arguments with what earlier steps gave. */
function filled(value, outputs) {
  const found = referenceIn(value);
  if (found !== undefined) return found.path.reduce((it, key) => it?.[key], outputs.get(found.step));
  if (Array.isArray(value)) return value.map((it) => filled(it, outputs));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, it]) => [key, filled(it, outputs)]));
}

const nameOf = (id) => id.replaceAll(/\W/g, '_');
const member = (key) =>
  /^\d+$/.test(key) ? `[${key}]` : /^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;

/** Arguments as source. */
function sourceOf(value) {
  const found = referenceIn(value);
  if (found !== undefined) return `${nameOf(found.step)}${found.path.map(member).join('')}`;
  if (Array.isArray(value)) return `[${value.map(sourceOf).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([key, it]) => `${/^[A-Za-z_]\w*$/.test(key) ? key : JSON.stringify(key)}: ${sourceOf(it)}`)
    .join(', ')} }`;
}

/** The plan as a model writes code. */
function codeOf(plan, named) {
  const call = ({ tool, arguments: args }) => `tools["${named(tool)}"](${sourceOf(args)})`;
  const lines = stagesOf(plan).map((stage) => {
    if (stage.length === 1) return `const ${nameOf(stage[0].id)} = await ${call(stage[0])};`;
    const names = stage.map(({ id }) => nameOf(id)).join(', ');
    return `const [${names}] = await Promise.all([${stage.map(call).join(', ')}]);`;
  });
  return [...lines, `return { ${leavesOf(plan).map(nameOf).join(', ')} };`].join('\n');
}

async function openSession({ url, apiKey }, path) {
  const client = new Client({ name: 'assay-bench', version: '1.0.0' });
  const requestInit = { headers: { authorization: `Bearer ${apiKey}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}${path}`), { requestInit }));
  const { tools } = await client.listTools();
  return { client, listed: `${client.getInstructions() ?? ''}\n${JSON.stringify(tools)}` };
}

async function called({ client }, name, args) {
  const result = await client.callTool({ name, arguments: args });
  const { status } = result.structuredContent ?? {};
  if (result.isError || (status !== undefined && status !== 'succeeded'))
    throw new Error(JSON.stringify(result).slice(0, 600));
  const said = [JSON.stringify({ name, arguments: args }), result.content.map(({ text = '' }) => text).join('\n')];
  return { result, said };
}

/** Each way answers the turns: what was called and answered in each. */
const ways = {
  calls: {
    path: '/mcp',
    run: async (session, plan, named) => {
      const outputs = new Map();
      const turns = [];
      for (const stage of stagesOf(plan)) {
        const answers = await Promise.all(
          stage.map((step) =>
            called(session, 'call_tool', { tool: named(step.tool), input: filled(step.arguments, outputs) }),
          ),
        );
        for (const [at, { result }] of answers.entries()) outputs.set(stage[at].id, result.structuredContent.output);
        turns.push(answers.map(({ said }) => said));
      }
      return turns;
    },
  },
  plan: {
    path: '/mcp',
    run: async (session, plan, named) => {
      const steps = plan.steps.map((step) => ({ ...step, tool: named(step.tool) }));
      const { said } = await called(session, 'execute_tool_plan', { steps, output_steps: leavesOf(plan) });
      return [[said]];
    },
  },
  code: {
    path: '/mcp?tools=code',
    run: async (session, plan, named) => {
      const { said } = await called(session, 'run_code', { code: codeOf(plan, named) });
      return [[said]];
    },
  },
};

/** Every turn reads what each turn reads and all that was said before; the last one reads the answer. */
function tokensOf(turns, context, count) {
  let read = context;
  let all = 0;
  for (const turn of turns) {
    const written = turn.reduce((sum, [call]) => sum + count(call), 0);
    all += read + written;
    read += written + turn.reduce((sum, [, answer]) => sum + count(answer), 0);
  }
  return all + read;
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

async function measured(plan, named, sessions, count) {
  const row = { task: plan.id, steps: plan.steps.length, stages: stagesOf(plan).length };
  for (const [way, { run }] of Object.entries(ways)) {
    const session = sessions[way];
    const times = [];
    let turns = [];
    for (let round = -1; round < rounds; round += 1) {
      const begun = performance.now();
      turns = await run(session, plan, named);
      if (round >= 0) times.push(performance.now() - begun);
    }
    const context = count(`${session.listed}\n${plan.id}`);
    row[way] = { tokens: tokensOf(turns, context, count), modelCalls: turns.length + 1, ms: median(times) };
  }
  return row;
}

/** Tasks with several steps that hand on outputs; the first ones of which every way succeeds. */
async function ofSet(apis, set, wanted, at, sessions, count) {
  const server = await serveStandIns(set);
  try {
    const cases = set.cases.filter(({ steps, links }) => steps.length >= minSteps && links.length > 0);
    const spread = cases.filter((_, place) => place % Math.max(1, Math.floor(cases.length / (wanted * 4))) === 0);
    const published = new PublishedSet(apis, set, server, `tasks${at}`);
    await published.publish(spread);
    const rows = [];
    const skipped = [];
    for (const plan of spread) {
      if (rows.length === wanted) break;
      try {
        rows.push({ set: set.name, ...(await measured(plan, published.named, sessions, count)) });
      } catch (error) {
        skipped.push(`${plan.id}: ${error.message.slice(0, 200)}`);
      }
    }
    return { rows, skipped };
  } finally {
    await server.stop();
  }
}

/** `[{set, task, steps, stages, calls, plan, code}]`, each way with tokens, calls to the model and milliseconds. */
export const measureTasks = (data) =>
  withAssay(async (assay) => {
    const requests = new Requests(assay);
    const answered = async (method, path, body) => {
      const headers = { authorization: `Bearer ${assay.apiKey}`, 'content-type': 'application/json' };
      const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
      const answer = await fetch(`${assay.url}${path}`, init);
      return { status: answer.status, body: await answer.json() };
    };
    const api = { get: (path) => answered('GET', path), post: (path, body) => answered('POST', path, body) };
    await liftLimits(requests);
    const sessions = {};
    for (const [way, { path }] of Object.entries(ways)) sessions[way] = await openSession(assay, path);
    try {
      const count = await o200kTokens();
      const rows = [];
      const skipped = [];
      const sets = (await realSets(data)).filter(({ name }) => Object.hasOwn(shares, name));
      for (const [at, set] of sets.entries()) {
        const found = await ofSet({ admin: api, person: api }, set, shares[set.name], at, sessions, count);
        rows.push(...found.rows);
        skipped.push(...found.skipped);
      }
      return { rows, skipped };
    } finally {
      for (const { client } of Object.values(sessions)) await client.close().catch(() => {});
      requests.close?.();
    }
  });

function table(rows) {
  const number = (value) => Math.round(value).toLocaleString('en');
  const cell = ({ tokens, modelCalls, ms }) => `${number(tokens)} / ${modelCalls} / ${ms.toFixed(0)}`;
  const sums = Object.keys(ways).map((way) =>
    rows.reduce(
      (sum, { [way]: it }) => ({
        tokens: sum.tokens + it.tokens,
        modelCalls: sum.modelCalls + it.modelCalls,
        ms: sum.ms + it.ms,
      }),
      { tokens: 0, modelCalls: 0, ms: 0 },
    ),
  );
  return [
    '| task | calls | stages | single calls | plan | code |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows.map(
      (it) =>
        `| ${it.task} | ${it.steps} | ${it.stages} | ${Object.keys(ways)
          .map((way) => cell(it[way]))
          .join(' | ')} |`,
    ),
    `| all | | | ${sums.map(cell).join(' | ')} |`,
  ].join('\n');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values } = parseArgs({
    options: {
      data: { type: 'string', default: resolve(root, '../shared/data') },
      json: { type: 'boolean', default: false },
    },
  });
  if (!hasPlanSets(values.data)) throw new Error(`no plan sets in ${values.data}: pass --data <folder>`);
  const { rows, skipped } = await measureTasks(resolve(values.data));
  process.stdout.write(values.json ? `${JSON.stringify({ rows, skipped }, null, 2)}\n` : `${table(rows)}\n`);
  for (const line of skipped) process.stderr.write(`skipped ${line}\n`);
}
