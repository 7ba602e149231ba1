import { describe, expect, it } from '@jest/globals';
import { hostUsesOf } from './host-uses.js';
import { treeOf } from './syntax-tree.js';

function usesOf(code: string) {
  const tree = treeOf(code);
  if (typeof tree === 'string') throw new Error(tree);
  const { uses, unclear } = hostUsesOf(tree);
  return { names: [...new Set(uses.map(({ name }) => name))].sort(), unclear: unclear.length };
}

describe('the functions of the host that code uses', () => {
  it.each([
    ['by their names', 'export default async (i, host) => host.files.read(i.path)', ['files.read']],
    [
      'under another name',
      'export default async (i, h) => [h.env.get("A"), h["http"]["get"](i.url)]',
      ['env.get', 'http.get'],
    ],
    ['in an optional chain', 'export default (i, host) => host?.http?.send({})', ['http.send']],
    ['taken apart', 'export default (i, { files: { read }, env }) => read(i.p)', ['env.get', 'files.read']],
    [
      'taken apart later',
      'export default (i, host) => { const { http } = host; return http.get(i.u); }',
      ['http.get', 'http.send'],
    ],
    [
      'as a group',
      'export default (i, host) => { const f = host.files; return f.read(i.p); }',
      ['files.list', 'files.read'],
    ],
    ['in a function below', 'export default (i, host) => [1].map(() => host.files.list("/"))', ['files.list']],
    [
      'by a function with a name',
      'async function run(i, host) { return host.env.get("A") }\nexport default run;',
      ['env.get'],
    ],
    ['by a constant', 'const run = (i, host = {}) => host.env.get("A");\nexport default run;', ['env.get']],
  ])('are found %s', (_how, code, names) => expect(usesOf(code)).toEqual({ names, unclear: 0 }));

  it.each([
    ['text and comments', 'export default (i, host) => "host.files.read()" // host.http.get()'],
    ['a variable of the same name elsewhere', 'const host = { files: 1 }; export default (i) => host.files'],
    ['a member of something else', 'export default (i, host) => i.host.files'],
    ['a key', 'export default (i, host) => ({ host: 1 })'],
    ['the arguments of another function', 'export default (i) => (function () { return arguments[1] })(1, 2)'],
  ])('are not %s', (_what, code) => expect(usesOf(code)).toEqual({ names: [], unclear: 0 }));

  it.each([
    ['the host passed on', 'const use = (h) => h.http.get(1); export default (i, host) => use(host)'],
    ['a computed group', 'export default (i, host) => host[i.group].read("/")'],
    ['a rest', 'export default (i, { files, ...rest }) => rest'],
    ['an unknown function', 'export default (i, host) => host.files.write("/", "")'],
    ['an unknown group', 'export default (i, host) => host.shell.run("ls")'],
    ['the arguments', 'export default function () { return arguments[1].files.read("/") }'],
    ['a shorthand', 'export default (i, host) => ({ host })'],
  ])('are unclear with %s', (_what, code) => expect(usesOf(code).unclear).toBeGreaterThan(0));
});
