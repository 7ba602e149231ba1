import { describe, expect, it } from '@jest/globals';
import { ofClientFile, readSources, SourceError, wordsOf } from './import-sources.js';

describe('what a person enters to import', () => {
  it('splits a command line into its words', () => {
    expect(wordsOf(`npx -y "a b" 'c d' e`)).toEqual(['npx', '-y', 'a b', 'c d', 'e']);
    expect(readSources('command', 'node server.js --port 1')).toEqual([
      { source: { mcp: { command: 'node', args: ['server.js', '--port', '1'] } } },
    ]);
  });

  it('reads every server of a client’s file', () => {
    const file = {
      mcpServers: {
        'My Files': { command: 'npx', args: ['files'], env: { HOME: '/x' } },
        web: { type: 'http', url: 'https://example.com/mcp', headers: { 'x-a': 'b' } },
      },
    };
    expect(ofClientFile(JSON.stringify(file))).toEqual([
      { server: 'my-files', source: { mcp: { command: 'npx', args: ['files'], env: { HOME: '/x' } } } },
      { server: 'web', source: { mcp: { url: 'https://example.com/mcp', headers: { 'x-a': 'b' } } } },
    ]);
    expect(ofClientFile('{"servers":{"a":{"url":"http://a"}}}')).toHaveLength(1);
  });

  it.each(['{', '{}', '[]', '{"mcpServers":{}}', '{"mcpServers":{"a":{}}}', '{"mcpServers":{"a":1}}'])(
    'refuses %s with a reason',
    (text) => {
      expect(() => ofClientFile(text)).toThrow(SourceError);
    },
  );

  it('takes an OpenAPI document by address or as text', () => {
    expect(readSources('openapi', ' https://a/openapi.json ')).toEqual([
      { source: { openapi: { url: 'https://a/openapi.json' } } },
    ]);
    expect(readSources('openapi', 'openapi: 3.1.0')).toEqual([{ source: { openapi: { document: 'openapi: 3.1.0' } } }]);
    expect(() => readSources('address', '  ')).toThrow('Nothing is entered yet.');
  });
});
