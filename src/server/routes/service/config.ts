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
import { isFleetServed } from '../../store/gateway/onlineDevices'
import { missingRoles } from '../../store/records/missingRoles'
import { tenantOf } from '../../store/tenancy'
import { answer, localeOf } from '../answers'
import { route } from '../route'

export function configRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, endpoints.config.problems, async ({ caller, request }) => {
    const locale = localeOf(deps, request)
    const sentence = sentenceOf(deps.config.translate, locale)
    const { config, db, env } = deps
    const toProblem =
      (severity: ConfigProblem['severity']) =>
      ({ code, params, ...place }: ConfigError): ConfigProblem => ({
        ...place,
        message: sentence(`config.${code}`, params),
        severity,
      })
    /** A problem of stored data. */
    const dataProblem = (name: string, path: string, message: string): ConfigProblem => ({
      ...NO_PLACE,
      file: `config/${name}.json`,
      path,
      message,
      severity: 'warning',
      kind: 'data',
    })
    const duplicates = (deps.duplicates?.() ?? []).map(({ rule: { resource, field }, values, records }) =>
      dataProblem(
        `resources/${resource.name}`,
        `/fields/${field.name}/unique`,
        sentence('config.data.duplicates', { name: pick(field.label, locale), values, records }),
      ),
    )
    const missing = await missingRoles(tenantOf(db, caller), config.current().shared)
    const isBrokerAway = usesExternalBroker(env) && !(await isFleetServed(db))
    const brokerAway: ConfigProblem = {
      ...NO_PLACE,
      message: sentence('config.brokerAway', {}),
      severity: 'error',
      kind: 'service',
    }
    return answer([
      ...(isBrokerAway ? [brokerAway] : []),
      ...config.refused().map(toProblem('error')),
      ...duplicates,
      ...missing.map(({ role, accounts }) =>
        dataProblem('roles', '', sentence('config.roleMissing', { name: role, accounts })),
      ),
      ...config.warnings().map(toProblem('warning')),
    ])
  })
}

const NO_PLACE = { file: '', line: 1, column: 1, path: '' }

/** Whether this server's own gateway uses a broker that runs outside of it. */
const usesExternalBroker = ({ mqtt }: Deps['env']) => typeof mqtt === 'object' && 'url' in mqtt
