import type { MultilingualEmbedder } from '@assay/discovery';

/**
 * The table of other languages, where its package is installed; undefined otherwise. The package is optional, because
 * it is larger than everything else of Assay together. The table is read at the first query that needs it.
 */
export async function multilingualEmbedder(
  load: () => Promise<typeof import('@assay/meaning-multilingual')> = () => import('@assay/meaning-multilingual'),
): Promise<MultilingualEmbedder | undefined> {
  try {
    const { embedMultilingual, loadMultilingualTable, multilingualFacts } = await load();
    return {
      ...multilingualFacts,
      embed: async (text) => embedMultilingual(text, await loadMultilingualTable()),
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}
