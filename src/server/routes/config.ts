/** A config change that is refused, as masters see it in the console: the same words as in the log. */
import type { FastifyInstance } from 'fastify'
import { endpoints } from '../../contract/endpoints'
import { sentenceOf } from '../config/openConfig'
import type { Deps } from '../deps'
import { missingRoles } from '../store/records/missingRoles'
import { tenantOf } from '../store/tenancy'
import { answer, localeOf } from './answers'
import { route } from './route'

export function configRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, endpoints.config.problems, async ({ caller, request }) => {
    const sentence = sentenceOf(deps.config.translate, localeOf(deps, request))
    const payload = deps.config.refused().map(({ file, line, column, path, code, params }) => ({
      file,
      line,
      column,
      path,
      message: sentence(`config.${code}`, params),
    }))
    const missing = await missingRoles(tenantOf(deps.db, caller), deps.config.current().shared)
    const notices = missing.map(({ role, accounts }) => ({
      ...{ file: 'config/roles.json', line: 1, column: 1, path: '', isNotice: true },
      message: sentence('config.roleMissing', { name: role, accounts }),
    }))
    return answer([...payload, ...notices])
  })
}
