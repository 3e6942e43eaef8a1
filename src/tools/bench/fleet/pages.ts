/**
 * Times pages of devices and orders over HTTP in a large fleet: first, filtered, deep and sorted ones, and searches.
 * The baseline of each figure is the first page of `startBareRoutes`, which is timed in turn with it.
 */
import { formatCount, formatRatio, ms, print, targetNote } from '../print'
import { median, timed } from '../timing'
import { startBareRoutes } from './bareRoutes'
import { type LargeFleet, serveMaster } from './largeFleet'
import { planOf, recordStatements, slowSteps } from './plans'

/** Rows of a page. */
const DEVICES = 20
const ORDERS = 5
/** Pages from each end of a list that must be fast in every order. */
const NEAR = 500
/** Maximum times, as multiples of the bare first page. */
const LIMITS = { page: 1.5, deep: 16, orders: 3, digits: 2.5 }
/** Maximum time of counts that triggers keep. */
const KEPT_MS = 5
const CROWD = 10
/** A number of the fleet, of which its search finds parts. */
const NUMBER = '010482713579246'
const ROUNDS = 21

type Ask = LargeFleet['ask']

interface Timed {
  ms: number
  bareMs: number
}

/** Prints the times with their ratios and limits. */
export async function benchPages({ ask, devices, orders, engine, url, sorts }: LargeFleet): Promise<void> {
  if (!url) return print('Pages of devices and orders: NOT RUN (needs TEST_DATABASE_URL)')
  await using bare = await startBareRoutes(url)
  const bareDevices = () => bare.ask('devices', DEVICES)
  const bareOrders = () => bare.ask('orders', ORDERS)
  const line = (label: string, { ms: time, bareMs }: Timed, limit?: number) => {
    const note = limit === undefined ? '' : targetNote(`${limit} ×`, time <= limit * bareMs)
    print(`  ${label.padEnd(36)} ${ms(time).padStart(8)}   ${formatRatio(time, bareMs).padStart(8)}${note}`)
  }
  const ofDevices = async (label: string, request: PageRequest, limit: number, rounds?: number) =>
    line(label, await compare(() => page(ask, request), bareDevices, rounds), limit)
  const ofOrders = async (label: string, work: () => Promise<unknown>, limit?: number) =>
    line(label, await compare(work, bareOrders), limit)

  print(`Pages of ${formatCount(devices)} devices over HTTP on ${engine}, p50, beside the bare first page`)
  await ofDevices('first page', {}, LIMITS.page, 200)
  for (const filter of ['status=linked', 'model=2', 'batch=1', 'status=closed&client=12'])
    await ofDevices(`first page, ${filter}`, { filter }, LIMITS.page, 100)
  const crowd = { ms: await timeCrowd(() => page(ask)), bareMs: await timeCrowd(bareDevices) }
  line(`a page for ${CROWD} clients at once`, crowd, LIMITS.page)
  const last = Math.ceil(devices / DEVICES)
  for (const [name, index] of Object.entries({ quarter: last >> 2, middle: last >> 1, last }))
    await ofDevices(`${name} page`, { index }, LIMITS.deep)
  for (const order of sorts) {
    for (const ascending of [1, 0])
      for (const index of [1, NEAR, last]) {
        const label = `by ${order}${ascending ? '' : ', descending'}, page ${formatCount(index)}`
        await ofDevices(label, { index, order, ascending }, LIMITS.deep)
      }
    await ofDevices(`by ${order}, status=linked`, { order, filter: 'status=linked' }, LIMITS.deep)
  }
  for (let length = 1; length <= NUMBER.length; length++) {
    const alike = length > 4 ? NUMBER.slice(0, length) : NUMBER.slice(3, 3 + length)
    const limit = length < 4 ? LIMITS.deep : LIMITS.digits
    await ofDevices(
      `search ${alike}`,
      { filter: `search[topic]=all&search[alike]=${alike}&max_count=10000` },
      limit,
    )
  }

  print(`Pages of ${formatCount(orders)} orders over HTTP on ${engine}, p50, beside the bare first page`)
  await ofOrders('first page', () => listed(ask), LIMITS.orders)
  await ofOrders('first page, failure', () => listed(ask, { status: 'failure' }), LIMITS.orders)
  // One of a hundred orders is archived.
  await ofOrders(
    'last page',
    () => listed(ask, { page_index: Math.floor((orders * 0.99) / ORDERS) }),
    LIMITS.orders,
  )
  await ofOrders('search', () => listed(ask, { search: 'order 123' }))
  const kept = async (label: string, path: string) => {
    const { ms: time } = await compare(() => ask('GET', path), bareOrders)
    print(`  ${label.padEnd(36)} ${ms(time).padStart(8)}${targetNote(`${KEPT_MS} ms`, time <= KEPT_MS)}`)
  }
  await kept('counts by status', '/api/orders/status')
  await kept('groups with counts', '/api/batches?page_index=1&page_limit=20')
}

/** Prints the steps by which PostgreSQL reads all devices or orders, or sorts more than a page, for each list. */
export async function benchPlans({ db, config, devices, orders, engine, sorts }: LargeFleet): Promise<void> {
  const recorded = recordStatements(db)
  await using site = await serveMaster(recorded.db, config)
  print(
    `Plans of the lists of ${formatCount(devices)} devices and ${formatCount(orders)} orders on ${engine}`,
  )
  const check = async (label: string, maxSorted: number, read: () => Promise<unknown>) => {
    recorded.taken()
    await read()
    const statements = recorded.taken().filter(({ sql }) => /\b(devices|orders)\b/.test(sql))
    const plans = await Promise.all(statements.map(statement => planOf(db, statement)))
    const steps = plans.flatMap(plan => slowSteps(plan, maxSorted))
    print(`  ${label.padEnd(36)} ${steps.join('; ') || 'indexes only, kept'}`)
  }
  const last = Math.ceil(devices / DEVICES)
  for (const order of sorts)
    for (const index of [1, last])
      await check(`by ${order}, page ${formatCount(index)}`, 2 * DEVICES + 1, () =>
        page(site.ask, { index, order }),
      )
  // One of a hundred orders is archived: only the archived marks may be sorted.
  await check('orders', orders / 100, () => listed(site.ask))
  await check('failed orders', orders / 100, () => listed(site.ask, { status: 'failure' }))
}

interface PageRequest {
  index?: number
  order?: string
  ascending?: number
  filter?: string
}

const page = (ask: Ask, { index = 1, order = 'id', ascending = 1, filter = '' }: PageRequest = {}) =>
  ask(
    'GET',
    `/api/devices?page_index=${index}&page_limit=${DEVICES}&order_by=${order}&ascending=${ascending}&${filter}`,
  )

const listed = (ask: Ask, request: object = {}) =>
  ask('POST', '/api/orders', { page_index: 1, page_limit: ORDERS, ...request })

/** Times two calls in turn, so that both run under the same load. */
async function compare(
  work: () => Promise<unknown>,
  bare: () => Promise<unknown>,
  rounds = ROUNDS,
): Promise<Timed> {
  const times: number[] = []
  const bareTimes: number[] = []
  for (let round = -3; round < rounds; round++) {
    const [time, bareTime] = [await timed(work), await timed(bare)]
    if (round < 0) continue
    times.push(time)
    bareTimes.push(bareTime)
  }
  return { ms: median(times), bareMs: median(bareTimes) }
}

/** Milliseconds per call when several clients ask without a pause. */
async function timeCrowd(work: () => Promise<unknown>, calls = 40): Promise<number> {
  const ask = async () => {
    for (let call = 0; call < calls; call++) await work()
  }
  await Promise.all(Array.from({ length: CROWD }, ask))
  const elapsed = await timed(() => Promise.all(Array.from({ length: CROWD }, ask)))
  return elapsed / (CROWD * calls)
}
