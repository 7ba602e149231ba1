/** Fills a collection; waits for a server that is starting. */
export async function insertDocuments(
  url: string,
  collection: string,
  documents: readonly Record<string, unknown>[],
): Promise<void> {
  const { MongoClient } = await import('mongodb');
  const client = new MongoClient(url, { serverSelectionTimeoutMS: 20_000 });
  try {
    await client
      .db()
      .collection(collection)
      .insertMany([...documents]);
  } finally {
    await client.close();
  }
}
