/** Makes a route of a declared call: its method, path, shapes and level come from the contract. */
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { Endpoint } from '../../contract/endpoint'
import type { Caller } from '../caller'

type Shape<S, None> = S extends TSchema ? Static<S> : None
type Nothing = Record<string, never>
type Of<E extends Endpoint, Key extends keyof Endpoint, None = Nothing> = Shape<
  E extends Record<Key, infer S> ? S : undefined,
  None
>

/** What a handler is given, checked against the declaration. */
interface Call<E extends Endpoint> {
  query: Of<E, 'query'>
  params: Of<E, 'params'>
  /** For uploads read `request.file()` instead. */
  body: E extends { takes: 'upload' } ? undefined : Of<E, 'body', undefined>
  caller: E['access'] extends 'public' ? Caller | undefined : Caller
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * What a handler answers: the declared answer, whole or as the text of it that is made while it is sent; or for
 * downloads a stream or bytes (set type and name on `reply`). The reply itself where it has been answered with.
 */
type Answer<E extends Endpoint> =
  | (E extends { answer: infer S extends TSchema }
      ? Static<S>
      : Buffer | NodeJS.ReadableStream | ReadableStream)
  | Readable
  | FastifyReply

type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Answer<E>>

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

const NUMBER = /^-?\d{1,15}(\.\d{1,15})?(e\+?\d{1,2})?$/i

/**
 * The same values, with text made a number where the schema wants one and the text is one (`1e9` too). Empty text for
 * a number counts as not sent. What does not fit is left for the validator to refuse.
 */
export function readNumbers(schema: TSchema, values: Record<string, unknown>): Record<string, unknown> {
  const properties = (schema as { properties?: Record<string, TSchema> }).properties ?? {}
  const read: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(values)) {
    const wanted = properties[key]
    if (typeof value !== 'string' || !wanted || !isNumeric(wanted)) read[key] = value
    else if (value !== '') read[key] = NUMBER.test(value) ? Number(value) : value
  }
  return read
}

/** True for a number, an integer, or a choice of such (`ascending` is 1 or 0). */
function isNumeric(schema: TSchema): boolean {
  const { type, anyOf } = schema as { type?: string; anyOf?: TSchema[] }
  if (anyOf) return anyOf.every(isNumeric)
  return type === 'number' || type === 'integer'
}

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}
