/** Parses JSON bodies. */
import type { FastifyInstance } from 'fastify'
import { isNestedBeyond } from '../../domain/nesting'
import { isStorable } from '../../domain/typed'
import { Refusal } from '../refusal'

/** More than any record needs. Recursion over a body (as in JSON.stringify) must not overflow the stack. */
const MAX_DEPTH = 100

/** The escapes with which JSON can contain a NUL or a surrogate. */
const SUSPECT_ESCAPE = /\\u(?:0000|d[89a-f])/i

/**
 * Parses JSON bodies. An empty body counts as none: many clients send the content type without a body, for example to
 * log out. Refuses bodies that are nested too deeply (400), and texts that the database cannot store (422).
 */
export function parseJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') return done(null, undefined)
    if (isNestedBeyond(MAX_DEPTH, text)) return done(new Refusal(400, 'tooDeep'))
    parse(request, text, (error, body) => {
      const path = !error && SUSPECT_ESCAPE.test(text) ? unstorablePath(body) : undefined
      if (path === undefined) return done(error, body)
      const field = path.join('.')
      done(new Refusal(422, 'invalidFields', { field }, { errors: { [field]: 'field.characters' } }))
    })
  })
}

/** The path of the first text with a NUL or a lone surrogate, or of the object with such a key; `undefined` if none. */
function unstorablePath(value: unknown): string[] | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : []
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, entry] of Object.entries(value)) {
    if (!isStorable(key)) return []
    const rest = unstorablePath(entry)
    if (rest) return [key, ...rest]
  }
  return undefined
}
