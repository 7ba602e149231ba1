import type { RatingView } from '@assay/sdk';
import { Button, Group, Rating, Stack, Text, Textarea, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery, assay, queryClient } from '../frame/api.js';
import { useSession } from '../frame/session.js';
import { Awaited, Empty, Failure } from '../frame/states.js';
import { partsOf } from './tool-name.js';

const One = ({ rating }: { readonly rating: RatingView }) => (
  <li className="card">
    <Group gap="xs">
      <Rating value={rating.stars} readOnly aria-label={`${rating.stars} of 5 stars`} />
      <Text size="sm" c="dimmed">
        {rating.by ?? 'somebody'} of {rating.organisation}, {rating.at.slice(0, 10)}
      </Text>
    </Group>
    {rating.comment === null ? null : <Text className="outside-text">{rating.comment}</Text>}
  </li>
);

function RateForm({ tool }: { readonly tool: string }) {
  const [stars, setStars] = useState(0);
  const [comment, setComment] = useState('');
  const rate = useMutation({
    mutationFn: () => assay.tools.rate(tool, { stars, ...(comment.trim() !== '' && { comment: comment.trim() }) }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['listRatings'] }),
  });
  return (
    <Stack gap="xs" className="card">
      <Text size="sm">Your rating (for tools that you have called; your latest counts)</Text>
      <Rating value={stars} onChange={setStars} aria-label="Your rating" getSymbolLabel={(value) => `${value} of 5`} />
      <Textarea
        label="Comment"
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
        maxLength={1_000}
      />
      {rate.error === null ? null : <Failure error={rate.error} />}
      <Group>
        <Button size="xs" disabled={stars === 0} loading={rate.isPending} onClick={() => rate.mutate()}>
          Rate
        </Button>
      </Group>
    </Stack>
  );
}

/** What callers say of a tool. */
export function Ratings({ tool }: { readonly tool: string }) {
  const session = useSession();
  const query = useQuery(apiQuery('listRatings', { path: partsOf(tool), query: { limit: 20 } }));
  return (
    <section aria-labelledby="ratings">
      <Title order={2} size="h4" id="ratings" mb="xs">
        Ratings
      </Title>
      <Awaited query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="Nobody has rated it yet." />
          ) : (
            <ul className="plain-list tool-list">
              {items.map((rating) => (
                <One key={`${rating.organisation} ${rating.by} ${rating.at}`} rating={rating} />
              ))}
            </ul>
          )
        }
      </Awaited>
      {session.signedIn ? <RateForm tool={tool} /> : null}
    </section>
  );
}
