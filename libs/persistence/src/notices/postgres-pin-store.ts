import type { Pin, PinStore } from '@assay/registry';
import type pg from 'pg';

interface Row {
  readonly organisation_id: string;
  readonly principal_id: string;
  readonly name: string;
  readonly range: string;
  readonly note: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const columns = `organisation_id, principal_id, namespace || '/' || tool AS name, range, note, created_at, updated_at`;

const toPin = (row: Row): Pin => ({
  organisationId: row.organisation_id,
  principalId: row.principal_id,
  tool: row.name,
  range: row.range,
  note: row.note,
  createdAt: row.created_at.getTime(),
  updatedAt: row.updated_at.getTime(),
});

/** Pins in PostgreSQL. A foreign key keeps them on tools that are renamed. */
export class PostgresPinStore implements PinStore {
  constructor(private readonly pool: pg.Pool) {}

  async put(pin: Pin): Promise<Pin | undefined> {
    const { rows } = await this.pool.query<Row>(
      `INSERT INTO pins (organisation_id, principal_id, namespace, tool, range, note, created_at, updated_at)
       SELECT $1, $2, tools.namespace, tools.name, $5, $6, $7, $8 FROM tools WHERE tools.namespace = $3 AND tools.name = $4
       ON CONFLICT (principal_id, namespace, tool)
       DO UPDATE SET range = excluded.range, note = excluded.note, updated_at = excluded.updated_at
       RETURNING ${columns}`,
      [
        pin.organisationId,
        pin.principalId,
        ...splitTool(pin.tool),
        pin.range,
        pin.note,
        new Date(pin.createdAt),
        new Date(pin.updatedAt),
      ],
    );
    return rows[0] && toPin(rows[0]);
  }

  async remove(principalId: string, tool: string): Promise<Pin | undefined> {
    const { rows } = await this.pool.query<Row>(
      `DELETE FROM pins WHERE principal_id = $1 AND namespace = $2 AND tool = $3 RETURNING ${columns}`,
      [principalId, ...splitTool(tool)],
    );
    return rows[0] && toPin(rows[0]);
  }

  async list(principalId: string): Promise<readonly Pin[]> {
    const { rows } = await this.pool.query<Row>(
      `SELECT ${columns} FROM pins WHERE principal_id = $1 ORDER BY (namespace || '/' || tool) COLLATE "C"`,
      [principalId],
    );
    return rows.map(toPin);
  }
}

/** `ns/tool` as its two columns. */
export function splitTool(tool: string): [namespace: string, name: string] {
  const slash = tool.indexOf('/');
  return [tool.slice(0, slash), tool.slice(slash + 1)];
}
