import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../frame/api.js';
import { Awaited, Empty } from '../frame/states.js';
import { KitCard } from '../publishing/kit-card.js';

/** Tools that ship, with what each kit may do. */
export function Kits() {
  const query = useQuery(apiQuery('listKits', { query: { limit: 100 } }));
  return (
    <Awaited query={query}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty title="This installation has no kits.">They are chosen with the setting ASSAY_KITS.</Empty>
        ) : (
          <ul className="plain-list tool-list">
            {items.map((kit) => (
              <KitCard key={kit.name} kit={kit} />
            ))}
          </ul>
        )
      }
    </Awaited>
  );
}
