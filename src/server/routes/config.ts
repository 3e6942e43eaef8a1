/** What is wrong with the config, as masters see it in the console: a change that is refused, and stored values that a rule forbids. */
import type { FastifyInstance } from 'fastify'
import { endpoints } from '../../contract/endpoints'
import { pick } from '../../engine/i18n'
import { sentenceOf } from '../config/openConfig'
import type { Deps } from '../deps'
import { answer, localeOf } from './answers'
import { route } from './route'

export function configRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, endpoints.config.problems, async ({ request }) => {
    const sentence = sentenceOf(deps.config.translate, localeOf(deps, request))
    const payload = deps.config.refused().map(({ file, line, column, path, code, params }) => ({
      file,
      line,
      column,
      path,
      message: sentence(`config.${code}`, params),
    }))
    const locale = localeOf(deps, request)
    const stored = (deps.duplicates?.() ?? []).map(({ rule: { resource, field }, values, records }) => ({
      ...{ file: `config/resources/${resource.name}.json`, line: 1, column: 1, kind: 'data' as const },
      path: `/fields/${field.name}/unique`,
      message: deps.config.translate(locale, 'config.data.duplicates', {
        name: pick(field.label, locale),
        values,
        records,
      }),
    }))
    return answer([...payload, ...stored])
  })
}
