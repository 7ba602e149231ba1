import type { ExportedTool, MadeToolFinding, ToolTemplate } from '@assay/contracts';
import type { Caller } from '@assay/identity';
import { type Failure, fail, ok, type Result } from '@assay/kernel';
import type { Dependencies } from './dependencies.js';
import { hostText } from './export/host-text.js';
import { pythonText } from './export/python-text.js';
import { readmeText, serverText, testText } from './export/server-text.js';
import type { MadeTool } from './made-tool.js';
import { annotationsOf } from './make-tools.js';
import type { PromoteTools } from './promote-tools.js';

export interface ExportPorts {
  readonly promoting: Pick<PromoteTools, 'find'>;
  readonly dependencies: Pick<Dependencies, 'allowed'>;
  /** Code without the types of TypeScript. */
  readonly plainCode: (code: string, language: ToolTemplate['language']) => Result<string, readonly MadeToolFinding[]>;
  /** Versions of the packages that an export depends on. */
  readonly mcpVersion: string;
  readonly pythonVersion: string;
}

/** The highest tier of which a package keeps the rules by itself. */
const maxTier = 2;

/** Writes made tools as packages that run without Assay. */
export class ExportTools {
  readonly #ports: ExportPorts;

  constructor(ports: ExportPorts) {
    this.#ports = ports;
  }

  /** The files of a package with an MCP server for a tool that the caller sees, up to tier 2. */
  async run(caller: Caller, id: string): Promise<Result<ExportedTool, Failure>> {
    const found = await this.#ports.promoting.find(caller, id);
    if (!found.ok) return found;
    const { template, report, version } = found.value;
    if (report.tier.granted > maxTier)
      return fail(
        'conflict',
        'Tools of tier 3 are not exported: each of their calls names what it reaches and is approved by a person, and only Assay asks for that.',
      );
    const plain = this.#ports.plainCode(template.code, template.language);
    if (!plain.ok) return fail('conflict', 'The code of the tool is not valid any more: make it again.');
    const packaged = { name: packageName(template.name), version };
    return ok({ ...packaged, files: this.#files(found.value, packaged, plain.value) });
  }

  #files({ template, report }: MadeTool, { name, version }: { name: string; version: string }, code: string) {
    const { description, inputSchema, outputSchema, tests, language, access = {} } = template;
    const functions = report.tier.functions ?? [];
    const manifest = {
      ...{ name, version, description, type: 'module', private: true, bin: { [name]: './server.mjs' } },
      ...{ scripts: { start: 'node server.mjs', test: 'node --test' }, engines: { node: '>=22' } },
      dependencies: { '@modelcontextprotocol/server': this.#ports.mcpVersion, ...this.#packages(template) },
    };
    const tool = {
      ...{ name: template.name, description, inputSchema, outputSchema, tests },
      ...{ functions, access, annotations: annotationsOf(functions) },
    };
    const isPython = language === 'python';
    const source = { path: isPython ? 'tool.py' : 'tool.mjs', text: code.endsWith('\n') ? code : `${code}\n` };
    const reaches = [...(access.folders ?? []), ...(access.variables ?? []), ...(access.hosts ?? [])];
    return [
      { path: 'package.json', text: json(manifest) },
      { path: 'tool.json', text: json(tool) },
      ...[source, ...(isPython ? [{ path: 'tool.mjs', text: pythonText }] : [])],
      { path: 'host.mjs', text: hostText },
      { path: 'server.mjs', text: serverText },
      { path: 'tool.test.mjs', text: testText },
      { path: 'README.md', text: readmeText(name, description, { files: `\`${source.path}\``, reaches }) },
    ];
  }

  /** Packages of the dependencies, at the versions the tool was validated with. */
  #packages({ dependencies = [], language }: ToolTemplate): Record<string, string> {
    if (language === 'python') return { pyodide: this.#ports.pythonVersion };
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
