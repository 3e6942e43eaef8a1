/** A config change that is refused, as masters see it in the console: the same words as in the log. */
import type { FastifyInstance } from 'fastify'
import type { ConfigProblem } from '../../contract/config'
import { endpoints } from '../../contract/endpoints'
import type { ConfigError } from '../../engine/load/problems'
import { sentenceOf } from '../config/openConfig'
import type { Deps } from '../deps'
import { answer, localeOf } from './answers'
import { route } from './route'

export function configRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, endpoints.config.problems, async ({ request }) => {
    const sentence = sentenceOf(deps.config.translate, localeOf(deps, request))
    const toProblem =
      (severity: ConfigProblem['severity']) =>
      ({ file, line, column, path, code, params }: ConfigError): ConfigProblem => ({
        ...{ file, line, column, path },
        message: sentence(`config.${code}`, params),
        severity,
      })
    return answer([
      ...deps.config.refused().map(toProblem('error')),
      ...deps.config.warnings().map(toProblem('warning')),
    ])
  })
}
