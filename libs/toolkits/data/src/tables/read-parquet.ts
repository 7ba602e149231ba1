import { Refusal } from '@assay/kit';
import { chosenColumns } from './chosen-columns.js';
import type { TablePart, TableRows } from './table-part.js';

/** Bytes that the chosen columns may have when they are decompressed. */
const maxUncompressed = 128 * 1024 * 1024;

/** Reads rows of a Parquet file. Sizes are checked in its footer before a page is decompressed. */
export async function readParquet(bytes: Uint8Array, { columns, offset, limit }: TablePart): Promise<TableRows> {
  const { parquetMetadata, parquetReadObjects, parquetSchema } = await import('hyparquet');
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  try {
    const metadata = parquetMetadata(file);
    const names = parquetSchema(metadata).children.map((it) => it.element.name);
    const chosen = chosenColumns(names, columns);
    requireSmall(metadata, chosen);
    const totalRows = Number(metadata.num_rows);
    const { compressors } = await import('hyparquet-compressors');
    const rows = await parquetReadObjects({
      ...{ file, metadata, compressors, columns: [...chosen] },
      ...{ rowStart: Math.min(offset, totalRows), rowEnd: Math.min(offset + limit, totalRows) },
    });
    return { columns: chosen, rows, totalRows };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(`The Parquet file cannot be read: ${(error as Error).message.slice(0, 200)}.`);
  }
}

interface Sizes {
  readonly row_groups: readonly {
    readonly columns: readonly {
      readonly meta_data?: { readonly path_in_schema: readonly string[]; readonly total_uncompressed_size: bigint };
    }[];
  }[];
}

function requireSmall({ row_groups: groups }: Sizes, chosen: readonly string[]): void {
  const sizes = groups.flatMap((group) =>
    group.columns.flatMap(({ meta_data: it }) =>
      it !== undefined && chosen.includes(it.path_in_schema[0] ?? '') ? [Number(it.total_uncompressed_size)] : [],
    ),
  );
  const total = sizes.reduce((sum, it) => sum + it, 0);
  if (!(total <= maxUncompressed))
    throw new Refusal(
      `The columns have ${total} bytes when decompressed; at most ${maxUncompressed}. Choose fewer columns.`,
    );
}
