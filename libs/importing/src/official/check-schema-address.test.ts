import { describe, expect, it } from '@jest/globals';
import { checkSchemaAddress, currentSchema } from './check-schema-address.js';

const of = (version: string) => `https://static.modelcontextprotocol.io/schemas/${version}/server.schema.json`;
const check = ($schema: string | undefined) =>
  checkSchemaAddress($schema === undefined ? {} : { $schema }).map(({ severity, reference }) => [severity, reference]);

describe('the schema address of a server.json', () => {
  it('accepts the current schema', () => expect(check(of(currentSchema))).toEqual([]));

  it.each([
    [undefined, 'error', 'schema-required'],
    [of('2025-10-17'), 'warning', 'schema-not-current'],
    [of('2025-07-09'), 'error', 'unknown-schema'],
    [of('2031-01-01'), 'error', 'unknown-schema'],
    [`http${of(currentSchema).slice('https'.length)}`, 'error', 'unknown-schema'],
    [`${of(currentSchema)}?a`, 'error', 'unknown-schema'],
  ])('reports %s as %s %s', (address, severity, reference) => {
    expect(check(address)).toEqual([[severity, reference]]);
  });

  it('explains why the schema with snake_case members is refused', () => {
    expect(checkSchemaAddress({ $schema: of('2025-07-09') })[0]?.message).toContain('snake_case');
  });
});
