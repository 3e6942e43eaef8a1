/** How a call is declared: once, for the server's routes, the console's client and the OpenAPI document. */
import type { TSchema } from 'typebox'
import type { LevelName } from '../domain/authority'

/** Who may call: anybody at all, or who is signed in with at least this level (security 1). */
export type Access = 'public' | LevelName

type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The largest body of a call that anybody may make: a sign-in or a sign-up (security 50). */
export const PUBLIC_BODY_BYTES = 16_384

export interface Endpoint extends Declaration {
  method: HttpMethod
  /** With parameters in braces, as §7 writes them: `/api/clients/{id}`. */
  path: string
  access: Access
}

interface Declaration {
  /** One line for the OpenAPI document. */
  summary: string
  params?: TSchema
  query?: TSchema
  body?: TSchema
  /** `upload` bodies are multipart with one part `file`; `file` answers are a download, `events` a stream of them. */
  takes?: 'json' | 'upload'
  gives?: 'json' | 'file' | 'events'
  /** The answer of status 200; absent for downloads. */
  answer?: TSchema
  /** A question, although it has a body. */
  reads?: true
  /** True for calls beyond the table of §7 (decision 22): a server without them answers 404 or 405. */
  ours?: true
}

/** Keeps the literal types of a declaration: routes take the types of their handlers from them. */
const calls =
  <const Method extends HttpMethod>(method: Method) =>
  <const Path extends string, const Level extends Access, const Given extends Declaration>(
    path: Path,
    access: Level,
    declaration: Given,
  ) => ({
    method,
    path,
    access,
    ...declaration,
    ...(declaration.body && { body: closed(declaration.body) }),
  })

/**
 * A body in which keys that are not declared are refused, wherever an object does not say what else it takes: 422 with
 * their names, rather than dropped (decision 40).
 */
function closed<Schema extends TSchema>(schema: Schema): Schema {
  const { properties, items, additionalProperties } = schema as TSchema & {
    properties?: Record<string, TSchema>
    items?: TSchema
    additionalProperties?: unknown
  }
  // With what TypeBox keeps for itself, which is not enumerable.
  const copy = Object.create(Object.prototype, Object.getOwnPropertyDescriptors(schema)) as Schema
  if (properties) {
    const entries = Object.entries(properties).map(([key, one]) => [key, closed(one)])
    Object.assign(copy, { properties: Object.fromEntries(entries) })
    if (additionalProperties === undefined) Object.assign(copy, { additionalProperties: false })
  }
  return items ? Object.assign(copy, { items: closed(items) }) : copy
}

export const get = calls('GET')
export const post = calls('POST')
export const put = calls('PUT')
export const remove = calls('DELETE')
