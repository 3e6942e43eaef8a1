/** Serves the active config at `/config.json`, and logs whether a changed config was accepted. */
import type { FastifyInstance } from 'fastify'
import type { Locale } from '../../engine/compiled'
import { LOCALES, type PageData } from '../../engine/i18n'
import { type OpenConfig, problemLines } from '../config/openConfig'
import { hasTag } from '../request'
import { providerStates, type SocialSettings } from '../social/settings'

/** The content of the page and of `/config.json`: the config, and which providers are configured in the environment. */
export const bootFor = (config: OpenConfig, env: SocialSettings, ...locales: Locale[]): PageData => ({
  ...config.boot(...locales),
  social: Object.fromEntries(
    providerStates(config.current().shared.app, env).map(({ name, missing }) => [name, missing.length === 0]),
  ),
})

/** `GET /config.json?locale=en`: for consoles served elsewhere, and for changing the language (ETag, 304). */
export function serveConfig(app: FastifyInstance, config: OpenConfig, env: SocialSettings = {}): void {
  app.get<{ Querystring: { locale?: string | string[] } }>('/config.json', async (request, reply) => {
    const { hash, app: settings } = config.current().shared
    const locale = LOCALES.find(known => known === request.query.locale) ?? settings.locale
    const boot = bootFor(config, env, locale)
    // The usable providers depend on the environment, and thus are not part of the hash of the config.
    const usable = Object.values(boot.social ?? {}).map(Number)
    const tag = `W/"${hash}-${locale}-${usable.join('')}"`
    reply.header('etag', tag).header('cache-control', 'no-cache')
    if (hasTag(request, tag)) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(boot)
  })
  const warn = (warnings: readonly string[]) => {
    for (const line of warnings) app.log.warn(`config: ${line}`)
  }
  warn(problemLines(config.warnings(), config.translate))
  const unsubscribe = config.onOutcome(outcome => {
    if (outcome.kind === 'restored' || (outcome.kind === 'changed' && outcome.isCorrection))
      app.log.info({ hash: outcome.hash, terminal: true }, 'config: corrected, it is in force again')
    else if (outcome.kind === 'changed')
      app.log.info({ hash: outcome.hash }, 'config: the change is in force')
    else if (outcome.kind === 'refused') {
      app.log.error('config: the change is refused, the last good one stays in force')
      for (const line of outcome.lines) app.log.error(`config: ${line}`)
    }
    if (outcome.kind !== 'refused') warn(outcome.warnings)
  })
  app.addHook('onClose', () => {
    unsubscribe()
    config.close()
  })
}
