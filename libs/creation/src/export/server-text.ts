/** `server.mjs` of an exported tool: an MCP server on standard input and output. */
export const serverText = `#!/usr/bin/env node
// Serves the tool of this package over MCP, on standard input and output.
import { readFileSync } from 'node:fs';
import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { makeHost } from './host.mjs';
import run from './tool.mjs';

const read = (name) => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));
const { name, version } = read('./package.json');
const tool = read('./tool.json');
const host = makeHost(tool.functions, tool.access);

const makeServer = () => {
  const server = new McpServer({ name, version });
  const config = {
    description: tool.description,
    inputSchema: fromJsonSchema(tool.inputSchema),
    outputSchema: fromJsonSchema(tool.outputSchema),
    annotations: tool.annotations,
  };
  server.registerTool(tool.name, config, async (input) => {
    try {
      const output = await run(input, host);
      return { content: [{ type: 'text', text: JSON.stringify(output) }], structuredContent: output };
    } catch (error) {
      return { content: [{ type: 'text', text: String(error?.message ?? error) }], isError: true };
    }
  });
  return server;
};

serveStdio(makeServer);
`;

/** `tool.test.mjs`: the tests of the template, with their answers in the place of the host. */
export const testText = `// Runs the tests of the tool: node --test
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { scriptedHost } from './host.mjs';
import run from './tool.mjs';

const { tests, functions } = JSON.parse(readFileSync(new URL('./tool.json', import.meta.url), 'utf8'));
for (const { name, input, output, throws, answers = [] } of tests)
  test(name, async () => {
    const once = async () => run(input, scriptedHost(functions, answers));
    if (throws === undefined) assert.deepEqual(await once(), output);
    else await assert.rejects(once, (error) => error.message.includes(throws));
  });
`;

export const readmeText = (
  name: string,
  description: string,
  { files, reaches }: { readonly files: string; readonly reaches: readonly string[] },
): string => `# ${name}

${description.replace(/\s+/g, ' ')}

An MCP server with one tool, which runs without Assay. Outside of it there is no sandbox: read ${files} before you
start it.
${reaches.length === 0 ? '' : `\nIt reaches, by the list \`access\` in \`tool.json\`:\n\n${reaches.map((it) => `- ${it}\n`).join('')}`}
\`\`\`sh
npm install
npm test
npm start
\`\`\`
`;
