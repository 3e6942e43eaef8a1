/** Routes of the page of one device: the device, its signal and its timeline (calls beyond §7, decision 22). */
import type { FastifyInstance } from 'fastify'
import { TIMELINE_KINDS, type TimelineKind } from '../../../contract/devicePage'
import { endpoints } from '../../../contract/endpoints'
import { may } from '../../../engine/access'
import type { Caller } from '../../caller'
import type { Deps } from '../../deps'
import { orNotFound, Refusal } from '../../refusal'
import { configOf } from '../../roles'
import { findDevice } from '../../store/devices/devices'
import { signalHistory } from '../../store/devices/signals'
import { listTimeline, readCursor } from '../../store/devices/timeline'
import { lastMisunderstood } from '../../store/gateway/misunderstood'
import { wrongQuery } from '../../store/records/filter'
import { omittedPictures } from '../../store/records/pictures'
import { viewOf } from '../../store/records/visible'
import { answer } from '../answers'
import { authorize } from '../authorize'
import { route } from '../route'

export function devicePageRoutes(app: FastifyInstance, deps: Deps): void {
  const { get, signals, timeline } = endpoints.devicePage

  /** @throws Refusal 404 for a device out of scope, or if the caller may not see IMEIs, by which devices are found */
  async function find(caller: Caller, id: string) {
    const tenant = authorize(deps, caller, 'devices', 'list')
    const { shared } = configOf(deps.config, caller)
    const resource = shared.resources.devices!
    const view = viewOf({ config: shared, resource }, caller.level)
    const omitted = omittedPictures(shared, caller.level, 'devices')
    const device = view.hidden.has('id') ? undefined : await findDevice(tenant, id, { view, omitted })
    const { hidden } = view
    return { tenant, device: orNotFound(device), resource, hidden, sees: visibleParts(deps, caller, hidden) }
  }

  route(app, get, async ({ caller, params }) => {
    const { tenant, device, sees } = await find(caller, params.id)
    return answer({ ...device, sees, misunderstood: await lastMisunderstood(tenant, device.id) })
  })

  route(app, signals, async ({ caller, params, query }) => {
    const { tenant, device, sees } = await find(caller, params.id)
    if (!sees.signals) throw new Refusal(403, 'forbidden')
    const from = new Date(query.from)
    const to = new Date(query.to)
    // Negated, to refuse an invalid `Date` too: the schema allows a leap second, `Date` does not.
    if (!(from < to)) throw wrongQuery('to')
    return answer(await signalHistory(tenant, device.id, { from, to }))
  })

  route(app, timeline, async ({ caller, params, query: { kind, before, limit = 20 } }) => {
    const { tenant, device, resource, hidden, sees } = await find(caller, params.id)
    const cursor = before === undefined ? undefined : readCursor(before)
    if (before !== undefined && !cursor) throw wrongQuery('before')
    const kinds = sees.timeline.filter(visible => !kind || visible === kind)
    const page = { kinds, before: cursor, limit }
    const { entries, next } = await listTimeline(tenant, device.id, page, {
      resource,
      isVisible: field => !hidden.has(field),
    })
    return { ...answer(entries), ...(next === undefined ? {} : { next }) }
  })
}

/** The parts of the page that the caller may see: no more than the lists and the history would show. */
function visibleParts({ config }: Deps, caller: Caller, hidden: ReadonlySet<string>) {
  const { shared } = configOf(config, caller)
  const { level } = caller
  const orders = may(shared, level, 'orders', 'list')
  const kinds: Readonly<Record<TimelineKind, boolean>> = {
    order: orders,
    result: orders,
    connection: !hidden.has('linked') && !hidden.has('closed'),
    change: may(shared, level, 'history', 'list'),
  }
  return { signals: !hidden.has('modem.rsrp'), timeline: TIMELINE_KINDS.filter(kind => kinds[kind]) }
}
