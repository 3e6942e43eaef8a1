/** Counts the records of saved views, and of the attention items that config adds. */
import type { FastifyInstance } from 'fastify'
import { Value } from 'typebox/value'
import { endpoints } from '../../../contract/endpoints'
import type { ViewCount } from '../../../contract/records'
import type { Deps } from '../../deps'
import { Refusal } from '../../refusal'
import { wrongQuery } from '../../store/records/filter'
import { countUpTo } from '../../store/records/list'
import { answer } from '../answers'
import { authorize } from '../authorize'
import { deviceListOf, deviceQueryOf } from '../devices/deviceFilter'
import { route } from '../route'
import { type Listing, recordListOf } from './lists'
import { contextOf } from './recordCalls'

/** The highest number that is counted row by row. */
const MAX_COUNT = 1_000

export function countRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, endpoints.records.counts, async ({ caller, request, params, body }) => {
    const name = params.resource
    // The mailbox has its own counts and filters.
    if (name === 'orders') throw new Refusal(404, 'notFound')
    const context = contextOf(deps, name, request)
    const tenant = authorize(deps, caller, name, 'list')
    const listing = { ...context, tenant, caller, now: deps.now() }
    const counts: (ViewCount | null)[] = []
    // One after another: counting must not delay the rows of lists.
    for (const filter of body.filters) counts.push(await countOrNull(listing, filter))
    return answer(counts)
  })
}

/** `null` for a filter that the caller may not use. */
export async function countOrNull(listing: Listing, filter: Readonly<Record<string, unknown>>) {
  try {
    return await countMatching(listing, filter)
  } catch (error) {
    if (error instanceof Refusal && error.status === 400) return null
    throw error
  }
}

/** @throws Refusal 400 for a filter that the caller may not use */
async function countMatching(
  listing: Listing,
  filter: Readonly<Record<string, unknown>>,
): Promise<ViewCount> {
  if (listing.resource.name === 'devices') {
    const query = deviceQueryOf(filter)
    if (!Value.Check(endpoints.devices.list.query, query)) throw wrongQuery('filters')
    return countUpTo(deviceListOf({ ...listing, query }).list, MAX_COUNT)
  }
  const { source, conditions } = recordListOf(listing)
  return countUpTo({ tenant: listing.tenant, source, conditions: conditions(filter) }, MAX_COUNT)
}
