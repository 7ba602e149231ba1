import { readFileSync } from 'node:fs';

/** The versions of the MCP server package that exported packages depend on: those of this server. */
export function mcpServerVersion(): string {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  const { dependencies } = JSON.parse(text) as { readonly dependencies: Readonly<Record<string, string>> };
  return dependencies['@modelcontextprotocol/server'] as string;
}
