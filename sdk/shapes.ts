import type { Endpoint, EndpointInput } from '../contract/endpoint.ts';
import type { Call, CallOptions } from './transport.ts';

// The shapes of a call, so that nobody writes { params: { id }, body } by hand.

/** A query string is text; a caller may give numbers and flags as such. */
type Given<Query> = { [Name in keyof Query]: Query[Name] | number | boolean };

export const withBody =
  <Body, Out, Reply>(call: Call, endpoint: Endpoint<{ body: Body } & EndpointInput, Out, Reply>) =>
  (body: Body, options?: CallOptions): Promise<Reply> =>
    call(endpoint, { body }, options);

export const withQuery =
  <Query, Out, Reply>(call: Call, endpoint: Endpoint<{ query: Query } & EndpointInput, Out, Reply>) =>
  (query: Given<Query>, options?: CallOptions): Promise<Reply> =>
    call(endpoint, { query: query as Query }, options);

export const withId =
  <Out, Reply>(call: Call, endpoint: Endpoint<{ params: { id: string } } & EndpointInput, Out, Reply>) =>
  (id: string, options?: CallOptions): Promise<Reply> =>
    call(endpoint, { params: { id } }, options);

export const withIdAndBody =
  <Body, Out, Reply>(
    call: Call,
    endpoint: Endpoint<{ params: { id: string }; body: Body } & EndpointInput, Out, Reply>,
  ) =>
  (id: string, body: Body, options?: CallOptions): Promise<Reply> =>
    call(endpoint, { params: { id }, body }, options);

export const withIdAndQuery =
  <Query, Out, Reply>(
    call: Call,
    endpoint: Endpoint<{ params: { id: string }; query: Query } & EndpointInput, Out, Reply>,
  ) =>
  (id: string, query: Given<Query>, options?: CallOptions): Promise<Reply> =>
    call(endpoint, { params: { id }, query: query as Query }, options);

interface Page {
  data: unknown[];
  cursor?: string | undefined;
}

/** Every item of a list that is answered in pages, one after another. */
export const everyItem = <Query, Out, Reply extends Page, Item extends Reply['data'][number]>(
  call: Call,
  endpoint: Endpoint<{ query: Query } & EndpointInput, Out, Reply>,
) =>
  async function* each(query: Given<Query>, options?: CallOptions): AsyncGenerator<Item> {
    let cursor: string | undefined;
    do {
      const page = await call(endpoint, { query: { limit: 100, ...query, cursor } as Query }, options);
      yield* page.data as Item[];
      cursor = page.cursor;
    } while (cursor !== undefined);
  };
