import { createTestDatabase, type TestDatabase } from '@assay/persistence';
import { afterEach, beforeEach } from '@jest/globals';
import { sharedInstallation } from '../fixtures/shared-installation.js';
import { Installation } from './installation.js';

/** Two replicas of one installation for each test of a file, each in a home of its own over the same new database. */
export function twoHomes(more: Readonly<Record<string, string>> = {}): readonly [Installation, Installation] {
  const homes: Installation[] = [];
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
    const environment = { ...sharedInstallation(database), ...more };
    homes.push(new Installation(environment), new Installation(environment));
  });
  afterEach(async () => {
    for (const home of homes.splice(0)) await home.remove();
    await database.drop();
  });
  return homes as [Installation, Installation];
}
