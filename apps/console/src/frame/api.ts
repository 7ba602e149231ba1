import { type AnswerOf, Assay, type ItemOf, type ListRoute, type RequestParts, type RouteName } from '@assay/sdk';
import { infiniteQueryOptions, QueryClient, queryOptions } from '@tanstack/react-query';

let csrfToken: string | undefined;

/** The token that requests with effects carry besides the session's cookie. */
export const setCsrfToken = (token: string | undefined): void => {
  csrfToken = token;
};

const changes = (method: string | undefined): boolean => method !== undefined && !/^(?:GET|HEAD)$/i.test(method);

/** `fetch` with what a session needs. The browser adds the cookie by itself. */
export const sessionFetch: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers);
  if (csrfToken !== undefined && changes(init?.method)) headers.set('x-assay-csrf', csrfToken);
  return fetch(input, { ...init, headers, redirect: 'error' });
};

/** The client of the server that these pages came from. */
export const assay = new Assay({ url: window.location.origin, fetch: sessionFetch, userAgent: 'assay-console' });

const permanent = new Set(['not_found', 'unauthenticated', 'forbidden', 'invalid_request', 'revoked']);

/** A failure that another try does not change. */
const isPermanent = (error: Error): boolean => 'code' in error && permanent.has(String(error.code));

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, retry: (count, error) => count < 2 && !isPermanent(error) },
  },
});

/** A route's answer, kept by the route's name and the request's parts. */
export const apiQuery = <R extends RouteName>(route: R, parts: RequestParts<R> = {}) =>
  queryOptions<AnswerOf<R>>({
    queryKey: [route, parts],
    queryFn: ({ signal }) => assay.request(route, parts, { signal }),
  });

interface ListPage<R extends RouteName> {
  readonly items: readonly ItemOf<R & ListRoute>[];
  readonly nextCursor: string | null;
}

/** Reads again what pages show of these routes. */
export const readAgain = (routes: readonly RouteName[]): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => routes.some((route) => route === queryKey[0]) });

/** A list of the API, page by page. */
export const apiList = <R extends ListRoute>(route: R, parts: RequestParts<R> = {}) =>
  infiniteQueryOptions({
    queryKey: [route, 'pages', parts],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ signal, pageParam }): Promise<ListPage<R> & AnswerOf<R>> => {
      const query = { ...(parts.query as object | undefined), ...(pageParam !== undefined && { cursor: pageParam }) };
      const answer = await assay.request(route, { ...parts, query } as RequestParts<R>, { signal });
      return answer as ListPage<R> & AnswerOf<R>;
    },
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
