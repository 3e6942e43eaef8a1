/** Routes that import records by a spreadsheet. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { endpoints } from '../../../contract/endpoints'
import { checkImport, compareImport, importSheet, planFor } from '../../commands/imports/importSheet'
import type { Deps } from '../../deps'
import { configOf } from '../../roles'
import { sendSheet } from '../../sheets/download'
import { sheetSample } from '../../sheets/sheetSample'
import { tenantOf } from '../../store/tenancy'
import { answer, wordsOf } from '../answers'
import { confirmedDevices, withSheet } from '../devices/uploads'
import { repeatOf } from '../repeat'
import { route } from '../route'

export function importRoutes(app: FastifyInstance, deps: Deps): void {
  const { sample, check, differences, run } = endpoints.imports

  route(app, sample, async ({ caller, params, request, reply }) => {
    const { shared } = configOf(deps.config, caller)
    const plan = planFor(caller, { shared }, { resource: params.resource, mode: 'add' })
    const tenant = tenantOf(deps.bulkDb, caller)
    return sendSheet(reply, await sheetSample(tenant, caller, shared, plan, wordsOf(deps, request)))
  })

  route(app, check, async ({ caller, params, body, request }) => {
    const settings = { ...configOf(deps.config, caller), ...wordsOf(deps, request), now: deps.now() }
    return answer(await checkImport(deps.bulkDb, caller, body, settings, params.resource))
  })

  route(app, differences, async call => {
    const { caller, params, query } = call
    const { mode = 'update' } = query
    return answer(
      await withSheet(deps, call, 'rosterRows', (file, settings) =>
        compareImport(deps.bulkDb, caller, file, settings, { resource: params.resource, mode }),
      ),
    )
  })

  route(app, run, async call => {
    const { caller, request, params, query } = call
    const { mode = 'add', columns } = query
    const { resource } = params
    const payload = await withSheet(deps, call, 'rosterRows', (file, settings) =>
      importSheet(deps.bulkDb, caller, file, settings, {
        resource,
        mode,
        name: uploadName(request),
        confirmed: confirmedDevices(request.headers['changing-devices']),
        repeatOf: digest => repeatOf(deps, caller, request, { import: resource, mode, digest, columns }),
      }),
    )
    const { added, changed } = payload
    request.log.info({ user: caller.id, resource, added, changed }, 'records imported by a sheet')
    return answer(payload)
  })
}

/** The name that the sender gave the upload, by which the import can be undone. */
function uploadName({ headers }: FastifyRequest): string | undefined {
  const name = headers['upload-name']
  return typeof name === 'string' && /^[\w-]{8,64}$/.test(name) ? name : undefined
}
