/** Declares a call once for the server's routes, the console's client and the OpenAPI document. */
import type { TSchema } from 'typebox'
import type { LevelName } from '../domain/authority'

/** Who may call: everybody (`public`), or signed-in users from this level up (security 1). */
export type Access = 'public' | LevelName

type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The largest body of a public call, such as sign-in or sign-up (security 50). */
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
  /** Format of the request body; `upload` is multipart with one part `file`. `json` if absent. */
  takes?: 'json' | 'upload'
  /** Format of the response: `file` is a download, `events` are server-sent events. `json` if absent. */
  gives?: 'json' | 'file' | 'events'
  /** The response body of status 200; absent for downloads. */
  answer?: TSchema
  /** True for a POST that only reads. */
  reads?: true
  /** True for a POST that the read-only session of a wall display may call (`server.session.wallHours`). */
  onWalls?: true
  /** True for calls beyond the table of §7 (decision 22); other servers answer 404 or 405. */
  ours?: true
}

/**
 * Returns a function that declares calls of a method. It keeps the literal types of a declaration, from which the types
 * of route handlers are derived.
 */
const calls =
  <const Method extends HttpMethod>(method: Method) =>
  <const Path extends string, const Level extends Access, const Declared extends Declaration>(
    path: Path,
    access: Level,
    declaration: Declared,
  ) => ({
    method,
    path,
    access,
    ...declaration,
    ...(declaration.body && { body: closedSchema(declaration.body) }),
    ...(declaration.query && { query: closedSchema(declaration.query) }),
  })

/**
 * A copy of the schema of a body or query in which undeclared keys are errors (422, in a query 400) rather than dropped
 * (decision 40). Objects that set `additionalProperties` keep their setting.
 */
function closedSchema<Schema extends TSchema>(schema: Schema): Schema {
  const { properties, items, additionalProperties } = schema as TSchema & {
    properties?: Record<string, TSchema>
    items?: TSchema
    additionalProperties?: unknown
  }
  // Includes TypeBox's own properties, which are not enumerable.
  const copy = Object.create(Object.prototype, Object.getOwnPropertyDescriptors(schema)) as Schema
  if (properties) {
    const entries = Object.entries(properties).map(([key, property]) => [key, closedSchema(property)])
    Object.assign(copy, { properties: Object.fromEntries(entries) })
    if (additionalProperties === undefined) Object.assign(copy, { additionalProperties: false })
  }
  return items ? Object.assign(copy, { items: closedSchema(items) }) : copy
}

export const get = calls('GET')
export const post = calls('POST')
export const put = calls('PUT')
export const remove = calls('DELETE')
