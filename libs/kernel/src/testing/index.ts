/** For tests only: fakes, builders and contract suites of kernel. */
export { anEnvelope } from './an-envelope.js';
export { auditLogContract } from './audit-log.contract.js';
export { FakeSigner, fakeSignature } from './fake-signer.js';
export { FakeClock, FakeRandom } from './fake-system.js';
export { hashedVector, type Synonyms } from './hashed-vector.js';
export { InMemoryAuditLog } from './in-memory-audit-log.js';
export { InMemoryDurableRuns } from './in-memory-durable-runs.js';
export { InMemoryJobs, InMemoryQueue } from './in-memory-jobs.js';
export { InMemoryNotices } from './in-memory-notices.js';
export { InMemoryReplicaRegister } from './in-memory-replica-register.js';
export { InMemoryRunJournal, JournalRows } from './in-memory-run-journal.js';
export { jobsContract } from './jobs.contract.js';
export { ManualJobs } from './manual-jobs.js';
export { replicaRegisterContract } from './replica-register.contract.js';
export { runJournalContract } from './run-journal.contract.js';
export { TurnClock } from './turn-clock.js';
