import { FakeClock } from '@assay/kernel/testing';
import { EmbedMissing } from '../embedding/embed-missing.js';
import type { EmbeddingChange } from '../embedding/embedding-store.js';
import { embeddingText } from '../embedding/embedding-text.js';
import { ToolVectors } from '../embedding/tool-vectors.js';
import type { ToolDocument } from '../tool-index.js';
import { FakeEmbedder } from './fake-embedder.js';
import { InMemoryEmbeddingStore } from './in-memory-embedding-store.js';
import { aDocument } from './index-suite/contract-case.js';

/** A few tools in memory, their vectors, and the job that makes these. */
export function smallEmbedding(charactersADay = 1_000_000) {
  const clock = new FakeClock();
  const embedder = new FakeEmbedder();
  const changes: EmbeddingChange[] = [];
  const store = new InMemoryEmbeddingStore((reports) => void changes.push(...reports));
  const documents = new Map<string, ToolDocument>();
  const secret = new Set<string>();
  const tools = {
    mayLeave: (id: string) => documents.has(id) && !secret.has(id),
    textOf: (id: string) => {
      const document = secret.has(id) ? undefined : documents.get(id);
      return document && { ...embeddingText(document), organisationId: 'org-acme' };
    },
  };
  const vectors = new ToolVectors(embedder, store, tools);
  /** How many pauses there were between batches, and what happens in them. */
  const pausing = { pauses: 0, during: (): void => undefined };
  const pause = async () => {
    pausing.pauses += 1;
    pausing.during();
  };
  const newJob = () => new EmbedMissing({ embedder, store, vectors, tools, clock, pause, charactersADay });
  const add = (id: string, description = `Does ${id}`) => {
    const document = aDocument(id, { name: id.slice(2), title: '', description, capabilities: [], parameters: [] });
    documents.set(id, document);
    return document;
  };
  return {
    ...{ clock, embedder, store, vectors, documents, secret, changes, newJob },
    job: newJob(),
    add,
    /** As the projection does with what changed. */
    attach: (...ids: string[]) => vectors.attach(ids.flatMap((id) => documents.get(id) ?? [])),
    pausing,
  };
}
