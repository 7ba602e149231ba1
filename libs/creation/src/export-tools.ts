import type { ExportedTool, MadeToolFinding, ToolTemplate } from '@assay/contracts';
import type { Caller } from '@assay/identity';
import { type Failure, fail, ok, type Result } from '@assay/kernel';
import type { Dependencies } from './dependencies.js';
import type { PromoteTools } from './promote-tools.js';

export interface ExportPorts {
  readonly promoting: Pick<PromoteTools, 'find'>;
  readonly dependencies: Pick<Dependencies, 'allowed'>;
  /** JavaScript without the types of TypeScript. */
  readonly plainCode: (code: string, language: ToolTemplate['language']) => Result<string, readonly MadeToolFinding[]>;
  /** Of the MCP server package that the export depends on. */
  readonly mcpVersion: string;
}

const server = `#!/usr/bin/env node
// Serves the tool of this package over MCP, on standard input and output.
import { readFileSync } from 'node:fs';
import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import run from './tool.mjs';

const read = (name) => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));
const { name, version } = read('./package.json');
const tool = read('./tool.json');

const makeServer = () => {
  const server = new McpServer({ name, version });
  const config = {
    description: tool.description,
    inputSchema: fromJsonSchema(tool.inputSchema),
    outputSchema: fromJsonSchema(tool.outputSchema),
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  };
  server.registerTool(tool.name, config, async (input) => {
    try {
      const output = await run(input);
      return { content: [{ type: 'text', text: JSON.stringify(output) }], structuredContent: output };
    } catch (error) {
      return { content: [{ type: 'text', text: String(error?.message ?? error) }], isError: true };
    }
  });
  return server;
};

serveStdio(makeServer);
`;

const test = `// Runs the tests of the tool: node --test
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import run from './tool.mjs';

const { tests } = JSON.parse(readFileSync(new URL('./tool.json', import.meta.url), 'utf8'));
for (const { name, input, output, throws } of tests)
  test(name, async () => {
    if (throws === undefined) assert.deepEqual(await run(input), output);
    else await assert.rejects(async () => run(input), (error) => error.message.includes(throws));
  });
`;

/** Writes made tools as packages that run without Assay. */
export class ExportTools {
  readonly #ports: ExportPorts;

  constructor(ports: ExportPorts) {
    this.#ports = ports;
  }

  /** The files of a package with an MCP server for a tool of tier 0, which the caller sees. */
  async run(caller: Caller, id: string): Promise<Result<ExportedTool, Failure>> {
    const found = await this.#ports.promoting.find(caller, id);
    if (!found.ok) return found;
    const { template, report, version } = found.value;
    if (report.tier.granted > 0)
      return fail(
        'conflict',
        `Only tools of tier 0 are exported: this one uses ${(report.tier.functions ?? []).join(', ')}, which Assay provides.`,
      );
    const plain = this.#ports.plainCode(template.code, template.language);
    if (!plain.ok) return fail('conflict', 'The code of the tool is not valid any more: make it again.');
    const packaged = { name: packageName(template.name), version };
    return ok({ ...packaged, files: this.#files(template, packaged, plain.value) });
  }

  #files(template: ToolTemplate, { name, version }: { name: string; version: string }, code: string) {
    const { description, inputSchema, outputSchema, tests } = template;
    const manifest = {
      ...{ name, version, description, type: 'module', private: true, bin: { [name]: './server.mjs' } },
      ...{ scripts: { start: 'node server.mjs', test: 'node --test' }, engines: { node: '>=22' } },
      dependencies: { '@modelcontextprotocol/server': this.#ports.mcpVersion, ...this.#packages(template) },
    };
    const tool = { name: template.name, description, inputSchema, outputSchema, tests };
    return [
      { path: 'package.json', text: json(manifest) },
      { path: 'tool.json', text: json(tool) },
      { path: 'tool.mjs', text: code.endsWith('\n') ? code : `${code}\n` },
      { path: 'server.mjs', text: server },
      { path: 'tool.test.mjs', text: test },
      { path: 'README.md', text: readme(name, description) },
    ];
  }

  /** Packages of the dependencies, at the versions the tool was validated with. */
  #packages({ dependencies = [] }: ToolTemplate): Record<string, string> {
    const used = this.#ports.dependencies.allowed.filter(({ name }) => dependencies.includes(name));
    return Object.fromEntries(used.map(({ name, version }) => [name.split('/')[0] as string, version]));
  }
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const packageName = (name: string): string =>
  name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== '')
    .join('-');

const readme = (name: string, description: string): string => `# ${name}

${description.replace(/\s+/g, ' ')}

An MCP server with one tool, which runs without Assay. Outside of it there is no sandbox: read \`tool.mjs\` before you
start it.

\`\`\`sh
npm install
npm test
npm start
\`\`\`
`;
