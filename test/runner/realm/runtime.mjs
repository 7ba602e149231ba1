import Runtime from 'jest-runtime';
import { realmOf } from './realm.mjs';

/**
 * Lets `require.cache` find modules, but list none: Fastify goes through the whole list for every plugin, and Jest makes
 * an address for each ES module in it, which was a sixth of the time of a test with a server.
 */
function listNoModules({ registries }) {
  const whole = registries.getRequireCacheProxy();
  registries.requireCacheProxy = new Proxy({}, { get: (_, key) => whole[key], has: (_, key) => key in whole });
}

/** Jest's module registry, created once per realm. Jest calls this with `new`. */
export default function SharedRuntime(config, environment, ...rest) {
  const realm = realmOf(environment);
  if (realm === undefined) return new Runtime(config, environment, ...rest);
  if (realm.runtime === undefined) {
    const runtime = new Runtime(config, environment, ...rest);
    listNoModules(runtime);
    runtime.teardown = () => runtime.restoreAllMocks();
    realm.runtime = runtime;
  }
  return realm.runtime;
}
