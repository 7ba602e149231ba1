import { Refusal } from '@assay/kit';
import type { RoleRequest } from './role-request.js';

export async function createMongoRole({ url, name, purpose }: RoleRequest, password: string): Promise<void> {
  const { MongoClient } = await import('mongodb');
  const client = new MongoClient(url, { serverSelectionTimeoutMS: 10_000 });
  try {
    const database = client.db();
    const roles = [{ role: purpose === 'writer' ? 'readWrite' : 'read', db: database.databaseName }];
    const { users } = await database.command({ usersInfo: name });
    const known = Array.isArray(users) && users.length > 0;
    await database.command(
      known ? { updateUser: name, pwd: password, roles } : { createUser: name, pwd: password, roles },
    );
  } catch (error) {
    throw new Refusal(
      `MongoDB did not create the user (${String((error as { codeName?: unknown }).codeName)}): use the address of an administrator.`,
    );
  } finally {
    await client.close();
  }
}
