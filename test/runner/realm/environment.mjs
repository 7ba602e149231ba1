import { TestEnvironment } from 'jest-environment-node';
import { realmFor } from './realm.mjs';

/** A function that gives the process of an environment back its variables and its exit, which Jest wraps per file. */
function restorerOf({ process }) {
  const { env, exit } = process;
  const variables = { ...env };
  return () => {
    for (const name of Object.keys(env)) if (!(name in variables)) delete env[name];
    Object.assign(env, variables);
    Object.assign(process, { env, exit });
  };
}

/** Jest's Node environment, created once per realm. Jest calls this with `new`. */
export default function SharedEnvironment(config, context) {
  const realm = realmFor(config, context);
  if (realm === undefined) return new TestEnvironment(config, context);
  if (realm.environment === undefined) {
    realm.environment = new TestEnvironment(config, context);
    realm.environment.teardown = async () => undefined;
    realm.restore = restorerOf(realm.environment.global);
  }
  realm.restore();
  return realm.environment;
}
