import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
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

/** Begins a file in a realm that may have run others: the state of jest-circus is that of a first file. */
function begin(realm, runtime, global) {
  realm.circus ??= prepared(runtime, global);
  global[realm.circus.stateKey] = freshState(realm.circus.pristine);
  global[handlersKey].splice(0, Infinity, ...realm.circus.handlers);
  delete global[timeoutKey];
}

/** Forgets the module of a file, and with it what its variables refer to, such as a whole server. */
const end = ({ registries }, testPath) => registries.esModuleRegistry.delete(pathToFileURL(testPath).href);

/** Runs one file with jest-circus. */
export default async function runFile(globalConfig, config, environment, runtime, testPath, sendMessage) {
  const run = () => circus(globalConfig, config, environment, runtime, testPath, sendMessage);
  const realm = realmOf(environment);
  if (realm === undefined) return run();
  begin(realm, runtime, environment.global);
  try {
    return await run();
  } finally {
    end(runtime, testPath);
  }
}
