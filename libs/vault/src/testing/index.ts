/** For tests only: fakes, builders and contract suites of vault. */
export { aConnectedServer, aConnection, aToolWith, connectionToken, plainSealer } from './connection-samples.js';
