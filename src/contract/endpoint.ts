/** How a call is declared: once, for the server's routes, the console's client and the OpenAPI document. */
import type { TSchema } from 'typebox'
import type { LevelName } from '../domain/authority'

/** Who may call: anybody at all, or who is signed in with at least this level (security.md 1). */
export type Access = 'public' | LevelName

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The largest body of a call that anybody may make: a sign-in or a sign-up (security.md 50). */
export const PUBLIC_BODY_BYTES = 16_384

export interface Endpoint {
  method: Method
  /** With parameters in braces, as §7 writes them: `/api/clients/{id}`. */
  path: string
  access: Access
  summary: string
  params?: TSchema
  query?: TSchema
  body?: TSchema
  /** `upload` bodies are multipart with one part `file`; `file` answers are a download. */
  takes?: 'json' | 'upload'
  gives?: 'json' | 'file'
  /** The answer of status 200; absent for downloads. */
  answer?: TSchema
  /** A question, although it has a body. */
  reads?: true
  /** True for calls beyond the table of §7 (decision 22): a server without them answers 404 or 405. */
  ours?: true
}

/** Keeps the literal types of a declaration. */
export const endpoint = <const E extends Endpoint>(declaration: E): E => declaration
