/** For tests only: fakes, builders and contract suites of importing. */
export { FakeMachine } from './fake-machine.js';
export { InMemoryMirrorStore } from './in-memory-mirror-store.js';
export { InMemoryRegistryServerStore } from './in-memory-registry-server-store.js';
export { mirrorStoreContract } from './mirror-store.contract.js';
export { registryServerStoreContract } from './registry-server-store.contract.js';
