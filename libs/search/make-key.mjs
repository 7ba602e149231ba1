// Makes the key with which Assay uses a Meilisearch server, and writes it to a file: of Assay's two indexes, and with no
// more rights than docs/decisions/0026-search-engine-outside.md lists. Run again, it finds the key that is there.
//
//   MEILI_URL=http://meilisearch:7700 MEILI_MASTER_KEY=… node libs/search/make-key.mjs <file>
import { writeFileSync } from 'node:fs';

export const uid = '6d1f6d0e-3c5b-4e57-9b1a-a55a75ea4c40';

const wanted = {
  uid,
  name: 'Assay',
  description: 'What Assay searches with and keeps its index with',
  actions: [
    'search',
    'documents.add',
    'documents.get',
    'documents.delete',
    'indexes.create',
    'indexes.delete',
    'indexes.swap',
    'settings.update',
    'stats.get',
    'tasks.get',
  ],
  indexes: ['assay_tools', 'assay_tools_next'],
  expiresAt: null,
};

const { MEILI_URL: url, MEILI_MASTER_KEY: masterKey } = process.env;
const [file] = process.argv.slice(2);

async function ask(method, path, body) {
  const answer = await fetch(new URL(path, url), {
    method,
    headers: { authorization: `Bearer ${masterKey}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const found = text === '' ? {} : JSON.parse(text);
  if (!answer.ok && answer.status !== 404)
    throw new Error(`${method} ${path}: ${answer.status} ${found.message ?? ''}`);
  return answer.ok ? found : undefined;
}

const sorted = (values) => JSON.stringify([...values].sort());
const isWanted = ({ actions, indexes }) =>
  sorted(actions) === sorted(wanted.actions) && sorted(indexes) === sorted(wanted.indexes);

/**
 * A key's rights cannot be changed: one with other rights, of an older version of Assay, is recreated. So is one that
 * is only shown at its creation; its value stays the same, since it is derived from the uid and the master key.
 */
async function makeKey() {
  const there = await ask('GET', `/keys/${uid}`);
  if (there?.key !== undefined && isWanted(there)) return there.key;
  if (there !== undefined) await ask('DELETE', `/keys/${uid}`);
  return (await ask('POST', '/keys', wanted)).key;
}

if (url === undefined || masterKey === undefined || file === undefined) {
  console.error('Usage: MEILI_URL=… MEILI_MASTER_KEY=… node libs/search/make-key.mjs <file>');
  process.exitCode = 2;
} else {
  try {
    writeFileSync(file, await makeKey(), { mode: 0o600 });
    console.log(`The key is in ${file}.`);
  } catch (error) {
    console.error(`No key was made: ${error.cause?.message ?? error.message}`);
    process.exitCode = 1;
  }
}
