import { describe, expect, it } from '@jest/globals';
import { checkTypes } from './check-types.js';

const check = (code: string, more: object = {}) =>
  checkTypes({
    ...{ language: 'typescript', code, input: '{ name: string }', output: '{ size: number }' },
    declarations: 'declare interface Host { files: { read(path: string): Promise<string> } }\n',
    ...more,
  });

describe('the types of a module', () => {
  it('fit the schemas, also with the host and dependencies', async () => {
    const code = `import { pad } from "pad";
export default async ({ name }: Input, host: Host): Promise<Output> => {
  const text = await host.files.read(pad(name));
  return { size: text.length };
};`;
    expect(await check(code, { modules: ['pad'] })).toEqual([]);
  });

  it('are wrong at their lines, or as a whole', async () => {
    const wrong = 'export default ({ name }: Input) => {\n  const n: number = name;\n  return { size: n };\n};';
    expect(await check(wrong)).toEqual([{ message: "Type 'string' is not assignable to type 'number'.", line: 2 }]);
    const [whole] = await check('export default ({ name }: Input) => ({ size: name });');
    expect(whole?.message).toMatch(/does not fit the schemas.*'string' is not assignable to type 'number'/s);
    expect(whole?.line).toBeUndefined();
  });

  it('see no file of this machine', async () => {
    const code = `/// <reference path="${import.meta.url.slice(7)}" />
import type { a } from ${JSON.stringify(import.meta.url.slice(7))};
export default (input: Input, host: a) => ({ size: 1 });`;
    const found = await check(code);
    expect(found.length).toBeGreaterThan(0);
    expect(JSON.stringify(found)).not.toContain('describe');
  });

  it('count in JavaScript where a name is not defined', async () => {
    const code = 'export default ({ name }) => {\n  const url = new URL(name);\n  return { size: url.missing };\n};';
    expect(await check(code, { language: 'javascript' })).toEqual([
      { message: expect.stringContaining("Cannot find name 'URL'"), line: 2 },
    ]);
  });

  it('are given up when they take too long', async () => {
    await expect(checkTypes({ language: 'typescript', code: '', input: '1', output: '1' }, 1)).rejects.toThrow(
      'in time',
    );
  });
});
