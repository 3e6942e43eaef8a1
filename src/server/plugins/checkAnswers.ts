/** For tests only (decision 51): a response that does not match the contract is a failure of the server. */
import type { FastifyInstance } from 'fastify'
import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'

const compiled = new WeakMap<TSchema, Validator>()

export function checkAnswers(app: FastifyInstance): void {
  app.addHook('preSerialization', async (request, reply, payload) => {
    const schema = request.routeOptions.config.endpoint?.answer
    if (!schema || reply.statusCode !== 200) return payload
    if (!compiled.has(schema)) compiled.set(schema, Compile(schema))
    // As the console receives it: a Date is a string.
    const sent: unknown = JSON.parse(JSON.stringify(payload))
    const [error] = compiled.get(schema)!.Errors(sent)
    if (error) throw new Error(`${request.method} ${request.url}: ${error.instancePath} ${error.message}`)
    return payload
  })
}
