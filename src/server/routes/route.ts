/** Makes a route of a declared call: its method, path, shapes and level come from the contract. */
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { Endpoint } from '../../contract/endpoint'
import type { Caller } from '../caller'
import { readNumbers } from './readNumbers'

type Shape<S, None> = S extends TSchema ? Static<S> : None
type Nothing = Record<string, never>
type Of<E extends Endpoint, Key extends keyof Endpoint, None = Nothing> = Shape<
  E extends Record<Key, infer S> ? S : undefined,
  None
>

/** What a handler is given, checked against the declaration. */
export interface Call<E extends Endpoint> {
  query: Of<E, 'query'>
  params: Of<E, 'params'>
  /** Of uploads read `request.file()` instead. */
  body: E extends { takes: 'upload' } ? undefined : Of<E, 'body', undefined>
  caller: E['access'] extends 'public' ? Caller | undefined : Caller
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * What a handler answers: the declared answer, whole or as the text of it that is made while it is sent; or for downloads a stream or bytes
 * (set type and name on `reply`). The reply itself where it has been answered with.
 */
export type Answer<E extends Endpoint> =
  | (E extends { answer: infer S extends TSchema }
      ? Static<S>
      : Buffer | NodeJS.ReadableStream | ReadableStream)
  | Readable
  | FastifyReply

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Answer<E>>

/** Registers the route of a declared call. */
export function route<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
): void {
  const { method, path, access, query, params, body, takes } = endpoint
  app.route({
    method,
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { access, endpoint },
    schema: {
      ...(query && { querystring: query }),
      ...(params && { params }),
      ...(body && takes !== 'upload' && { body }),
    },
    preValidation: async request => {
      // A query is text: its numbers are read by the schema, and nothing else is bent to fit.
      if (query) request.query = readNumbers(query, request.query as Record<string, unknown>)
      if (params) request.params = readNumbers(params, request.params as Record<string, unknown>)
    },
    handler: async (request, reply) =>
      handler({
        query: request.query,
        params: request.params,
        body: takes === 'upload' ? undefined : request.body,
        caller: request.caller,
        request,
        reply,
        // Fastify has checked all of it against the schemas that the types are made of.
      } as Call<E>),
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}
