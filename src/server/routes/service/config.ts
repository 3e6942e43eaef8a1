/**
 * Lists the problems of the config for masters: errors of a refused change, warnings, and stored data that violates
 * config. A broker that is away is a problem too.
 */
import type { FastifyInstance } from 'fastify'
import type { ConfigProblem } from '../../../contract/config'
import { endpoints } from '../../../contract/endpoints'
import { pick } from '../../../engine/i18n'
import type { ConfigError } from '../../../engine/load/problems'
import { sentenceOf } from '../../config/openConfig'
import type { Deps } from '../../deps'
import { isFleetServed } from '../../store/gateway/served'
import { missingRoles } from '../../store/records/missingRoles'
import { tenantOf } from '../../store/tenancy'
import { answer, localeOf } from '../answers'
import { route } from '../route'

export function configRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, endpoints.config.problems, async ({ caller, request }) => {
    const locale = localeOf(deps, request)
    const sentence = sentenceOf(deps.config.translate, locale)
    const toProblem =
      (severity: ConfigProblem['severity']) =>
      ({ file, line, column, path, code, params }: ConfigError): ConfigProblem => ({
        file,
        line,
        column,
        path,
        message: sentence(`config.${code}`, params),
        severity,
      })
    const duplicateProblems = (deps.duplicates?.() ?? []).map(
      ({ rule: { resource, field }, values, records }): ConfigProblem => ({
        file: `config/resources/${resource.name}.json`,
        line: 1,
        column: 1,
        path: `/fields/${field.name}/unique`,
        message: sentence('config.data.duplicates', { name: pick(field.label, locale), values, records }),
        severity: 'warning',
        kind: 'data',
      }),
    )
    const missing = await missingRoles(tenantOf(deps.db, caller), deps.config.current().shared)
    const missingRoleProblems = missing.map(
      ({ role, accounts }): ConfigProblem => ({
        file: 'config/roles.json',
        line: 1,
        column: 1,
        path: '',
        message: sentence('config.roleMissing', { name: role, accounts }),
        severity: 'warning',
        kind: 'data',
      }),
    )
    const isBrokerAway = usesExternalBroker(deps.env) && !(await isFleetServed(deps.db))
    const serviceProblem: ConfigProblem = {
      file: '',
      line: 1,
      column: 1,
      path: '',
      message: sentence('config.brokerAway', {}),
      severity: 'error',
      kind: 'service',
    }
    return answer([
      ...(isBrokerAway ? [serviceProblem] : []),
      ...deps.config.refused().map(toProblem('error')),
      ...duplicateProblems,
      ...missingRoleProblems,
      ...deps.config.warnings().map(toProblem('warning')),
    ])
  })
}

/** Whether this server's own gateway uses a broker that runs outside of it. */
const usesExternalBroker = ({ mqtt }: Deps['env']) => typeof mqtt === 'object' && 'url' in mqtt
