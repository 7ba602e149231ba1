import type { RegistryServerView } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import { startHouse } from '../e2e/house.js';
import { hasNginx, startNginx } from './nginx.js';
import { aServerJson, RegistryClient } from './registry-client.js';

const here = hasNginx ? describe : describe.skip;

here(hasNginx ? 'behind nginx' : 'behind nginx, which is not installed here', () => {
  it('names with %2F and versions with a plus are found, however nginx hands them on', async () => {
    const house = await startHouse();
    const nginx = await startNginx(house.url);
    try {
      await house.admin.post('/v1/namespaces', { name: 'com.example' });
      const version = '1.0.0+2013.04.01';
      for (const base of [nginx.keeping, nginx.decoding]) {
        const client = new RegistryClient(base, house.adminKey);
        const name = base === nginx.keeping ? 'com.example/keeping' : 'com.example/decoding';
        expect((await client.publish(aServerJson({ name, version }))).status).toBe(200);
        for (const path of [encodeURIComponent(name), name]) {
          for (const written of ['latest', encodeURIComponent(version), version]) {
            const found = await client.get<RegistryServerView>(`/v0.1/servers/${path}/versions/${written}`);
            expect([base, path, written, found.status, found.body.server?.version]).toEqual([
              base,
              path,
              written,
              200,
              version,
            ]);
          }
        }
        expect((await client.setStatus(name, version, { status: 'deleted' })).status).toBe(200);
      }
    } finally {
      await nginx.stop();
      await house.stop();
    }
  });
});
