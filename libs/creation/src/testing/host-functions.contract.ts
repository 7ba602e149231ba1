import { deepEqual, equal } from 'node:assert/strict';
import { type HostFunctions, type HostRequest, noReach } from '../host/host-access.js';

export interface HostFunctionsFixture {
  readonly host: HostFunctions;
  /** A folder with the file `a.txt` that holds `A`; a file beside the folder. */
  readonly folder: string;
  readonly beside: string;
  /** A variable, whose value is `eu`. */
  readonly variable: string;
}

export interface HostFunctionsCase {
  readonly name: string;
  readonly check: (fixture: HostFunctionsFixture) => Promise<void>;
}

const asking =
  ({ host }: HostFunctionsFixture) =>
  async (name: HostRequest['name'], argument: unknown, reach: Partial<HostRequest['reach']>) => {
    const { signal } = new AbortController();
    const answer = await host.call({ name, argument, reach: { ...noReach, ...reach }, signal });
    return answer.ok ? answer.value : answer.error.code;
  };

/** What every HostFunctions promises. */
export const hostFunctionsContract: readonly HostFunctionsCase[] = [
  {
    name: 'reads files in the folders of a run, and no others',
    check: async (fixture) => {
      const ask = asking(fixture);
      const { folder, beside } = fixture;
      equal(await ask('files.read', `${folder}/a.txt`, { folders: [folder] }), 'A');
      equal(await ask('files.read', `${folder}/none.txt`, { folders: [folder] }), 'not_found');
      for (const path of [beside, '/etc/passwd']) equal(await ask('files.read', path, { folders: [folder] }), 'denied');
      equal(await ask('files.read', `${folder}/a.txt`, {}), 'denied');
      equal(await ask('files.read', 7, { folders: [folder] }), 'invalid_input');
    },
  },
  {
    name: 'reads variables of a run, and no others',
    check: async (fixture) => {
      const ask = asking(fixture);
      const { variable } = fixture;
      equal(await ask('env.get', variable, { variables: [variable] }), 'eu');
      equal(await ask('env.get', variable, {}), 'denied');
      equal(await ask('env.get', 'PATH', { variables: [variable] }), 'denied');
    },
  },
  {
    name: 'calls no host that a run does not reach',
    check: async (fixture) => {
      const ask = asking(fixture);
      const answers = [];
      for (const url of ['https://other.example.org/', 'https://api.example.org.evil.test/', 'no address'])
        answers.push(await ask('http.get', url, { hosts: ['api.example.org'] }));
      deepEqual(answers, ['denied', 'denied', 'invalid_input']);
    },
  },
];
