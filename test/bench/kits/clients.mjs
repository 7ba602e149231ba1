/** MCP servers started as processes, and what their answers take of a model's context. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { o200kTokens } from '@assay/models';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** `environment` is all that the server gets beside PATH. */
export async function connect(command, args, environment = {}) {
  const client = new Client({ name: 'bench', version: '1.0.0' });
  const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...environment };
  await client.connect(new StdioClientTransport({ command, args, env, stderr: 'ignore' }));
  return client;
}

export const connectKit = (name, args, environment) =>
  connect(process.execPath, [join(root, 'libs/toolkits', name, 'dist/main.js'), ...args], environment);

export async function medianMs(runs, work) {
  const times = [];
  for (let run = 0; run < runs; run += 1) {
    const begun = performance.now();
    await work();
    times.push(performance.now() - begun);
  }
  return times.sort((a, b) => a - b)[Math.floor(runs / 2)];
}

const countTokens = await o200kTokens();

/** Clients show a model the content of an answer or its structured content. */
const tokensOf = ({ content, structuredContent }) => {
  const text = countTokens(content.map((it) => it.text ?? '').join('\n'));
  return structuredContent === undefined ? `${text}` : `${text} / ${countTokens(JSON.stringify(structuredContent))}`;
};

async function answerOf(client, [name, args]) {
  const answer = await client.callTool({ name, arguments: args });
  if (answer.isError) throw new Error(`${name}: ${answer.content[0]?.text}`);
  return tokensOf(answer);
}

/** Prints, for each question, the tokens of the kit's answer and of the other server's. */
export async function compareAnswers(title, kit, other, questions) {
  const lists = await Promise.all(
    [kit, other].map(async (it) => countTokens(JSON.stringify((await it.listTools()).tools))),
  );
  process.stdout.write(`${title}: the list of tools: ${lists[0]} tokens; other server: ${lists[1]}\n`);
  for (const [question, mine, theirs] of questions) {
    const [a, b] = [await answerOf(kit, mine), theirs === undefined ? 'none' : await answerOf(other, theirs)];
    process.stdout.write(`${title}: ${question}: ${a} tokens; other server: ${b}\n`);
  }
}
