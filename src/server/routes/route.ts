/** Registers the routes of the contract: method, path, schemas and level come from the endpoint's declaration. */
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type, { type Static, type TSchema } from 'typebox'
import type { Endpoint } from '../../contract/endpoint'
import type { Caller } from '../caller'

/** The type that a schema describes, or `None` without a schema. */
type Shape<S, None> = S extends TSchema ? Static<S> : None
type Nothing = Record<string, never>
/** The type of a part of a request (`query`, `params`, `body`) of this endpoint. */
type Of<E extends Endpoint, Key extends keyof Endpoint, None = Nothing> = Shape<
  E extends Record<Key, infer S> ? S : undefined,
  None
>

/** The argument of a handler, already validated. */
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
 * The result of a handler: the declared answer, or a stream of its JSON text; for downloads a stream or bytes (set type
 * and file name on `reply`); or `reply` if the handler has sent the response itself.
 */
type Answer<E extends Endpoint> =
  | (E extends { answer: infer S extends TSchema }
      ? Static<S>
      : Buffer | NodeJS.ReadableStream | ReadableStream)
  | Readable
  | FastifyReply

type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Answer<E>>

/** Calls of users refuse unknown parameters: a misspelt filter must not answer everything. */
const NO_QUERY = Type.Object({}, { additionalProperties: false })

/** Registers the route of an endpoint. */
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
      ...(query ? { querystring: query } : access !== 'public' && { querystring: NO_QUERY }),
      ...(params && { params }),
      ...(body && takes !== 'upload' && { body }),
    },
    preValidation: async request => {
      // Query values are strings: only numbers are converted, and only if the schema has a number.
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
        // Fastify has validated all parts against the schemas from which the types are derived.
      } as Call<E>),
  })
}

/** A decimal number with an optional positive exponent; the digits are bounded so that it stays finite. */
const NUMBER = /^-?\d{1,15}(\.\d{1,15})?(e\+?\d{1,2})?$/i

/**
 * Converts strings to numbers if the schema has a number and the string is one (`1e9` too). An empty string for a
 * number counts as absent. Other values are left for the validator to refuse.
 */
export function readNumbers(schema: TSchema, values: Record<string, unknown>): Record<string, unknown> {
  const properties = (schema as { properties?: Record<string, TSchema> }).properties ?? {}
  const read: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(values)) {
    const property = properties[key]
    if (typeof value !== 'string' || !property || !isNumeric(property)) read[key] = value
    else if (value !== '') read[key] = NUMBER.test(value) ? Number(value) : value
  }
  return read
}

/** True for a number, an integer, or a choice among numbers (`ascending` is 1 or 0). */
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
