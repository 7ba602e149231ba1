import { createRequire } from 'node:module';
import runner from 'jest-circus/runner';
import { realmOf } from './realm.mjs';

const circus = runner.default ?? runner;
const { resolve } = createRequire(createRequire(import.meta.url).resolve('jest-circus/runner'));
const initializer = resolve('./jestAdapterInit');

const handlersKey = Symbol.for('EVENT_HANDLERS');
const timeoutKey = Symbol.for('TEST_TIMEOUT_SYMBOL');

/** What jest-circus collects for a file. Everything else in its state are settings. */
function emptied(value) {
  if (Array.isArray(value)) return [];
  const kind = Object.prototype.toString.call(value);
  if (kind === '[object Map]') return new Map();
  if (kind === '[object WeakMap]') return new WeakMap();
  return value;
}

const copyOf = (state) => Object.fromEntries(Object.entries(state).map(([name, value]) => [name, emptied(value)]));

/** A state as jest-circus creates it, from one in which no test has been declared yet. */
function freshState(pristine) {
  const rootDescribeBlock = copyOf(pristine.rootDescribeBlock);
  return { ...copyOf(pristine), rootDescribeBlock, currentDescribeBlock: rootDescribeBlock };
}

/** Loads jest-circus into the realm, and keeps how it looks before the first file. */
function prepared(runtime, global) {
  runtime.requireInternalModule(initializer);
  const stateKey = Object.getOwnPropertySymbols(global).find((key) => key.description === 'JEST_STATE_SYMBOL');
  if (stateKey === undefined) throw new Error('This version of jest-circus keeps its state elsewhere.');
  return { stateKey, pristine: freshState(global[stateKey]), handlers: [...global[handlersKey]] };
}

/** jest-circus for one file of a realm that may have run others: its state is that of a first file. */
export default async function runFile(globalConfig, config, environment, runtime, testPath, sendMessage) {
  const realm = realmOf(environment);
  if (realm !== undefined) {
    const { global } = environment;
    realm.circus ??= prepared(runtime, global);
    global[realm.circus.stateKey] = freshState(realm.circus.pristine);
    global[handlersKey].splice(0, Infinity, ...realm.circus.handlers);
    delete global[timeoutKey];
  }
  return circus(globalConfig, config, environment, runtime, testPath, sendMessage);
}
