/** The config in force at `/config.json`, and what becomes of its changes in the log. */
import type { FastifyInstance } from 'fastify'
import { LOCALES } from '../../engine/i18n'
import type { OpenConfig } from '../config/openConfig'
import { hasTag } from '../request'

/** `GET /config.json?locale=en` for consoles that have no page of ours, and for the other language (ETag, 304). */
export function serveConfig(app: FastifyInstance, config: OpenConfig): void {
  app.get<{ Querystring: { locale?: string | string[] } }>('/config.json', async (request, reply) => {
    const { hash, app: settings } = config.current().shared
    const asked = LOCALES.find(locale => locale === request.query.locale) ?? settings.locale
    const tag = `W/"${hash}-${asked}"`
    reply.header('etag', tag).header('cache-control', 'no-cache')
    if (hasTag(request, tag)) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(config.boot(asked))
  })
  const forget = config.onOutcome(outcome => {
    if (outcome.kind === 'restored' || (outcome.kind === 'changed' && outcome.mended))
      app.log.info({ hash: outcome.hash, terminal: true }, 'config: mended, it is in force again')
    else if (outcome.kind === 'changed')
      app.log.info({ hash: outcome.hash }, 'config: the change is in force')
    else {
      app.log.error('config: the change is refused, the last good one stays in force')
      for (const line of outcome.lines) app.log.error(`config: ${line}`)
    }
  })
  app.addHook('onClose', () => {
    forget()
    config.close()
  })
}
