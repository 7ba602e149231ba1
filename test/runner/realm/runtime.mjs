import Runtime from 'jest-runtime';
import { realmOf } from './realm.mjs';

/** Jest's module registry, created once per realm. Jest calls this with `new`. */
export default function SharedRuntime(config, environment, ...rest) {
  const realm = realmOf(environment);
  if (realm === undefined) return new Runtime(config, environment, ...rest);
  if (realm.runtime === undefined) {
    const runtime = new Runtime(config, environment, ...rest);
    runtime.teardown = () => runtime.restoreAllMocks();
    realm.runtime = runtime;
  }
  return realm.runtime;
}
