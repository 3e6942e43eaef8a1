/** A config change that is refused, as masters see it in the console: the same words as in the log. */
import type { FastifyInstance } from 'fastify'
import { endpoints } from '../../contract/endpoints'
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
    return answer(payload)
  })
}
