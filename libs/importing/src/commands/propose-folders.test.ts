import { describe, expect, it } from '@jest/globals';
import { FakeMachine } from '../testing/fake-machine.js';
import { proposeFolders } from './propose-folders.js';

const machine = new FakeMachine()
  .has('folder', '/data')
  .has('folder', '/data/deep')
  .has('folder', '/tmp')
  .has('folder', '/usr/share/words')
  .has('folder', '/srv/assay/files')
  .has('folder', '/home/ann/notes')
  .has('folder', '/home/ann')
  .has('file', '/data/shop.db')
  .has('file', '/conf/app.yaml')
  .has('file', '/conf/list.csv')
  .has('folder', '/conf')
  .has('file', '/app/dist/server.js');

const proposed = async (values: string[]) =>
  (await proposeFolders(values, machine)).map(({ path, mode }) => `${path}:${mode}`);

describe('the folders that import proposes', () => {
  // values of arguments and environment, folders
  it.each<[string[], string[]]>([
    [['/data'], ['/data:rw']],
    [['/data', '/data/deep', '/data/'], ['/data:rw']],
    [['--root=/data'], ['/data:rw']],
    [
      ['/conf,/data', '/conf:/data'],
      ['/conf:rw', '/data:rw'],
    ],
    [['~/notes'], ['/home/ann/notes:rw']],
    [['file:///data'], ['/data:rw']],
    // A database has companion files, also before it is created.
    [['/data/shop.db'], ['/data:rw']],
    [['sqlite:/data/new.sqlite'], ['/data:rw']],
    [
      ['/conf/app.yaml', '/conf/list.csv'],
      ['/conf/app.yaml:ro', '/conf/list.csv:rw'],
    ],
    // The program's own files are part of its sandbox anyway.
    [['/app/dist/server.js'], []],
    // System folders are always there, Assay's own folder is never proposed, and a guess is never this broad.
    [['/usr/share/words', '/srv/assay/files', '/srv/assay', '/tmp', '/', '~/x.db'], []],
    [['/none', 'data', './data', '/none/x.db', ''], []],
  ])('of %j are %j', async (values, expected) => {
    expect(await proposed(values)).toEqual(expected);
  });

  it('never escape a path with dots', async () => {
    expect(await proposed(['/data/../srv/assay/admin.key', '/conf/../data'])).toEqual(['/data:rw']);
  });
});
