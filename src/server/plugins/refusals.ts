/** Who asks for what they may not do is remembered (issue 11). */
import type { FastifyInstance } from 'fastify'
import { rememberRefusal } from '../commands/history'
import type { Deps } from '../deps'
import { Refusal } from '../refusal'

export function rememberRefusals(app: FastifyInstance, { db }: Pick<Deps, 'db'>): void {
  app.addHook('onError', async (request, _reply, error: unknown) => {
    const { caller, method } = request
    if (!caller || !(error instanceof Refusal) || error.status !== 403) return
    // The refusal is answered, whatever becomes of its row.
    await rememberRefusal(db, caller, `${method} ${request.routeOptions.url}`).catch((err: unknown) =>
      request.log.warn({ err }, 'history: a refusal was not written'),
    )
  })
}
